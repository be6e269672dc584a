/** Ways to look at a document that is read already: a part of it, its text, its blocks. */
import { cutMarkdown, openFence } from './body/cut.ts'
import { inert } from './body/render-markdown.ts'
import { plainText } from './language/plain-text.ts'

export { plainText } from './language/plain-text.ts'
export { isSelector } from './page/select.ts'

/** One token to four bytes of UTF-8, which holds for European and East Asian text alike. */
export const BYTES_PER_TOKEN = 4

export const countTokens = (markdown: string): number => Math.ceil(Buffer.byteLength(markdown) / BYTES_PER_TOKEN)

/** Fewer tokens than this are no part worth asking for. */
export const LEAST_TOKENS = 100

/**
 * The part of Markdown that begins at `offset` (characters) and has at most `maxTokens` tokens (at least `LEAST_TOKENS`), cut at a paragraph or
 * line where there is one near; code that is cut is closed here and opened again in the next part. Safe by itself, wherever it begins and ends.
 * @returns `nextOffset`: where to go on; null at the end
 */
export function takePart(markdown: string, offset: number, maxTokens: number): { markdown: string; nextOffset: number | null } {
  if (offset >= markdown.length) return { markdown: '', nextOffset: null }
  const open = offset === 0 ? null : openFence(markdown.slice(0, offset))
  const lead = open === null ? '' : `${open}\n`
  const rest = markdown.slice(offset)
  const { markdown: part, cut, end } = cutMarkdown(lead + rest, maxTokens * BYTES_PER_TOKEN)
  if (!cut) return { markdown: offset === 0 ? part : inert(part), nextOffset: null }
  const next = offset + Math.max(1, end - lead.length)
  return { markdown: inert(part), nextOffset: next + (/^(?: |\n*)/.exec(markdown.slice(next, next + 8))?.[0].length ?? 0) }
}

export type BlockKind = 'heading' | 'paragraph' | 'list' | 'table' | 'code' | 'quote' | 'image' | 'rule'
export type MarkdownBlock = { readonly kind: BlockKind; readonly text: string }

const KINDS: readonly (readonly [BlockKind, RegExp])[] = [
  ['heading', /^#{1,6} /],
  ['code', /^`{3,}/],
  ['rule', /^\*{3}$/],
  ['quote', /^>/],
  ['table', /^\|/],
  ['list', /^(?:[-*]|\d{1,9}[.)]) /],
  ['image', /^!\[[^\]]*\]\(\S+(?: "[^\n]*")?\)$/],
]

/** Blocks of Markdown of ours, in order, each with its plain text. */
export function toBlocks(markdown: string): MarkdownBlock[] {
  const blocks: string[] = []
  let open: string | null = null
  for (const piece of markdown.split('\n\n')) {
    // What an open fence or an indented line continues is one block with it.
    if (blocks.length > 0 && (open !== null || /^ /.test(piece))) blocks[blocks.length - 1] += `\n\n${piece}`
    else blocks.push(piece)
    open = openFence(blocks[blocks.length - 1]!.slice(-200_000))
  }
  return blocks
    .filter((block) => block.trim() !== '')
    .map((block) => ({ kind: KINDS.find(([, pattern]) => pattern.test(block))?.[0] ?? 'paragraph', text: plainText(block).trim() }))
}
