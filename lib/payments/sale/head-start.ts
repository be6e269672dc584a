/**
 * A head start: for a payer who has paid before and owes nothing, the answer is begun while the facilitator still verifies, as soon as a look of
 * our own says that the payment is good. It waits for the facilitator's yes like any other; without one it is thrown away and counts as a run
 * that ended unpaid.
 */
import { log } from '../../log.ts'
import { asCall } from '../../observe.ts'
import { wouldPay } from '../chain/would-pay.ts'
import type { Checked, Claimed, Work } from './known.ts'
import type { Reservation } from './limits/allowance.ts'
import { admitProven } from './limits/budgets.ts'
import { work } from './run-tool.ts'

type Begun = { run: Reservation; work: Work }

export type HeadStart = {
  ahead?: {
    /** What was begun, for whoever goes on with it; undefined where nothing was: then nothing will be. */
    take: () => Begun | undefined
    /** Ends what was begun, unless it was paid. @returns whole milliseconds that it ran, null where nothing was begun */
    stop: () => number | null
  }
}

/** Nothing to gain where the tool asks nobody: its answer takes less than the look does. */
const isWorthIt = ({ core, tool, isProven }: Checked & Claimed): boolean =>
  core.env.START_BEFORE_VERIFIED && isProven && (tool.sources?.length ?? 0) > 0

/** Begins beside whatever comes next; never holds it up, and never ends a sale. */
export function startAhead(known: Checked & Claimed): HeadStart {
  const { core, facts, requestId, tool } = known
  const { payer } = facts
  if (!isWorthIt(known) || payer === null || !known.isSigned()) return {}
  const ended = new AbortController()
  let begun: Begun | undefined
  let isOpen = true
  const begin = (isGood: boolean): void => {
    const run = isOpen && isGood ? admitProven(core, payer) : undefined
    if (run) begun = { run, work: asCall(known, () => work(known, ended.signal)) }
  }
  wouldPay(core, { payload: known.payment, requirements: known.requirements }).then(begin, (error: unknown) => {
    log.debug({ err: error, requestId, tool: tool.id }, 'no node told whether a payment is good; the facilitator will')
  })
  return {
    ahead: {
      take: () => {
        isOpen = false
        return begun
      },
      stop: () => {
        isOpen = false
        begun?.run.spend()
        const ranMs = begun?.work.handlerMs() ?? null
        ended.abort()
        return ranMs
      },
    },
  }
}
