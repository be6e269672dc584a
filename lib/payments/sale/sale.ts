/**
 * A sale: one payment buys one answer. This is all of its order; every step is given what is known of the payment by then and either adds to
 * that or ends the sale. Rules: settle only a stored 2xx, one payment one run, unknown never becomes a fresh 402, fail closed. What a payment
 * that came before gets is `recover.ts`; what may be believed of a settlement is `evidence.ts`.
 */
import { ApiError } from '../../errors.ts'
import { count } from '../../metrics.ts'
import { admit, match, readPayment } from './check.ts'
import { startAhead } from './head-start.ts'
import { hold } from './in-hand.ts'
import type { Asked, Sale } from './known.ts'
import { noteSettled } from './limits/budgets.ts'
import { inOrder } from './order.ts'
import { type Outcome, storeDown } from './outcome.ts'
import { claim, reserve, run, store, verify } from './serve.ts'
import { record, settle } from './take.ts'
import { startClock } from './time.ts'
import { inDoubt } from './unbooked.ts'

const steps = inOrder<Asked>()
  .step(readPayment) // what the payment says: its key, its payer, what it is bound to
  .step(match) // the offer that it pays; one that pays none gets at most what it bought before
  .step(admit) // room for one more payment that may not verify
  .timed('claim', claim) // it is ours alone
  .step(startAhead) // for a proven payer the answer is begun beside what comes next
  .timed('verify', verify) // the facilitator says it is good
  .step(reserve) // room for one more run that may end unpaid
  .timed('handler', run) // the answer
  .timed('store', store) // the answer is kept: from here on money may move
  .timed('settle', settle) // evidence that it moved
  .timed('record', record) // the books say so, and the buyer has the answer

/** Sells one answer. Never throws for anything a buyer, a facilitator, a tool or the store can do. */
export function sell(sale: Sale): Promise<Outcome> {
  return hold(sale.core, walk(sale))
}

async function walk(sale: Sale): Promise<Outcome> {
  const { core, request } = sale
  const { tool } = request
  const { known, outcome } = await steps.walk({ ...sale, tool, clock: startClock(tool.handlerCapMs) }, (error) => ({
    kind: 'failed',
    error: error instanceof ApiError ? error : storeDown(error),
  }))
  const isPaid = outcome.kind === 'paid'
  known.place?.giveBack()
  known.letGo?.()
  if (isPaid) {
    // Its payer may do more from now on, so that is noted before room is given back to those who wait.
    if (!outcome.replayed) noteSettled(core, known.facts?.payer ?? null, known.isProven ?? false)
    known.run?.giveBack()
  } else known.run?.spend()
  known.ahead?.stop()
  if (known.place) count(core, isPaid ? (outcome.replayed ? 'replayed' : 'settled') : outcome.kind, tool.id)
  return outcome.kind === 'failed' && known.facts ? { ...outcome, error: await inDoubt(core, known.facts, outcome.error) } : outcome
}
