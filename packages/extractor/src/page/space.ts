/** White space between words and in code, as a page's source has it. */
import type { Attributes } from './attributes.ts'
import type { Element } from './dom.ts'
import { isPre, keepsLines } from './tags.ts'

const KEEPS_SPACE: ReadonlySet<string> = new Set(['pre', 'textarea', 'xmp', 'listing', 'plaintext'])
/** Lines of code in the cells of a table. */
const CODE_CELL = /(?:^|\s)(?:blob|crayon)-code(?:\s|$)/

/** Whether white space in an element stands as it was written. */
export const keepsSpace = (element: Element, { tag, attributes } = element): boolean =>
  KEEPS_SPACE.has(tag) || keepsLines(element) || (tag === 'td' && CODE_CELL.test(attributes.class ?? '')) || isPre(element)

const RUNS = /[\t\n\f\r ]{2,}|[\t\n\f\r]|[\u00a0 \t\n\r\f]{2,}/g
/** In code a hard space is one that is meant. */
const CODE_RUNS = /[\t\n\f\r ]{2,}|[\t\n\f\r]/g
/** What stands between most tags. */
const ONLY_SPACE = /^[\t\n\f\r ]+$/
/** More white space than any code has. */
const LONG_RUNS = /[ \t\u00a0]{400,}|\n{100,}/g

/** Text of such an element. */
export const keptSpace = (text: string): string => text.replace(/\r\n?/g, '\n').replace(LONG_RUNS, (run) => run.slice(0, 100))

/** Any other text: runs of white space are one space. @param inCode whether the text is code within a line */
export const runTogether = (text: string, inCode: boolean): string => text.replace(inCode ? CODE_RUNS : RUNS, ' ')

export const isSpace = (text: string): boolean => ONLY_SPACE.test(text)

/** What frameworks and components call a text whose lines end where they were written to. */
const SHOWS_LINES = /(?:^|[\s_-])white-?space-pre-(?:wrap|line)(?:$|\s)/
const LINES_SHOWN = /white-space\s*:\s*(?:pre-wrap|pre-line|break-spaces)/i

/** Whether an element shows the ends of the lines of its text, by its class or its own style. */
export const showsLines = ({ class: classes, style }: Attributes): boolean =>
  (classes?.includes('space-pre-') === true && SHOWS_LINES.test(classes)) ||
  (style?.includes('white-space') === true && LINES_SHOWN.test(style))

/** What stands for the end of a line that is shown; white space to whoever does not ask for it. */
export const LINE_END = '\u2028'

/** A text with the ends of its lines, and no more than two of them in a row. */
export const withLines = (text: string): string =>
  text.trim().split('\n').length >= LEAST_LINES
    ? text
        .split('\n')
        .map((line, at, { length }) => (at === 0 ? line : at + 1 === length ? line.trimStart() : line.trim()))
        .join(LINE_END)
        .replace(MANY_ENDS, LINE_END + LINE_END)
    : text
/** Fewer are a heading or a label that is set in two. */
const LEAST_LINES = 3
const MANY_ENDS = /\u2028{3,}/g
