/**
 * Which elements a CSS selector names. Selectors and pages are strangers', so none may cost more than its length times the page: every part of a
 * selector is worked out once, as a set over all elements, from the parts that it is made of. Trying element after element takes the square of
 * the page for `p ~ p`, and a higher power for each `:has` around it.
 */
import { isTraversal, type PseudoSelector, parse, type Selector, SelectorType } from 'css-what'
import type { Element } from '../page/dom.ts'
import { attributeTest, wordLists } from './attribute.ts'
import { type Order, orderOf } from './order.ts'
import { ALIASES, containing, inLanguage, isEmpty, type Members, membersBy, nth } from './pseudo.ts'
import { type Combinator, leftOf, rightOf } from './reach.ts'

/** What is asked of one element, and the combinator before it; null where there is none. */
type Part = { readonly combinator: Combinator | null; readonly simple: Selector[] }

/** `a > b` as its parts. @throws Error where nothing stands behind a combinator */
function partsOf(selector: readonly Selector[]): Part[] {
  const parts: Part[] = [{ combinator: null, simple: [] }]
  for (const token of selector) {
    if (!isTraversal(token)) parts.at(-1)!.simple.push(token)
    else if (token.type === SelectorType.ColumnCombinator) throw new Error('Columns are not selected here.')
    else parts.push({ combinator: token.type, simple: [] })
  }
  if (parts.length > 1 && parts[0]!.simple.length === 0) parts.shift()
  if (parts.some(({ simple }) => simple.length === 0)) throw new Error('A combinator has nothing behind it.')
  return parts
}

const isScope = ({ simple: [first, ...others] }: Part): boolean =>
  others.length === 0 && first?.type === SelectorType.Pseudo && first.name === 'scope'

const COUNTED = /^(.+?)\s+of\s+(.+)$/is

class Matcher {
  readonly #order: Order
  readonly #root: Members
  readonly #wordsOf = wordLists()

  constructor(order: Order) {
    this.#order = order
    this.#root = this.#by((place) => place === 0)
  }

  #by(test: (place: number) => boolean): Members {
    return membersBy(this.#order.elements.length, test)
  }

  #union(sets: readonly Members[]): Members {
    const [first = new Uint8Array(this.#order.elements.length), ...others] = sets
    for (const set of others) for (let place = 0; place < first.length; place += 1) first[place]! |= set[place]!
    return first
  }

  /** Elements that one of several selectors names; a combinator at its beginning has the root before it. */
  named(selectors: readonly (readonly Selector[])[]): Members {
    const namedBy = (selector: readonly Selector[]): Members =>
      partsOf(selector).reduce(
        (left, { combinator, simple }) => this.#all(simple, combinator === null ? null : rightOf(this.#order, combinator, left)),
        this.#root,
      )
    return this.#union(selectors.map(namedBy))
  }

  /** Elements from which one of several relative selectors leads to another. */
  #having(selectors: readonly (readonly Selector[])[]): Members {
    const leadBy = (selector: readonly Selector[]): Members => {
      const [first, ...others] = partsOf(selector)
      const parts = isScope(first!) && others.length > 0 ? others : [first!, ...others]
      let right: Members | null = null
      for (const { combinator, simple } of parts.toReversed())
        right = leftOf(this.#order, combinator ?? SelectorType.Descendant, this.#all(simple, right))
      return right!
    }
    return this.#union(selectors.map(leadBy))
  }

  /** Those of `among` (null: of all) that every one of the simple selectors names. */
  #all(simple: readonly Selector[], among: Members | null): Members {
    const all = (members: Members, selector: Selector): Members => {
      const test = this.#test(selector)
      return this.#by((place) => members[place] === 1 && test(place))
    }
    return simple.reduce(all, among ?? this.#by(() => true))
  }

  #test(selector: Selector): (place: number) => boolean {
    const { elements } = this.#order
    if ('namespace' in selector && selector.namespace !== null && selector.namespace !== '*') throw new Error('Pages have no namespaces.')
    if (selector.type === SelectorType.Universal) return () => true
    if (selector.type === SelectorType.Tag) {
      const tag = selector.name.toLowerCase()
      return (place) => elements[place]!.tag === tag
    }
    if (selector.type === SelectorType.Attribute) {
      const test = attributeTest(selector, this.#wordsOf)
      return (place) => test(elements[place]!)
    }
    if (selector.type !== SelectorType.Pseudo) throw new Error('Only elements can be selected.')
    const members = this.#pseudo(selector)
    return selector.name === 'not' ? (place) => members[place] === 0 : (place) => members[place] === 1
  }

  /** Elements of a pseudo-class; for `:not` those that it leaves out. @throws Error for one that is not known, or with the wrong argument */
  #pseudo({ name, data }: PseudoSelector): Members {
    if (Array.isArray(data)) {
      if (name === 'has') return this.#having(data)
      if (/^(?:is|not|matches|where)$/.test(name)) return this.named(data)
    } else if (data === null) {
      const alias = Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined
      if (alias !== undefined) return this.named(parse(alias))
      if (name === 'empty') return this.#by((place) => isEmpty(this.#order.elements[place]!))
      if (name === 'root' || name === 'scope') return this.#root
      // Nobody points at anything here.
      if (/^(?:hover|active|visited)$/.test(name)) return this.#by(() => false)
    } else {
      if (name === 'contains' || name === 'icontains') return containing(this.#order, data, name === 'icontains')
      if (name === 'lang') return inLanguage(this.#order, data)
      const [, last, what] = /^nth-(last-)?(child|of-type)$/.exec(name) ?? []
      if (what !== undefined) {
        const [, formula = data, among] = (what === 'child' ? COUNTED.exec(data) : null) ?? []
        const counted = among === undefined ? null : this.named(parse(among))
        return nth(this.#order, formula, { fromEnd: last !== undefined, byTag: what === 'of-type', counted })
      }
    }
    throw new Error(`There is no :${name} of this form.`)
  }
}

/** The outermost elements at and below `root` that a selector names, in document order. @throws Error when it is no selector */
export function outermostNamed(root: Element | null, selector: string): Element[] {
  const order = orderOf(root)
  const members = new Matcher(order).named(parse(selector))
  const found: Element[] = []
  for (let place = members.indexOf(1); place >= 0; place = members.indexOf(1, order.end[place])) found.push(order.elements[place]!)
  return found
}
