/** Bodies that are text already: native Markdown and plain text are passed through, JSON becomes one fenced block. Nothing executable stays. */

// Controls but tab and newline, bidi controls, zero-width characters (joiners stay: emoji and several scripts need them), tag characters.
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu

const DANGEROUS_TAG =
  /<(?=\/?(?:script|style|iframe|frame|frameset|object|embed|applet|form|input|button|textarea|select|meta|link|base|svg|math|template|noscript|xmp|plaintext)\b)/gi
const SCRIPTED_TAG = /<(?=[a-z][^<>]*(?:\son\w+\s*=|(?:javascript|vbscript|data)\s*:))/gi
const SCRIPTED_LINK = /(\]\(\s*<?|^\s{0,3}\[[^\]\n]{1,200}\]:\s*<?|<)(?:javascript|vbscript|data)\s*:/gim

/** Text from a stranger as Markdown: as it came, without invisible characters, comments, active tags and script links outside of code. */
export function cleanMarkdown(source: string): string {
  const text = source.replace(/\r\n?/g, '\n').replace(INVISIBLE, '').toWellFormed()
  return splitFences(text)
    .map(({ code, text: part }) => (code ? part : disarm(part)))
    .join('')
    .trim()
}

/** A fenced block whose fence is longer than any run of back ticks inside. */
export function fence(text: string, language: string): string {
  const clean = text.replace(/\r\n?/g, '\n').replace(INVISIBLE, '').toWellFormed().trim()
  let longest = 2
  for (const [run] of clean.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  const marks = '`'.repeat(longest + 1)
  return `${marks}${language}\n${clean}\n${marks}`
}

/** Cuts Markdown to `maxBytes` of UTF-8 at a paragraph or line; an open fence is closed. */
export function cutMarkdown(markdown: string, maxBytes: number): { markdown: string; cut: boolean } {
  if (markdown.length * 3 <= maxBytes || Buffer.byteLength(markdown) <= maxBytes) return { markdown, cut: false }
  const whole = new TextDecoder().decode(Buffer.from(markdown).subarray(0, maxBytes - 64)).replace(/\ufffd+$/, '')
  const paragraph = whole.lastIndexOf('\n\n')
  const line = whole.lastIndexOf('\n')
  const end = paragraph > whole.length * 0.9 ? paragraph : line > whole.length * 0.9 ? line : whole.length
  const kept = whole.slice(0, end).trimEnd()
  const open = splitFences(kept).at(-1)
  return { markdown: open?.code && open.marks ? `${kept}\n${open.marks}` : kept, cut: true }
}

/** What the head of a Markdown document says of it: front matter first, else its first heading. */
export function sourceTitle(markdown: string): string | null {
  const front = /^---\n([\s\S]{0,4000}?)\n---\n/.exec(markdown)?.[1]
  const named = front === undefined ? undefined : /^title:[ \t]*(["']?)(.+?)\1[ \t]*$/m.exec(front)?.[2]
  const heading = splitFences(markdown.slice(0, 20_000))
    .filter(({ code }) => !code)
    .map(({ text }) => /^ {0,3}# +(.+?)(?: +#+)? *$/m.exec(text)?.[1] ?? /^([^\n]{1,200})\n=+ *$/m.exec(text)?.[1])
    .find((text) => text !== undefined)
  const title = (named ?? heading ?? '').replace(/[*_`]+/g, '').trim()
  return title === '' ? null : title.slice(0, 300)
}

type Part = { code: boolean; text: string /** The fence that is still open at the end of this part. */; marks?: string }

function splitFences(text: string): Part[] {
  const parts: Part[] = []
  let part: Part = { code: false, text: '' }
  for (const line of text.split(/(?<=\n)/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)/.exec(line)
    if (!part.code && mark?.[1] && !(mark[1].startsWith('`') && mark[2]?.includes('`'))) {
      parts.push(part)
      part = { code: true, text: line, marks: mark[1] }
    } else if (part.code && part.marks && mark?.[1]?.startsWith(part.marks) && mark[2]?.trim() === '') {
      parts.push({ code: true, text: part.text + line })
      part = { code: false, text: '' }
    } else part.text += line
  }
  parts.push(part)
  return parts
}

function disarm(text: string): string {
  return text
    .split(/(`+[^`\n]*`+)/)
    .map((piece, index) =>
      index % 2 === 1
        ? piece
        : piece
            .replace(/<!--[\s\S]*?-->/g, '')
            .replace(DANGEROUS_TAG, '&lt;')
            .replace(SCRIPTED_TAG, '&lt;')
            .replace(SCRIPTED_LINK, '$1#'),
    )
    .join('')
}
