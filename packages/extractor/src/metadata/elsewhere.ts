/** What on a page is a card of another: what is said in it is said of that. */
import { closest, type Element, find, isWithin } from '../page/dom.ts'
import { classIs } from '../page/once.ts'
import { HEADINGS, isTime } from '../page/tags.ts'
import { AUTHOR_PATH } from './byline-markup.ts'
import type { Heading } from './title.ts'

const leadsAway = ({ tag, attributes: { href } }: Element): boolean =>
  tag === 'a' && href !== undefined && !href.startsWith('#') && !AUTHOR_PATH.test(href)

/** Headings that are chosen for their look, and may stand above a line of any item. */
const isSmall = (tag: string): boolean => tag === 'h5' || tag === 'h6'

const isTitle = ({ tag }: Element): boolean => HEADINGS.has(tag) && !isSmall(tag)

/** What may be an item of a list, or a card. */
const ITEMS = /^(?:article|section|li|aside|tr)$/

/** As many items of one make are a list. */
const MANY = 3

/** Whether an element is one of several of its make that have a heading each, and, where they are parts of a text as well, a day. */
function itemsOf(): (element: Element) => boolean {
  const known = new Map<Element, ReadonlySet<Element>>()
  return (element) => {
    const { parent, tag } = element
    if (parent === null || (tag !== 'article' && tag !== 'section')) return false
    let items = known.get(parent)
    if (items === undefined) {
      items = new Set(listIn(parent))
      known.set(parent, items)
    }
    return items.has(element)
  }
}

function listIn({ children }: Element): readonly Element[] {
  const makes = new Map<number, Element[]>()
  for (const child of children) {
    if (child.kind !== 'element' || (child.tag !== 'article' && child.tag !== 'section') || find(child, isTitle) === null) continue
    if (child.tag === 'section' && find(child, isTime) === null) continue
    const make = makes.get(child.look)
    if (make === undefined) makes.set(child.look, [child])
    else make.push(child)
  }
  return [...makes.values()].flatMap((make) => (make.length < MANY ? [] : make))
}

/** Whether a row stands below the heads of columns: each row of a table of files, of events is something else. */
function isOfColumns({ parent }: Element): boolean {
  const first = parent?.children.slice(0, MOST_BEFORE).find((child) => child.kind === 'element' && child.tag === 'tr')
  if (first?.kind === 'element' && callsColumns(first)) return true
  const before = parent?.tag === 'tbody' ? (parent.parent?.children ?? []) : []
  return before.slice(0, MOST_BEFORE).some((child) => child.kind === 'element' && child.tag === 'thead' && find(child, isHead) !== null)
}
const MOST_BEFORE = 8
/** Whether a row is nothing but the heads of several columns. */
function callsColumns({ children }: Element): boolean {
  const cells = children.filter((child) => child.kind === 'element')
  return cells.length > 2 && cells.every(isHead)
}
const isHead = ({ tag }: Element): boolean => tag === 'th'

/** What makers call a box that leads to something else. */
const TEASER = /(?:^|[\s_-])(?:teasers?|promo|related|recommended|read-?(?:more|next|also))(?:$|[\s_-])/i

/**
 * Whether an element is a card of something else: an item, or what stands aside, whose first heading leads there, and not that of the page, or one
 * of several of its make; a row of a table of such things. Of what its class calls a teaser any link does.
 * @param hasLists whether several of one make are a list, not the posts of a thread
 */
export function isElsewhere(heading: Heading | null, hasLists: boolean): (element: Element) => boolean {
  if (heading === null) return () => false
  const cards = new Map<Element, boolean>()
  const isTeaser = classIs(TEASER)
  const isOfMany = itemsOf()
  const isCard = (element: Element, isNamed: boolean): boolean => {
    if (isWithin(heading.element, element)) return false
    if (element.tag === 'tr') return isOfColumns(element)
    const title = find(element, isTitle)
    const leads = title !== null && (find(title, leadsAway) !== null || closest(title.parent, leadsAway) !== null)
    return (
      (leads && element.tag !== 'section') ||
      (isNamed && find(element, leadsAway) !== null) ||
      (hasLists && title !== null && isOfMany(element))
    )
  }
  return (element) => {
    const isNamed = element.tag !== 'body' && isTeaser(element)
    if (!ITEMS.test(element.tag) && !isNamed) return false
    let is = cards.get(element)
    if (is === undefined) {
      is = isCard(element, isNamed)
      cards.set(element, is)
    }
    return is
  }
}
