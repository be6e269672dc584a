/** The row of a sale: taken, given its answer, and written anew where the books have lost it. */
import type { Database } from '../../db/index.ts'
import { findClaim, storeResult, takeClaim } from '../books/claims.ts'
import type { Owned } from '../books/ledger.ts'
import type { Checked, Claimed, Served, Verified } from './known.ts'
import { PATIENCE_MS } from './limits/budgets.ts'
import { MARGIN_MS, settleLeaseMs, stored } from './time.ts'

/** Takes the claim of a payment, unless somebody has it. `isUnderWay`: see `takeClaim`. @throws Error */
export const take = (
  books: Database,
  { core, tool, request, facts, identifier, bound, isTicketed, requirements, requestId }: Checked,
  isUnderWay = false,
) =>
  stored(
    takeClaim(
      books,
      {
        key: facts.key,
        fingerprint: request.fingerprint,
        identifier,
        bound,
        isTicketed,
        tool: tool.id,
        network: requirements.network,
        amount: requirements.amount,
        requestId,
        payer: facts.payer,
        leaseMs: core.env.FACILITATOR_VERIFY_TIMEOUT_MS + tool.handlerCapMs + PATIENCE_MS + 2 * MARGIN_MS,
      },
      isUnderWay,
    ),
  )

/** Keeps the answer. @returns false when the claim is lost */
export const keep = (known: Checked & Claimed & Verified & Served): Promise<boolean> => {
  const { books, owned, body, payer, payment, requirements, verifyMs, handlerMs, facilitator } = known
  return stored(
    storeResult(books, owned, {
      body,
      payer,
      payment: { payload: payment, requirements },
      verifyMs,
      handlerMs,
      leaseMs: settleLeaseMs(known),
      facilitator: facilitator.appoint(),
    }),
  )
}

/**
 * Writes a sale that is being settled down once more where the books have lost it: another server has stepped in without their last moments.
 * @returns who owns it now; undefined where they still know it, or somebody else has it
 */
export async function keepAnew(known: Checked & Claimed & Verified & Served): Promise<Owned | undefined> {
  const { books, facts } = known
  const there = await stored(findClaim(books, facts.key))
  if (there && there.state !== 'claimed') return undefined
  const took = there ? undefined : await take(books, known, true)
  if (took && took.kind !== 'owned') return undefined
  const owned = took ? { key: facts.key, owner: took.owner } : known.owned
  return (await keep({ ...known, owned })) ? owned : undefined
}
