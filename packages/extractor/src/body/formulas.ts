/** Formulas of Markdown, as GitHub, Jupyter and Pandoc read them: what stands between their signs is TeX, in which `\\` and `_` are no Markdown. */
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'
import { IS_SURELY_TEX, IS_TEX } from '../writer/raw-tex.ts'

/** Environments of TeX that are formulas without any sign around them. */
const ENVIRONMENT = /^\\begin\{((?:align|alignat|eqnarray|equation|flalign|gather|multline)\*?)\}/
const MOST_LINES = 100

/** @param parser one that lets raw HTML through: a formula is handed on as MathJax keeps it in pages */
export function readFormulas(parser: MarkdownIt): void {
  parser.block.ruler.before('fence', 'formula', readBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  parser.inline.ruler.before('escape', 'formula', readInline)
}

const html = (tex: string, display: boolean): string =>
  `<script type="math/tex${display ? '; mode=display' : ''}">${tex.replaceAll('</', '< /')}</script>`

/** Lines of their own, up to the next empty one: none of them is a list or a heading, whatever it begins with. */
function readBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const { src, bMarks, tShift, eMarks, sCount, blkIndent } = state
  const begin = bMarks[startLine]! + tShift[startLine]!
  if (sCount[startLine]! - blkIndent >= 4 || !/[$\\]/.test(src[begin] ?? '')) return false
  const name = ENVIRONMENT.exec(src.slice(begin, eMarks[startLine]))?.[1]
  if (name === undefined && !src.startsWith('$$', begin)) return false
  const close = name === undefined ? '$$' : `\\end{${name}}`
  const isLast = (line: number): boolean => {
    let end = eMarks[line]!
    while (/\s/.test(src[end - 1] ?? '')) end -= 1
    return src.startsWith(close, end - close.length) && (line > startLine || end - begin >= 2 * close.length)
  }
  const beyond = Math.min(endLine, startLine + MOST_LINES)
  let last = startLine
  while (last < beyond && !isLast(last)) {
    last += 1
    if (last < beyond && (state.isEmpty(last) || sCount[last]! < blkIndent)) return false
  }
  if (last >= beyond) return false
  const text = state.getLines(startLine, last + 1, blkIndent, false).trim()
  const tex = name === undefined ? text.slice(2, -2) : text
  if (tex.includes('$$') || !IS_TEX.test(tex.trim())) return false
  if (!silent) {
    state.push('html_block', '', 0).content = `<p>${html(tex, true)}</p>\n`
    state.line = last + 1
  }
  return true
}

/** Where a sign stands next that no back slash makes a letter; -1 where none does. */
function nextSign(text: string, sign: string, from: number): number {
  for (let at = text.indexOf(sign, from); at !== -1; at = text.indexOf(sign, at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return at
  }
  return -1
}

/** `$x$` and `$$x$$` in a line, and GitHub's form with ticks inside. Sums of money are none: a sign stands before a space, a letter or a number. */
function readInline(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src[pos] !== '$') return false
  const sign = src[pos + 1] === '$' ? '$$' : '$'
  if (sign === '$' && (/[\p{L}\p{N}$]/u.test(src[pos - 1] ?? '') || /\s/.test(src[pos + 1] ?? ' '))) return false
  const end = nextSign(src, sign, pos + sign.length)
  if (end === -1) return false
  const inner = src.slice(pos + sign.length, end)
  const tex = sign === '$' ? inner.replace(/^`([^`]+)`$/, '$1') : inner
  if (tex.includes('`') || !(sign === '$' ? IS_TEX : IS_SURELY_TEX).test(tex.trim())) return false
  if (sign === '$' && (/\s$/.test(tex) || /[\p{L}\p{N}${]/u.test(src[end + 1] ?? ''))) return false
  if (!silent) state.push('html_inline', '', 0).content = html(tex, sign === '$$')
  state.pos = end + sign.length
  return true
}
