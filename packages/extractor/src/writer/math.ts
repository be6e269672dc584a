import { type Element, find } from '../page/dom.ts'
import { squeeze, textOf } from '../page/text.ts'
import { toTex } from './mathml.ts'

const MATH_CLASS = /(?:^|\s)(?:katex|katex-display|MathJax(?:_Display|_SVG)?|mwe-math-element|mjx-chtml|ltx_Math|math-tex)(?:\s|$)/

/** What draws formulas as pictures, with their TeX as what is read in their place. */
const PICTURE_CLASS = /(?:^|\s)(?:latex|tex|mwe-math-fallback-image-\w+)(?:\s|$)/

/** TeX between the signs of a formula, as LaTeX2HTML and others describe what they draw. */
const TEX = /^\s*(?:\$[^$]+\$|\\\([^$]+\\\))\s*$/

const isPicture = ({ tag, attributes }: Element): boolean =>
  tag === 'img' &&
  attributes.alt !== undefined &&
  ((PICTURE_CLASS.test(attributes.class ?? '') && attributes.alt.trim() !== '') || TEX.test(attributes.alt))

/** Whether the element is a formula as a whole: MathML, what KaTeX, MathJax and MediaWiki draw around it, or its picture. */
export const isMath = (element: Element): boolean =>
  element.tag === 'math' ||
  element.tag === 'mjx-container' ||
  element.tag === 'tex-math' ||
  MATH_CLASS.test(element.attributes.class ?? '') ||
  isPicture(element)

const stripDisplay = (tex: string): string => {
  const wrapped = /^(?:\{\\(?:displaystyle|textstyle)\b\s*([\s\S]*)\}|\\(?:displaystyle|textstyle)\b\s*([\s\S]*))$/.exec(tex)
  return (wrapped?.[1] ?? wrapped?.[2] ?? tex).trim()
}

const delimited = /^(?:\\\((?<inline>[\s\S]*)\\\)|\\\[(?<display>[\s\S]*)\\\]|\$\$(?<dollars>[\s\S]*)\$\$|\$(?<dollar>[^$]+)\$)$/

/** TeX in which no reader of Markdown sees a tag, a link or code, whether it knows formulas or not. Spaces mean nothing in a formula. */
export const disarmed = (tex: string): string =>
  tex
    .replace(/<(?=[a-z/!?])/gi, '< ')
    .replace(/\](?=[([:])/g, '] ')
    .replaceAll('`', '‘')

const COMMENT = /(?<!\\)%.*$/

/** TeX on one line, without the comments that end with theirs: they would take the rest of it along. */
export function onOneLine(tex: string): string {
  const lines = tex.includes('%') ? tex.split('\n') : [tex]
  return squeeze(lines.map((line, at) => (at < lines.length - 1 ? line.replace(COMMENT, '') : line)).join('\n'))
}

/** A formula within the words of a link, which a bracket of its own without the other one would end. */
export function inLink(formula: string): string {
  let depth = 0
  for (const [bracket] of formula.replace(/\\[[\]]/g, '').matchAll(/[[\]]/g)) {
    depth += bracket === '[' ? 1 : -1
    if (depth < 0) break
  }
  return depth === 0 ? formula : formula.replaceAll('[', '\\lbrack ').replaceAll(']', '\\rbrack ')
}

/** TeX of a formula, once: from its annotation, else from its MathML, else its plain text. Null when there is nothing to write. */
export function mathOf(element: Element): { tex: string; display: boolean } | null {
  const math = element.tag === 'math' ? element : find(element, (inner) => inner.tag === 'math')
  const annotation = find(element, (inner) => inner.tag === 'annotation' && /tex/i.test(inner.attributes.more.encoding ?? ''))
  const script = element.tag === 'tex-math' ? element : find(element, (inner) => inner.tag === 'tex-math')
  const raw =
    (element.tag === 'img' ? element.attributes.alt : undefined) ??
    (annotation && textOf(annotation)) ??
    (script && textOf(script)) ??
    math?.attributes.more.alttext ??
    element.attributes.more['data-tex'] ??
    element.attributes.more['data-math'] ??
    (math ? toTex(math) : textOf(element))
  const given = delimited.exec(onOneLine(raw))
  const { inline, display: shown, dollars, dollar } = given?.groups ?? {}
  const tex = stripDisplay(given ? (inline ?? shown ?? dollars ?? dollar ?? '').trim() : onOneLine(raw))
  if (tex === '') return null
  const classes = element.attributes.class ?? ''
  const display =
    shown !== undefined ||
    dollars !== undefined ||
    math?.attributes.more.display === 'block' ||
    element.attributes.more.display === 'true' ||
    (script?.attributes.type ?? '').includes('mode=display') ||
    (element.tag === 'img' && /^\\displaystyle\b/.test(raw)) ||
    /katex-display|MathJax_Display|mwe-math-element-block/.test(classes) ||
    /katex-display/.test(element.parent?.attributes.class ?? '')
  return { tex: disarmed(tex), display }
}

/** The number of a formula: `(1)`, `(2.3a)`. */
const NUMBER = /^(?:\([\w.*′-]{1,8}\))?$/

/** Whether a cell only places a formula, or its number. */
const isPlaced = (cell: Element): boolean =>
  NUMBER.test(squeeze(textOf(cell))) || cell.children.every((child) => (child.kind === 'text' ? child.text.trim() === '' : isMath(child)))

/** Whether each row of a table is a formula that its cells only put in place. */
export const isFormulaTable = (rows: readonly Element[][]): boolean =>
  rows.every((row) => row.every(isPlaced) && row.some((cell) => find(cell, isMath) !== null))
