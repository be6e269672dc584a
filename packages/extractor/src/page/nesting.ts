/** Which open elements a tag closes: the part of HTML's tree construction that pages in the wild depend on. */
import { BLOCK_TAGS, type Element, HEADINGS } from './dom.ts'

/** Elements whose text is never page text. Their content is skipped without becoming nodes. */
export const DROPPED: ReadonlySet<string> = new Set('script style iframe embed svg frameset noframes noembed'.split(' '))

/** These end a forgotten `<svg>`, as in browsers. */
export const LEAVES_SVG: ReadonlySet<string> = new Set(
  (
    'b big blockquote body br center code dd div dl dt em h1 h2 h3 h4 h5 h6 head hr i img li menu meta nobr ol p pre ruby s small span strong ' +
    'strike sub sup table tt u ul var'
  ).split(' '),
)

const CLOSES_P: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header ' +
    'hgroup hr li main menu nav ol p pre search section summary table ul'
  ).split(' '),
)

/** A start tag closes these open elements when it meets one before any of the borders. */
const IMPLIED: Readonly<Record<string, { close: string[]; until: string[] }>> = {
  li: { close: ['li'], until: ['ul', 'ol', 'menu', 'dir', 'table', 'td', 'th', 'body'] },
  dt: { close: ['dt', 'dd'], until: ['dl', 'table', 'td', 'th', 'body'] },
  dd: { close: ['dt', 'dd'], until: ['dl', 'table', 'td', 'th', 'body'] },
  option: { close: ['option'], until: ['select', 'datalist', 'body'] },
  optgroup: { close: ['option', 'optgroup'], until: ['select', 'body'] },
  tr: { close: ['tr'], until: ['table', 'body'] },
  td: { close: ['td', 'th'], until: ['tr', 'table', 'body'] },
  th: { close: ['td', 'th'], until: ['tr', 'table', 'body'] },
  thead: { close: ['thead', 'tbody', 'tfoot', 'caption', 'colgroup'], until: ['table', 'body'] },
  tbody: { close: ['thead', 'tbody', 'tfoot', 'caption', 'colgroup'], until: ['table', 'body'] },
  tfoot: { close: ['thead', 'tbody', 'tfoot', 'caption', 'colgroup'], until: ['table', 'body'] },
}

const TABLE_PARTS: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'body', 'html'])

/** The first two open elements, `html` and `body`, are never closed. */
const BOTTOM = 1

/** Index of the innermost open element that `wanted` accepts, unless one that `border` accepts comes first; 0 when there is none. */
function innermost(open: readonly Element[], wanted: (tag: string) => boolean, border: (tag: string) => boolean): number {
  for (let index = open.length - 1; index > BOTTOM; index -= 1) {
    const { tag } = open[index]!
    if (wanted(tag)) return index
    if (border(tag)) return 0
  }
  return 0
}

/** How many of the open elements stay open when a start tag comes. */
export function openAfterStart(open: readonly Element[], name: string): number {
  const rule = IMPLIED[name]
  if (rule) {
    const implied = innermost(
      open,
      (tag) => rule.close.includes(tag),
      (tag) => rule.until.includes(tag),
    )
    if (implied > 0) return implied
  }
  let left = open.length
  if (CLOSES_P.has(name)) {
    left =
      innermost(
        open,
        (tag) => tag === 'p',
        (tag) => tag !== 'p' && BLOCK_TAGS.has(tag),
      ) || left
  }
  if (HEADINGS.has(name) && left > 2 && HEADINGS.has(open[left - 1]!.tag)) left -= 1
  if (name === 'a') {
    left =
      innermost(
        open,
        (tag) => tag === 'a',
        (tag) => BLOCK_TAGS.has(tag),
      ) || left
  }
  return left
}

/** How many of the open elements stay open when an end tag comes. */
export function openAfterEnd(open: readonly Element[], name: string): number {
  const heading = HEADINGS.has(name)
  const index = innermost(
    open,
    (tag) => tag === name || (heading && HEADINGS.has(tag)),
    // A stray end tag inside a cell must not close the table around it, nor an inline one a block.
    (tag) => (TABLE_PARTS.has(tag) && !TABLE_PARTS.has(name)) || (!BLOCK_TAGS.has(name) && BLOCK_TAGS.has(tag) && tag !== 'p'),
  )
  return index || open.length
}
