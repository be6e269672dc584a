/** The middle of a sale: the claim, the facilitator's yes, and the answer, made and kept before anything is charged. */
import { ApiError } from '../../errors.ts'
import { log } from '../../log.ts'
import { dropClaim, releaseClaim } from '../books/ledger.ts'
import { isMalformed } from '../facilitator/evidence.ts'
import type { HeadStart } from './head-start.ts'
import { workOn } from './in-hand.ts'
import { keep, take } from './keep.ts'
import type { Checked, Claimed, Kept, Reserved, Served, Verified } from './known.ts'
import { admitRun, countSilence, tooManyUnpaid } from './limits/budgets.ts'
import { booksClosed, fail, inFlight, publicReason, type Stop, stop } from './outcome.ts'
import { answerTaken } from './recover.ts'
import { work } from './run-tool.ts'
import { mayStillSettle, openBooks, stored } from './time.ts'
import { takenUnbooked } from './unbooked.ts'

/** Takes the payment; one that is taken already gets what it bought, or is told to wait. */
export async function claim(known: Checked): Promise<Stop | Claimed> {
  const { core, facts } = known
  const { key } = facts
  const books = await openBooks(core)
  const took = await take(books, known)
  if (took.kind === 'owned') return { books, owned: { key, owner: took.owner }, isProven: took.isProven, letGo: workOn(core, key) }
  if (took.kind === 'exhausted') return stop({ kind: 'refused', code: 'too_many_attempts' })
  if (took.kind === 'over_budget') return fail(tooManyUnpaid(60))
  if (took.kind === 'closed') return fail(booksClosed(took.seconds))
  if (took.kind === 'released') return fail(inFlight(undefined))
  return answerTaken(books, took.claim, known)
}

/** Asks the facilitator. Only its clear yes leads on. */
export async function verify(known: Checked & Claimed & HeadStart): Promise<Stop | Verified> {
  const { facts, facilitator, payment, requirements, place, requestId, tool } = known
  const startedAt = performance.now()
  const verified = await facilitator.verify(payment, requirements).catch((error: Error) => error)
  const verifyMs = Math.round(performance.now() - startedAt)
  const end = (how: LetGo, told: Stop) => letGo(known, { ...how, verifyMs, handlerMs: known.ahead?.stop() ?? null }, told)
  if (verified instanceof Error) {
    log.warn({ requestId, tool: tool.id, reason: verified.message }, 'the facilitator did not verify')
    countSilence(known.core, place, facts.payer, known.isSigned)
    const silent = new ApiError(
      'facilitator_unavailable',
      'The payment facilitator did not answer, so nothing was charged. Resend the same payment later.',
      { retryAfterSeconds: 5 },
    )
    return end({ outcome: 'failed', status: 503, reason: verified.message, isFinal: false }, fail(silent))
  }
  if (!verified.isValid) {
    place.spend()
    const reason = verified.invalidReason ?? 'no_reason'
    const said = [reason, verified.invalidMessage].filter(Boolean).join(': ')
    const taken = isMalformed(reason) ? undefined : await takenUnbooked(known, payment, requirements, said)
    const words = [taken?.message, said].filter(Boolean).join(': ')
    return end(
      { outcome: 'invalid', status: taken?.status ?? 402, reason: words, isFinal: !taken },
      taken ? fail(taken) : stop({ kind: 'refused', code: publicReason(reason, 'payment_invalid') }),
    )
  }
  place.giveBack()
  return { payer: facts.payer ?? (known.rail.isAddress(verified.payer ?? '') ? verified.payer! : null), verifyMs }
}

/** Room for a run that may end unpaid, for a payer who is now known. Without it the payment is free again, and no row stays. */
export async function reserve(known: Checked & Claimed & HeadStart & Verified): Promise<Stop | Reserved> {
  const begun = known.ahead?.take()
  if (begun) return begun
  try {
    return { run: await admitRun(known.core, known.clientIp, known.payer) }
  } catch (error) {
    await stored(dropClaim(known.books, known.owned))
    throw error
  }
}

/** The answer, unless it was begun before: its failures are nobody's cost but ours. */
export async function run(known: Checked & Claimed & Verified & Reserved): Promise<Stop | Served> {
  const { payer, verifyMs } = known
  const { answer, handlerMs } = known.work ?? work(known)
  try {
    return { body: await answer, handlerMs: handlerMs() }
  } catch (error) {
    // `runTool` throws nothing else.
    const failure = error as ApiError
    const times = { verifyMs, handlerMs: handlerMs() }
    return letGo(known, { outcome: 'failed', status: failure.status, reason: failure.code, payer, ...times, isFinal: false }, fail(failure))
  }
}

/** Keeps the answer and moves to `settling`. Whoever lost the lease meanwhile, or has no time left to hear the end of it, settles nothing. */
export async function store(known: Checked & Claimed & Verified & Served): Promise<Stop | Kept> {
  const { payer, verifyMs, handlerMs } = known
  if (!mayStillSettle(known)) {
    const late = new ApiError('upstream_timeout', 'This call took too long to be settled in time. Nothing was charged; try again.', {
      retryAfterSeconds: 5,
    })
    const times = { verifyMs, handlerMs }
    return letGo(
      known,
      { outcome: 'failed', status: late.status, reason: 'too_late_to_settle', payer, ...times, isFinal: false },
      fail(late),
    )
  }
  return (await keep(known)) ? { isKept: true } : fail(inFlight(undefined))
}

type LetGo = Parameters<typeof releaseClaim>[2]

/** Ends the claim of a payment that cost nothing, and tells its buyer so; unless somebody else has it by now, who may yet charge it. */
async function letGo({ books, owned }: Claimed, end: LetGo, told: Stop): Promise<Stop> {
  return (await stored(releaseClaim(books, owned, end))) ? told : fail(inFlight(undefined))
}
