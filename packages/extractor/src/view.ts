/** Ways to look at a document that is read already: a part of it, its text, its blocks. */
import { partOf } from './body/cut.ts'
import { addressOf } from './body/destination.ts'
import { inert } from './body/inert.ts'
import { type BlockKind, spansOf } from './body/layout.ts'
import { inlineText } from './language/inline-text.ts'
import { sayingText as plainText } from './language/plain-text.ts'

export type { BlockKind } from './body/layout.ts'
export { sayingText as plainText } from './language/plain-text.ts'
export { isSelector } from './page/select.ts'

/** One token to four bytes of UTF-8, which holds for European and East Asian text alike. */
export const BYTES_PER_TOKEN = 4

export const countTokens = (markdown: string): number => Math.ceil(Buffer.byteLength(markdown) / BYTES_PER_TOKEN)

/** Fewer tokens than this are no part worth asking for. */
export const LEAST_TOKENS = 100

/** `nextOffset`: where to go on, null at the end; `within`: the kind of block that is cut there, null between two blocks. */
export type MarkdownPart = { readonly markdown: string; readonly nextOffset: number | null; readonly within: BlockKind | null }

/**
 * The part of Markdown that begins at `offset` (characters) and has at most `maxTokens` tokens (at least `LEAST_TOKENS`). It ends between two
 * blocks; inside of one only where that is longer than a part. Parts that cut no block are the whole when they are put together; code, tables
 * and lists that are cut go on in the next part as such, with their fence, head or place repeated. Safe by itself, wherever it begins and ends.
 * Empty at and beyond the end.
 */
export function takePart(markdown: string, offset: number, maxTokens: number): MarkdownPart {
  if (offset >= markdown.length) return { markdown: '', nextOffset: null, within: null }
  const { markdown: part, next, within } = partOf(markdown, offset, maxTokens * BYTES_PER_TOKEN)
  return { markdown: offset === 0 && next === null ? part : inert(part), nextOffset: next, within }
}

export type MarkdownBlock = {
  readonly kind: BlockKind
  readonly text: string
  /** Of a heading, 1 to 6. */
  readonly level?: number
  /** Of code, where it is known. */
  readonly language?: string
  /** Of a table: plain text of its cells, the head first. */
  readonly rows?: string[][]
  /** Of a picture: its address, and what is written in its place. */
  readonly url?: string
  readonly alt?: string
}

/** Items of one list have one kind of mark; the list behind it has another. */
const markOf = (block: string): string => /^(?:([-*])|\d{1,9}([.)]))/.exec(block)?.slice(1).join('') ?? ''

/** Blocks of Markdown of ours, in order, each with its plain text: together they are the text of the whole. */
export function toBlocks(markdown: string): MarkdownBlock[] {
  const found: { kind: BlockKind; parts: string[]; mark: string }[] = []
  for (const { kind, start, end } of spansOf(markdown)) {
    const block = markdown.slice(start, end)
    const last = found.at(-1)
    const mark = kind === 'list' ? markOf(block) : ''
    // Items with empty lines between are one list.
    if (kind === 'list' && last?.kind === 'list' && last.mark === mark) last.parts.push(block)
    else found.push({ kind, parts: [block], mark })
  }
  return found.map(({ kind, parts }) => {
    const markdown = parts.join('\n\n')
    const text = plainText(markdown)
    return { kind, text: text.trim(), ...detailsOf(kind, markdown, text) }
  })
}

/** What a program would have to read out of a block's Markdown. */
function detailsOf(kind: BlockKind, markdown: string, text: string): Omit<MarkdownBlock, 'kind' | 'text'> {
  if (kind === 'heading') return { level: markdown.search(/[^#]|$/) }
  if (kind === 'table') return { rows: text.split('\n').map((row) => row.split('\t')) }
  if (kind === 'code') {
    const language = /^`{3,}(\S*)/.exec(markdown)?.[1]
    return language ? { language } : {}
  }
  if (kind !== 'image') return {}
  const [, alt = '', url = ''] = /^\[?!\[((?:\\.|[^[\]\\])*)\]\((\S+?)(?:\)(?:$|\]\()| ")/.exec(markdown) ?? []
  return { url: addressOf(url), alt: inlineText(alt) }
}
