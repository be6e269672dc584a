/** Markdown that is read already, seen as its caller wants it: a part of it, its text, its blocks. In a worker where that may take long. */
import {
  BYTES_PER_TOKEN,
  countTokens,
  LEAST_TOKENS,
  type MarkdownBlock,
  type MarkdownPart,
  plainText,
  takePart,
  toBlocks,
} from '#extractor/view'

/** What is to be seen of Markdown: from `offset` (characters) on at most `maxTokens` tokens, and in which form besides. */
export type Sight = { markdown: string; offset: number; maxTokens: number; format: 'markdown' | 'text' | 'json' }

export type Seen = MarkdownPart & { readonly text?: string; readonly blocks?: MarkdownBlock[] }

/** Tokens that one answer holds: text and blocks say the Markdown once or twice more. */
export const MOST_TOKENS = { markdown: 750_000, text: 400_000, json: 250_000 } as const
/** Bytes of JSON that a look may have. Platforms let 4.5 MB through for an answer, of which this is most. */
export const MOST_BYTES = 3_400_000

/** A shorter part is given where the look has more than `MOST_BYTES`: signs that JSON escapes, and blocks of a few signs each. */
export function see(sight: Sight): Seen {
  let maxTokens = Math.min(sight.maxTokens, MOST_TOKENS[sight.format])
  for (;;) {
    const seen = look({ ...sight, maxTokens })
    const bytes = mayBeTooMuch(seen) ? Buffer.byteLength(JSON.stringify(seen)) : 0
    if (bytes <= MOST_BYTES || maxTokens <= LEAST_TOKENS) return seen
    maxTokens = Math.max(LEAST_TOKENS, Math.floor((countTokens(seen.markdown) * 0.9 * MOST_BYTES) / bytes))
  }
}

/** A sign of Markdown is at most a block of its own, with some thirty signs around it. */
const mayBeTooMuch = ({ markdown }: Seen): boolean => markdown.length * 40 > MOST_BYTES

function look({ markdown, offset, maxTokens, format }: Sight): Seen {
  const part = takePart(markdown, offset, maxTokens)
  if (format === 'text') return { ...part, text: plainText(part.markdown) }
  return format === 'json' ? { ...part, blocks: toBlocks(part.markdown) } : part
}

/** Characters that are looked at where they are: in the worst case some twenty milliseconds. */
const FEW_CHARS = 32_000

/** Whether a look may take so long that others would wait for it: a megabyte of marks takes most of a second. */
export const isLong = ({ markdown, offset, maxTokens, format }: Sight): boolean =>
  markdown.length > FEW_CHARS &&
  (format !== 'markdown' ||
    offset > 0 ||
    markdown.length * 2 > MOST_BYTES ||
    Buffer.byteLength(markdown) > Math.min(maxTokens, MOST_TOKENS.markdown) * BYTES_PER_TOKEN)
