/** Steps in order over one growing value. */

import type { Core } from '../../core.ts'
import { span, type Timings } from '../../observe.ts'
import type { Outcome, Stop } from './outcome.ts'

/** Given what is known, says more or ends it. */
export type Step<Known, More extends object> = (known: Known) => Stop | More | Promise<Stop | More>

type Base = { core: Core; requestId: string; timings: Timings }
type AnyStep = { name: string | undefined; work: Step<never, object> }

export type Order<Asked extends Base, Known> = {
  step<More extends object>(work: Step<Known, More>): Order<Asked, Known & More>
  /** As `step`, and seen: in `Server-Timing`, in the ledger, by listeners. */
  timed<More extends object>(name: string, work: Step<Known, More>): Order<Asked, Known & More>
  /** Takes the steps until one ends it; `failed` makes an outcome of what one throws. `known` is all that was learned. */
  walk(asked: Asked, failed: (error: unknown) => Outcome): Promise<{ known: Partial<Known>; outcome: Outcome }>
}

export function inOrder<Asked extends Base>(): Order<Asked, Asked> {
  return order([])
}

function order<Asked extends Base, Known>(steps: readonly AnyStep[]): Order<Asked, Known> {
  const add = (name: string | undefined, work: unknown) => order<Asked, never>([...steps, { name, work: work as AnyStep['work'] }]) as never
  return {
    step: (work) => add(undefined, work),
    timed: (name, work) => add(name, work),
    async walk(asked, failed) {
      const known: Record<string, unknown> = { ...asked }
      // That each step finds what it needs is what the types of `step` and `timed` say; the list itself forgets them.
      const all = known as Partial<Known>
      try {
        for (const { name, work } of steps) {
          const told = await (name === undefined ? work(known as never) : span(name, asked, () => work(known as never)))
          if ('stop' in told) return { known: all, outcome: (told as Stop).stop }
          Object.assign(known, told)
        }
        throw new Error('the last step of a sale ends it')
      } catch (error) {
        return { known: all, outcome: failed(error) }
      }
    },
  }
}
