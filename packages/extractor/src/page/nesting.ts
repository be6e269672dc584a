/** Which open elements a tag closes: the part of HTML's tree construction that pages in the wild depend on. */

import type { Element } from './dom.ts'
import { namesIn } from './names.ts'
import { BLOCK_TAGS, HEADINGS } from './tags.ts'

/** Elements whose text is never page text. Their content is skipped without becoming nodes. */
export const DROPPED: ReadonlySet<string> = namesIn('script style iframe embed svg frameset noframes noembed')

/** These end a forgotten `<svg>`, as in browsers. */
export const LEAVES_SVG: ReadonlySet<string> = namesIn(
  'b big blockquote body br center code dd div dl dt em h1 h2 h3 h4 h5 h6 head hr i img li menu meta nobr ol p pre ruby s small span strong ' +
    'strike sub sup table tt u ul var',
)

const CLOSES_P: ReadonlySet<string> = namesIn(
  'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header ' +
    'hgroup hr li main menu nav ol p pre search section summary table ul',
)

/** A start tag closes these open elements when it meets one before any of the borders. */
const IMPLIED: ReadonlyMap<string, { close: ReadonlySet<string>; until: ReadonlySet<string> }> = new Map(
  [
    ['li', 'li', 'ul ol menu dir table td th body'],
    ['dt', 'dt dd', 'dl table td th body'],
    ['dd', 'dt dd', 'dl table td th body'],
    ['option', 'option', 'select datalist body'],
    ['optgroup', 'option optgroup', 'select body'],
    ['tr', 'tr', 'table body'],
    ['td', 'td th', 'tr table body'],
    ['th', 'td th', 'tr table body'],
    ['thead', 'thead tbody tfoot caption colgroup', 'table body'],
    ['tbody', 'thead tbody tfoot caption colgroup', 'table body'],
    ['tfoot', 'thead tbody tfoot caption colgroup', 'table body'],
  ].map(([name, close, until]) => [name!, { close: namesIn(close!), until: namesIn(until!) }]),
)

const TABLE_PARTS: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'body', 'html'])

/** The first two open elements, `html` and `body`, are never closed. */
const BOTTOM = 1

/** How many of the open elements stay open when a start tag comes. */
export function openAfterStart(open: readonly Element[], name: string): number {
  const rule = IMPLIED.get(name)
  if (rule) {
    for (let index = open.length - 1; index > BOTTOM; index -= 1) {
      const { tag } = open[index]!
      if (rule.close.has(tag)) return index
      if (rule.until.has(tag)) break
    }
  }
  if (name === 'a') return openOutside('a', open)
  const left = CLOSES_P.has(name) ? openOutside('p', open) : open.length
  return left - Number(left > 2 && HEADINGS.has(name) && HEADINGS.has(open[left - 1]!.tag))
}

/** How many are open around the innermost element of that tag; all of them where a block comes before it. */
function openOutside(name: string, open: readonly Element[]): number {
  for (let index = open.length - 1; index > BOTTOM; index -= 1) {
    const { tag } = open[index]!
    if (tag === name) return index
    if (BLOCK_TAGS.has(tag)) break
  }
  return open.length
}

/** How many of the open elements stay open when an end tag comes. */
export function openAfterEnd(open: readonly Element[], name: string): number {
  for (let index = open.length - 1; index > BOTTOM; index -= 1) {
    const { tag } = open[index]!
    if (tag === name || (HEADINGS.has(tag) && HEADINGS.has(name))) return index
    // A stray end tag inside a cell must not close the table around it, nor an inline one a block.
    if ((TABLE_PARTS.has(tag) && !TABLE_PARTS.has(name)) || (tag !== 'p' && BLOCK_TAGS.has(tag) && !BLOCK_TAGS.has(name))) break
  }
  return open.length
}
