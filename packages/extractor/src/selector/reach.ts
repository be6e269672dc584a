/** What combinators lead to, as sets: each in one pass over the elements. */
import { SelectorType, type TraversalType } from 'css-what'
import type { Order } from './order.ts'
import type { Members } from './pseudo.ts'

export type Combinator = Exclude<TraversalType, SelectorType.ColumnCombinator>

const OVER_PARENTS: ReadonlySet<Combinator> = new Set([SelectorType.Child, SelectorType.Descendant])
const GOES_ON: ReadonlySet<Combinator> = new Set([SelectorType.Descendant, SelectorType.Sibling])

/** In document order, so that what reaches an element is known before it. */
function down({ parent, before }: Order, combinator: Combinator, from: Members): Members {
  const to = new Uint8Array(from.length)
  const previous = OVER_PARENTS.has(combinator) ? parent : before
  const goesOn = GOES_ON.has(combinator)
  for (let place = 0; place < from.length; place += 1) {
    const at = previous[place]!
    if (at >= 0 && (from[at] === 1 || (goesOn && to[at] === 1))) to[place] = 1
  }
  return to
}

function up({ parent, before }: Order, combinator: Combinator, from: Members): Members {
  const to = new Uint8Array(from.length)
  const previous = OVER_PARENTS.has(combinator) ? parent : before
  const goesOn = GOES_ON.has(combinator)
  for (let place = from.length - 1; place >= 0; place -= 1) {
    const at = previous[place]!
    if (at >= 0 && (from[place] === 1 || (goesOn && to[place] === 1))) to[at] = 1
  }
  return to
}

// `a < b`, which is no CSS but what the parser knows, is a `b` with an `a` among its children.
const isReverse = (combinator: Combinator): boolean => combinator === SelectorType.Parent

/** Elements on the right of a combinator with one of `from` on its left. */
export const rightOf = (order: Order, combinator: Combinator, from: Members): Members =>
  isReverse(combinator) ? up(order, SelectorType.Child, from) : down(order, combinator, from)

/** Elements on the left of a combinator with one of `from` on its right. */
export const leftOf = (order: Order, combinator: Combinator, from: Members): Members =>
  isReverse(combinator) ? down(order, SelectorType.Child, from) : up(order, combinator, from)
