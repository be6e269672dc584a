/**
 * Bytes to text: byte-order mark, then the header, then the page's own declaration, then UTF-8 if the bytes are valid, then
 * a guess by language. A declaration that the bytes contradict is passed over. Every encoding of the web standard through TextDecoder.
 */
import { type GuessHints, guessEncoding, plausibility } from './decode-guess.ts'

export type Decoded = {
  text: string
  /** Name of the encoding in the web standard, lower case. */
  encoding: string
  /** What decided. */
  from: 'bom' | 'header' | 'meta' | 'valid-utf-8' | 'guess'
}

/** How far into the page a declaration is looked for. */
const META_BYTES = 65_536

/** Decodes a page. @param contentType the Content-Type header; @param url for its top-level domain, a hint in the last resort */
export function decodePage(bytes: Uint8Array, contentType: string | null, url: string | null = null): Decoded {
  const { encoding, from } = findEncoding(bytes, contentType, url)
  return { text: new TextDecoder(encoding).decode(bytes), encoding, from }
}

/** The encoding of `bytes` and what decided it. */
export function findEncoding(bytes: Uint8Array, contentType: string | null, url: string | null): Omit<Decoded, 'text'> {
  const bom = byteOrderMark(bytes)
  if (bom) return { encoding: bom, from: 'bom' }
  const wide = utf16WithoutMark(bytes)
  const header = knownEncoding(/charset\s*=\s*(?:["']\s*)?([^\s"';,]+)/i.exec(contentType ?? '')?.[1])
  if (header?.startsWith('utf-16') && wide) return { encoding: wide, from: 'header' }
  if (wide) return { encoding: wide, from: 'guess' }
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, META_BYTES))
  const utf8 = inspectUtf8(bytes)
  // It has no byte above 0x7f: beside such bytes the escapes are somebody's, who would have the rest of the page read as something else.
  if (utf8.valid && utf8.sequences === 0 && /\u001b\$[@B]/.test(start)) return { encoding: 'iso-2022-jp', from: 'guess' }
  const hints = findHints(start, url)
  const declared: { encoding: string; from: 'header' | 'meta' }[] = []
  if (header && !header.startsWith('utf-16')) declared.push({ encoding: header, from: 'header' })
  const meta = metaEncoding(start)
  if (meta) declared.push({ encoding: meta, from: 'meta' })
  const believable = declared.filter(({ encoding }) => fits(bytes, encoding, utf8))
  const choice = believable[0]
  if (choice?.encoding === 'utf-8') return choice
  if (utf8.valid) {
    // Legacy text is practically never valid UTF-8 by chance; pure ASCII is, and then the declaration may stand.
    if (!choice || utf8.sequences >= (isMultiByte(choice.encoding) ? 6 : 2)) return { encoding: 'utf-8', from: 'valid-utf-8' }
    return choice
  }
  if (!choice) return { encoding: guessEncoding(bytes, hints).encoding, from: 'guess' }
  return contradicted(bytes, choice, believable[1], hints) ?? choice
}

/** The better reading, when the declared one looks like no language and another clearly does. */
function contradicted(
  bytes: Uint8Array,
  choice: { encoding: string; from: 'header' | 'meta' },
  second: { encoding: string; from: 'header' | 'meta' } | undefined,
  hints: GuessHints,
): Omit<Decoded, 'text'> | null {
  const score = plausibility(bytes, choice.encoding, hints)
  if (score === null) return null
  if (second && second.encoding !== choice.encoding && (plausibility(bytes, second.encoding, hints) ?? 0) > score + 0.15) return second
  const guess = guessEncoding(bytes, hints)
  return score < 0.25 && guess.score > Math.max(0.45, score + 0.3) ? { encoding: guess.encoding, from: 'guess' } : null
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}

/** A tag as bytes of each form: UTF-16 of either order, or anything that has ASCII in it. */
const WIDE_TAG = { le: /^(?:..)*?<\0[a-z!/]\0/is, be: /^(?:..)*?\0<\0[a-z!/]/is, ascii: /<[a-z!/]/i }

/** UTF-16 without a mark shows as zero bytes on one side of the pairs that spell tags; where there is little else but tags in ASCII, in these. */
function utf16WithoutMark(bytes: Uint8Array): string | null {
  const length = Math.min(bytes.length, 4_096) & ~1
  if (length < 8) return null
  let even = 0
  let odd = 0
  for (let index = 0; index < length; index += 2) {
    if (bytes[index] === 0) even++
    if (bytes[index + 1] === 0) odd++
  }
  const pairs = length / 2
  if (odd > pairs * 0.3 && even < pairs * 0.05) return 'utf-16le'
  if (even > pairs * 0.3 && odd < pairs * 0.05) return 'utf-16be'
  if (odd + even === 0) return null
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, length))
  if (WIDE_TAG.ascii.test(start)) return null
  return WIDE_TAG.le.test(start) ? 'utf-16le' : WIDE_TAG.be.test(start) ? 'utf-16be' : null
}

/** The encoding that a label names in the web standard, or null. */
function knownEncoding(label: string | undefined): string | null {
  if (!label) return null
  try {
    return new TextDecoder(label.trim()).encoding
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The first usable declaration of the page itself; a UTF-16 label cannot be true where ASCII could be read. */
function metaEncoding(start: string): string | null {
  const visible = start.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  const xml = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/i.exec(visible)?.[1]
  const labels = [xml]
  for (const [tag] of visible.matchAll(/<meta[\s/][^>]{0,1000}>/gi)) labels.push(/charset\s*=\s*(?:["']\s*)?([^\s"'/>;]+)/i.exec(tag)?.[1])
  for (const label of labels) {
    const encoding = knownEncoding(label)
    if (encoding && !encoding.startsWith('utf-16')) return encoding
  }
  return null
}

function findHints(start: string, url: string | null): GuessHints {
  const lang =
    /<html\s[^>]{0,500}?\blang\s*=\s*["']?([a-z]{2,3}(?:-[a-z0-9]+)*)/i.exec(start)?.[1] ??
    /<meta\s[^>]{0,300}content-language[^>]{0,100}content\s*=\s*["']?([a-z]{2,3})/i.exec(start)?.[1] ??
    null
  const host = url ? URL.parse(url)?.hostname : undefined
  return { lang, topLevelDomain: host?.split('.').at(-1) ?? null }
}

type Utf8 = { valid: boolean; sequences: number; errors: number }

function inspectUtf8(bytes: Uint8Array): Utf8 {
  let sequences = 0
  let errors = 0
  for (let index = 0; index < bytes.length; ) {
    const byte = bytes[index] as number
    if (byte < 0x80) {
      index++
      continue
    }
    const length = byte >= 0xc2 && byte <= 0xdf ? 2 : byte >= 0xe0 && byte <= 0xef ? 3 : byte >= 0xf0 && byte <= 0xf4 ? 4 : 0
    let follow = 1
    while (follow < length && ((bytes[index + follow] ?? 0) & 0xc0) === 0x80) follow++
    if (length > 0 && (follow === length || index + follow >= bytes.length)) sequences++
    else errors++
    index += follow
  }
  return { valid: errors === 0, sequences, errors }
}

const isMultiByte = (encoding: string): boolean => /^(gb|big5|euc|shift|iso-2022)/.test(encoding)

/** Whether the bytes can be text in a declared encoding. A few broken characters are forgiven, as browsers do. */
function fits(bytes: Uint8Array, encoding: string, utf8: Utf8): boolean {
  if (encoding === 'utf-8') return utf8.valid || utf8.sequences >= utf8.errors * 10
  if (!isMultiByte(encoding)) return encoding !== 'replacement'
  const text = new TextDecoder(encoding).decode(bytes)
  let beyond = 0
  let broken = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code > 0x7f) beyond++
    if (code === 0xfffd) broken++
  }
  return broken <= 1 + beyond * 0.05
}
