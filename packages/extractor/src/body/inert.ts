/** Pieces of Markdown of ours that must be safe by themselves, wherever they were cut. */
import markdownIt, { type StateInline, type Token } from 'markdown-it'
import { lazily, plainlySpaced } from './render-markdown.ts'

/** What raw HTML, or an address that is none to follow, needs in Markdown. */
const SUSPICIOUS = /<|\]\((?!https?:)|\]:/i
const FOLLOWED = /^(?:https?:|mailto:|tel:|ftp:|#|$)/i

const ADDRESS = /https?:\/\/|www\./i

/**
 * Whether a text ends in a bare address, which goes on up to a space or a tag. Readers that make links of such take the tick behind one for a
 * part of it: then what stands in the code is no code.
 */
function endsInAddress(text: string): boolean {
  let from = text.length
  while (from > 0 && !/[\s<]/.test(text[from - 1]!)) from -= 1
  return ADDRESS.test(text.slice(from))
}

function acts(tokens: readonly Token[]): boolean {
  let isAddress = false
  return tokens.some((token) => {
    if (token.type === 'code_inline' && isAddress) return true
    if (token.type === 'html_block' || token.type === 'html_inline') return true
    isAddress = goesOn(token, isAddress)
    const address = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : null
    if (address !== null && !FOLLOWED.test(String(token.attrGet(address) ?? ''))) return true
    return token.children !== null && acts(token.children)
  })
}

/** Whether a bare address goes on behind a token: links and stars are signs of it, as is all else before a space. */
const goesOn = ({ type, content }: Token, isAddress: boolean): boolean =>
  type === 'text'
    ? endsInAddress(content) || (isAddress && !/[\s<]/.test(content))
    : isAddress && !/^(?:code_inline|softbreak|hardbreak)$/.test(type)

const judge = lazily(() => {
  const parser = new markdownIt({ html: true })
  parser.validateLink = () => true
  parser.inline.ruler.before('html_inline', 'special', readSpecial)
  return parser
})

/** How raw HTML begins that is no tag, and how it ends (CommonMark 0.31.2, 6.6). */
const SPECIAL: readonly (readonly [RegExp, string])[] = [
  [/<!--/y, '-->'],
  [/<!\[CDATA\[/y, ']]>'],
  [/<\?/y, '?>'],
  [/<![a-z]/iy, '>'],
]

/** Where the last of each end stands in a text. */
const lastEnds = new WeakMap<StateInline, readonly number[]>()

/** Such HTML by itself: where one has no end, markdown-it takes all behind it for text, of whatever kind it is. */
function readSpecial(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  const kind = SPECIAL.findIndex(([begin]) => {
    begin.lastIndex = pos
    return begin.test(src)
  })
  if (kind === -1) return false
  const last = lastEnds.get(state) ?? SPECIAL.map(([, end]) => src.lastIndexOf(end))
  lastEnds.set(state, last)
  if (last[kind]! < pos + 2) return false
  const end = src.indexOf(SPECIAL[kind]![1], pos + 2) + SPECIAL[kind]![1].length
  if (!silent) state.push('html_inline', '', 0).content = src.slice(pos, end)
  state.pos = end
  return true
}

/** Whether a bare address takes in the back slash that stands behind it: what that kept a text is HTML then. */
const takesSlash = (piece: string): boolean =>
  piece
    .split('<')
    .slice(0, -1)
    .some((before) => before.endsWith('\\') && endsInAddress(before))

/**
 * A piece of Markdown of ours as it may stand alone. Cut in the middle of code, of a title or behind a back slash, what was text may become
 * HTML or a link; then every sign that such a thing needs is written as an entity, which is text wherever it stands.
 */
export function inert(piece: string): string {
  if (!SUSPICIOUS.test(piece)) return piece
  if (!takesSlash(piece) && !acts(judge().parse(plainlySpaced(piece), {}))) return piece
  return piece
    .replaceAll('<', '&lt;')
    .replace(/\]\((?!https?:)/gi, ']&#40;')
    .replaceAll(']:', ']&#58;')
}
