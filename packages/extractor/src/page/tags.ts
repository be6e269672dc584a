/** What elements are by their tags, and by the few names that stand for one. */

import type { Element } from './dom.ts'
import { namesIn } from './names.ts'

export const BLOCK_TAGS: ReadonlySet<string> = namesIn(
  'address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav noscript ol optgroup option p pre search section select summary table ' +
    'tbody td textarea tfoot th thead tr ul',
)

/** Boxes of lines of code: those of Doxygen, CodeMirror 5 and 6, Ace, Monaco, GitHub's view of a file and Notion. */
const CODE_BOXES: ReadonlySet<string | undefined> = new Set([
  'fragment',
  'CodeMirror-code',
  'cm-content',
  'cm-content cm-lineWrapping',
  'ace_layer ace_text-layer',
  'view-lines',
  'view-lines monaco-mouse-cursor-text',
  'react-code-lines',
  'line-numbers notion-code-block',
])

/** Whether an element holds code line by line, in a box of its own that some makers write for it. */
export const isPre = ({ tag, attributes }: Element): boolean => tag === 'pre' || (tag === 'div' && CODE_BOXES.has(attributes.class))

/** Whether an element is a table by its role alone. */
export const isRoleTable = ({ tag, attributes }: Element): boolean => attributes.role === 'table' && tag !== 'table'

/** Whether an element is a cell of such a table. */
export const isRoleCell = ({ attributes: { role } }: Element): boolean =>
  role !== undefined && /^(?:cell|gridcell|columnheader|rowheader)$/.test(role)

/** Whether code in a line keeps its lines by its own style. */
export const keepsLines = ({ tag, attributes }: Element): boolean =>
  tag === 'code' && attributes.style !== undefined && /white-space\s*:\s*(?:pre|break-spaces)/i.test(attributes.style)

export const HEADINGS: ReadonlySet<string> = namesIn('h1 h2 h3 h4 h5 h6')

export const VOID_TAGS: ReadonlySet<string> = namesIn(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
)

const FOR_READERS =
  /(?:^|\s)(?:visually-?hidden|sr-only|screen-reader-(?:text|only)|clipped|a(?:ok)?-offscreen|[\w-]*hidden-accessible)(?:\s|$)/i

/** Whether an element holds words for screen readers, which a page need not part from what it shows. */
export const isForReaders = ({ attributes }: Element): boolean => FOR_READERS.test(attributes.class ?? '')

/** Whether an element says by its tag that what it holds no longer holds. */
export const isStruck = ({ tag }: Element): boolean => tag === 's' || tag === 'del' || tag === 'strike'

/** The element for a moment, and those that scripts make of it (GitHub's, Reddit's), which hold nothing until then. */
const TIMES = /^(?:time|(?:relative|local)-time|time-ago|faceplate-timeago)$/
export const isTime = ({ tag }: Element): boolean => TIMES.test(tag)
export const datetimeOf = ({ attributes }: Element): string | undefined => attributes.datetime ?? attributes.more.ts

/** An element that its style alone makes a new line: `<span class="br"></span>`. */
export const breaksByClass = ({ tag, children, attributes }: Element): boolean =>
  tag === 'span' && children.length === 0 && attributes.class !== undefined && /(?:^|\s)br(?:\s|$)/.test(attributes.class)

/** Films and sound, also as elements that scripts make players of. */
export const PLAYS: ReadonlySet<string> = namesIn(
  'video audio amp-video amp-audio amp-youtube amp-vimeo amp-dailymotion amp-iframe lite-youtube lite-vimeo',
)
