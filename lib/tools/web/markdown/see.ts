/** Markdown that is read already, seen as its caller wants it: a part of it, its text, its blocks. In a worker where that may take long. */
import { BYTES_PER_TOKEN, type MarkdownBlock, type MarkdownPart, plainText, takePart, toBlocks } from '#extractor/view'

/** What is to be seen of Markdown: from `offset` (characters) on at most `maxTokens` tokens, and in which form besides. */
export type Sight = { markdown: string; offset: number; maxTokens: number; format: 'markdown' | 'text' | 'json' }

export type Seen = MarkdownPart & { readonly text?: string; readonly blocks?: MarkdownBlock[] }

export function see({ markdown, offset, maxTokens, format }: Sight): Seen {
  const part = takePart(markdown, offset, maxTokens)
  if (format === 'text') return { ...part, text: plainText(part.markdown) }
  return format === 'json' ? { ...part, blocks: toBlocks(part.markdown) } : part
}

/** Characters that are looked at where they are: in the worst case some twenty milliseconds. */
const FEW_CHARS = 32_000

/** Whether a look may take so long that others would wait for it: a megabyte of marks takes most of a second. */
export const isLong = ({ markdown, offset, maxTokens, format }: Sight): boolean =>
  markdown.length > FEW_CHARS && (format !== 'markdown' || offset > 0 || Buffer.byteLength(markdown) > maxTokens * BYTES_PER_TOKEN)
