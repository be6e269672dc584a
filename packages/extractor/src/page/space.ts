/** White space between words and in code, as a page's source has it. */
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
