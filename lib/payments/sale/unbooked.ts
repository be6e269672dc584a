/**
 * What a no means for a payment that no row knows: books may have lost its sale, and a 402 would ask its buyer to pay twice. So the chain is asked
 * before one is told, and outweighs every word.
 */
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import { log } from '../../log.ts'
import { ageUnbooked, CLOSED_SECONDS, type Unbooked } from '../books/lost-moments.ts'
import { speaksOfUse } from '../facilitator/evidence.ts'
import { MAX_TIMEOUT_SECONDS, type PaymentFacts, VALIDITY_MARGIN_SECONDS } from '../protocol/networks.ts'
import type { Asked, ReadPayment } from './known.ts'
import { mayResolve } from './limits/budgets.ts'
import { booksClosed, settlementUnknown, used } from './outcome.ts'
import { lookWithin } from './take.ts'
import { openBooks, stored } from './time.ts'

/** A payment on Solana tells no time of its own: so long after a loss it may be of before, and so long before that it may have landed. */
export const LOST_HOURS = 12
/** One on Base that was accepted before a loss is valid for so long after it at most. */
const VALID_SECONDS = MAX_TIMEOUT_SECONDS + VALIDITY_MARGIN_SECONDS

const mayBeLost = ({ lostAt, lostMs }: Unbooked, { validBefore }: PaymentFacts): boolean =>
  lostAt !== null && (validBefore === null ? lostMs! < LOST_HOURS * 3_600_000 : validBefore <= lostAt + VALID_SECONDS)

/**
 * Why the buyer of a payment that the books do not know must not be told to sign anew: it was taken all the same, as the chain shows; or it may
 * have been, since the facilitator says so or the books have lost the time that it is of, and the chain does not rule it out yet. As anybody can
 * read it on the chain, its answer is nobody's who merely shows it.
 * @param said what the facilitator says against it
 */
export async function takenUnbooked(
  known: Asked & ReadPayment,
  payload: PaymentPayload,
  requirements: PaymentRequirements,
  said = '',
): Promise<ApiError | undefined> {
  const { core, facts } = known
  const age = await stored(ageUnbooked(await openBooks(core), facts.key))
  const isLost = mayBeLost(age, facts)
  const isUsed = speaksOfUse(said)
  const isOpen = isLost || isUsed
  const secondsLeft = isLost ? Math.ceil(CLOSED_SECONDS - age.lostMs! / 1000) : 0
  const untold = () => (secondsLeft > 0 ? booksClosed(secondsLeft) : settlementUnknown(facts.key))
  if (isOpen && !mayResolve(core, facts.key)) return untold()
  // Claimed before the books lost it, if ever; who calls it used may mean a moment ago.
  const ageMs = Math.max(isUsed ? 0 : (age.lostMs ?? 0), age.attemptedMs ?? 0)
  const look = await lookWithin(known, { payload, requirements, ...(isOpen ? { ageMs, historyMs: LOST_HOURS * 3_600_000 } : { ageMs: 0 }) })
  if (look.kind === 'unknown' && (isUsed || (isLost && look.isLater !== true))) return untold()
  if (look.kind !== 'landed') return undefined
  const { transaction } = look
  log.error(
    { requestId: known.requestId, transaction, network: requirements.network },
    'a payment was taken and its sale is not in the books',
  )
  const detail = `This payment was settled in transaction ${transaction}, and its sale is not in our books any more. Do not sign again; ask the operator to give it back.`
  return used(detail, { transaction, network: requirements.network })
}

/** The failure of a call whose payment the books may have lost: that nothing was charged is true of this call, and not known of an earlier one. */
export async function inDoubt(core: Core, facts: PaymentFacts, error: ApiError): Promise<ApiError> {
  // Either says already that it may have been charged, or that it was.
  if (error.charged === null || error.code === 'payment_already_used') return error
  const isDoubted = await stored(openBooks(core).then((books) => ageUnbooked(books, facts.key))).then(
    (age) => mayBeLost(age, facts),
    () => true,
  )
  if (!isDoubted) return error
  const { code, message, param, retryAfterSeconds, extra, cause } = error
  const detail = `${message} Whether an earlier call was charged for this payment is not known at present: do not sign again for what it was to buy.`
  return new ApiError(code, detail, {
    ...(param === undefined ? {} : { param }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    extra,
    charged: null,
    cause,
  })
}
