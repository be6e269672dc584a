/** Bodies that are text already: native Markdown and plain text are passed through, JSON becomes one fenced block. Nothing executable stays. */

// Controls but tab and newline, bidi controls, zero-width characters (joiners stay: emoji and several scripts need them), tag characters.
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu

const DANGEROUS_TAG =
  /<(?=\/?(?:script|style|iframe|frame|frameset|object|embed|applet|form|input|button|textarea|select|meta|link|base|svg|math|template|noscript|xmp|plaintext)\b)/gi
const SCRIPTED_TAG = /<(?=[a-z][^<>]*(?:[\s/"']on\w+\s*=|(?:javascript|vbscript|data)\s*:|=\s*["']?[^"'\s>]*&(?:#|colon|tab|newline)))/gi
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g
const RAW_HTML = /<(?!https?:|mailto:)[a-z!?/]/i
const DESTINATION = /(\]\(\s*<?|^\s{0,3}\[[^\]\n]{1,200}\]:\s*<?|<(?=[a-z]+:))([^)\s>]*)/gim

/**
 * Text from a stranger as Markdown: as it came, without invisible characters, and outside of code without comments, active tags and script
 * links. Where a document mixes raw HTML and code, readers disagree on where its code begins: such code is disarmed too.
 */
export function cleanMarkdown(source: string): string {
  const parts = splitCode(source.replace(/\r\n?/g, '\n').replace(INVISIBLE, '').toWellFormed())
  const mixed = parts.some(({ code, text }) => !code && RAW_HTML.test(text))
  return parts
    .map(({ code, text }) => (code ? (mixed ? escapeTags(text) : text) : disarm(text)))
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

/** Fences at the start of a line; one that is indented may belong to a list item and end with it, so it does not count. */
function splitFences(text: string): Part[] {
  const parts: Part[] = []
  let part: Part = { code: false, text: '' }
  for (const line of text.split(/(?<=\n)/)) {
    const mark = /^( {0,3})(`{3,}|~{3,})(.*)/.exec(line)
    const [, indent = '', marks = '', rest = ''] = mark ?? []
    if (!part.code && mark && indent === '' && !(marks.startsWith('`') && rest.includes('`'))) {
      parts.push(part)
      part = { code: true, text: line, marks }
    } else if (part.code && mark && part.marks && marks.startsWith(part.marks) && rest.trim() === '') {
      parts.push({ code: true, text: part.text + line })
      part = { code: false, text: '' }
    } else part.text += line
  }
  parts.push(part)
  return parts
}

/** Fences and code spans against everything else. */
function splitCode(text: string): Part[] {
  return splitFences(text).flatMap((part) => (part.code ? part : part.text.split(/(?<=\n[ \t]*\n)/).flatMap(splitSpans)))
}

/** Code spans of a paragraph, when they are beyond doubt: each inside its line, none escaped, none in a table. */
function splitSpans(paragraph: string): Part[] {
  const parts: Part[] = []
  const plain: Part[] = [{ code: false, text: paragraph }]
  if (!paragraph.includes('`') || paragraph.includes('\\`') || paragraph.includes('|')) return plain
  for (const line of paragraph.split(/(?<=\n)/)) {
    const runs = [...line.matchAll(/`+/g)]
    let end = 0
    for (let index = 0; index < runs.length; index += 2) {
      const open = runs[index]
      const close = runs[index + 1]
      if (!open || close?.[0] !== open[0]) return plain
      parts.push(
        { code: false, text: line.slice(end, open.index) },
        { code: true, text: line.slice(open.index, close.index + close[0].length) },
      )
      end = close.index + close[0].length
    }
    parts.push({ code: false, text: line.slice(end) })
  }
  return parts
}

const escapeTags = (text: string): string => text.replace(DANGEROUS_TAG, '&lt;').replace(SCRIPTED_TAG, '&lt;')

function disarm(text: string): string {
  return escapeTags(text.replace(COMMENT, '')).replace(DESTINATION, (whole, before: string, target: string) => {
    const scheme = target.split(/[/?]/)[0] ?? ''
    return /^(?:javascript|vbscript|data):/i.test(scheme) || /&[#\w]+;|\\/.test(scheme) ? `${before}#` : whole
  })
}
