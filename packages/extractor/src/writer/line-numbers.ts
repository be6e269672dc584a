/** Numbers of lines that stand beside or inside of code and are no part of it, whatever draws them. */
import { type Element, onlyNode, walk } from '../page/dom.ts'
import { textOf } from '../page/text.ts'

const GUTTER =
  /(?:^|\s)(?:(?:react-)?line-?numbers?(?:-rows)?|listing_lines|lineno|linenos|gutter|hljs-ln-numbers|ln-num|blob-num|rouge-gutter|crayon-nums|line-number|cm-gutters?|CodeMirror-(?:gutters?|gutter-wrapper|linenumber)|copy(?:-?(?:btn|button|code))?|code-copy|clipboard|ttc)(?:\s|$)/i
/** Classes too short to tell by themselves: numbers alone in such an element are those of lines. */
const NUMBERS = /(?:^|\s)(?:lnt?|lno|line-num|l-num|ln-\w+)(?:\s|$)/i
const NUMBER = /^\s*\d{1,6}(?:\s*[:.|])?\s*$/

export const hasGutterClass = ({ attributes }: Element): boolean => attributes.class !== undefined && GUTTER.test(attributes.class)

/** Line numbers beside code, as an element of their own. */
export const isNumberColumn = (element: Element): boolean => hasGutterClass(element) && /^[\s\d.:]*$/.test(textOf(element))

/** Whether an element inside of code is none of it: a button, or the number of a line by its class. */
export const isGutter = (element: Element): boolean =>
  element.tag === 'button' ||
  GUTTER.test(element.attributes.class ?? '') ||
  (NUMBERS.test(element.attributes.class ?? '') && NUMBER.test(textOf(element))) ||
  (element.attributes.more['data-line-number'] !== undefined && element.children.length === 0)

/** Whether code is nothing but the numbers of its lines, each one more than the one above it. */
export const isNumbering = (code: string): boolean =>
  /^\s*\d+(?:[^\S\n]*\n\s*\d+)+\s*$/.test(code) && countsUp(code.trim().split(/\s+/).map(Number))

const countsUp = (numbers: readonly number[]): boolean => numbers.every((number, at) => number === numbers[0]! + at)

/** Whether the rows of a table are lines of code, each with its number in a cell of its own, or all of them in one cell without numbers. */
export const isCodeTable = (rows: readonly (readonly Element[])[]): boolean =>
  rows.length > 0 &&
  (rows.every(([number, line, more]) => number !== undefined && line !== undefined && more === undefined && isGutter(number)) ||
    (rows.length === 1 && rows[0]!.length === 1 && holdsCodeLines(rows[0]![0]!)))

/** Whether a cell holds nothing but the lines that SyntaxHighlighter makes of code. */
function holdsCodeLines({ attributes, children: [box, more] }: Element): boolean {
  if (attributes.class !== 'code' || box?.kind !== 'element' || box.attributes.class !== 'container' || more !== undefined) return false
  return box.children.length > 0 && box.children.every((line) => line.kind === 'element' && /^line /.test(line.attributes.class ?? ''))
}

/** Elements alike that hold nothing but a number, by their tag and class. */
export function numberElements(pre: Element): Element[][] {
  const alike = new Map<string, Element[]>()
  walk(pre, (element) => {
    const only = onlyNode(element)
    if (only?.kind !== 'text' || !NUMBER.test(only.text)) return undefined
    const key = `${element.tag} ${element.attributes.class ?? ''} ${element.attributes.style ?? ''}`
    const known = alike.get(key)
    if (known) known.push(element)
    else alike.set(key, [element])
    return undefined
  })
  return [...alike.values()].filter(
    (elements) => elements.length > 1 && countsUp(elements.map((element) => Number.parseInt(textOf(element), 10))),
  )
}
