/** Record data as resolvers write it: presentation text, or `\# <length> <hex>` (RFC 3597). Both are read here, into bytes or words. */

/** Bytes of the generic form; null when the text is something else. @throws SyntaxError when it claims to be it and is not */
export function genericBytes(data: string): Uint8Array | null {
  const match = /^\s*\\#\s+(\d{1,5})((?:\s+[0-9a-fA-F]+)*)\s*$/.exec(data)
  if (!match) {
    if (/^\s*\\#/.test(data)) throw new SyntaxError('malformed generic record data')
    return null
  }
  const hex = (match[2] ?? '').replace(/\s+/g, '')
  if (hex.length !== Number(match[1]) * 2) throw new SyntaxError('generic record data of another length')
  return Buffer.from(hex, 'hex')
}

/** Reads bytes in order; every read past the end is a SyntaxError. */
export class Bytes {
  private at = 0
  private readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
  get left(): number {
    return this.bytes.length - this.at
  }
  take(count: number): Uint8Array {
    if (count > this.left) throw new SyntaxError('record data ends early')
    const taken = this.bytes.subarray(this.at, this.at + count)
    this.at += count
    return taken
  }
  u8(): number {
    return this.take(1)[0] ?? 0
  }
  u16(): number {
    return this.u8() * 256 + this.u8()
  }
  /** A name in wire form, uncompressed; `.` for the root. */
  name(): string {
    const labels: string[] = []
    for (let length = this.u8(); length !== 0; length = this.u8()) {
      if (length > 63 || labels.length > 127) throw new SyntaxError('malformed name')
      labels.push(escapeLabel(this.take(length)))
    }
    return labels.join('.') || '.'
  }
}

const escapeLabel = (label: Uint8Array): string =>
  [...label]
    .map((byte) =>
      byte <= 0x20 || byte >= 0x7f
        ? `\\${String(byte).padStart(3, '0')}`
        : byte === 0x2e || byte === 0x5c
          ? `\\${String.fromCharCode(byte)}`
          : String.fromCharCode(byte),
    )
    .join('')
    .toLowerCase()

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Bytes of a word or quoted string, `\X` and `\DDD` undone (RFC 1035 section 5.1). */
export function unescapeText(text: string): Buffer {
  const bytes: number[] = []
  const source = Buffer.from(text, 'utf8')
  for (let at = 0; at < source.length; at++) {
    const byte = source[at] ?? 0
    if (byte !== 0x5c) bytes.push(byte)
    else {
      const code = /^(?:[01]\d\d|2[0-4]\d|25[0-5])/.exec(source.toString('latin1', at + 1, at + 4))?.[0]
      bytes.push(code ? Number(code) : (source[at + 1] ?? 0x5c))
      at += code ? 3 : 1
    }
  }
  return Buffer.from(bytes)
}

/**
 * Words of presentation text, separated by blanks. A quoted part belongs to the word it stands in (`alpn="h2,h3"`); quotes are taken off,
 * escapes are left in.
 */
export function toWords(data: string): string[] {
  const words: string[] = []
  let word: string | null = null
  let quoted = false
  for (let at = 0; at < data.length; at++) {
    const character = data[at] ?? ''
    if (character === '\\') {
      word = `${word ?? ''}${character}${data[at + 1] ?? ''}`
      at++
    } else if (character === '"') {
      quoted = !quoted
      word ??= ''
    } else if (!quoted && /\s/.test(character)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + character
  }
  if (quoted) throw new SyntaxError('a quote is not closed')
  if (word !== null) words.push(word)
  return words
}

/** A whole number of so many bits. @throws SyntaxError */
export function toUint(text: string | undefined, bits: 8 | 16 | 32): number {
  if (text === undefined || !/^\d{1,10}$/.test(text) || Number(text) >= 2 ** bits) throw new SyntaxError('not a number of this size')
  return Number(text)
}

/** Hex digits, blanks between allowed, lower case. @throws SyntaxError */
export function hexOf(words: readonly string[]): string {
  const hex = words.join('').toLowerCase()
  if (!/^(?:[0-9a-f]{2})+$/.test(hex)) throw new SyntaxError('not hex digits')
  return hex
}

/** Text as it stands between quotes in presentation form: what `unescapeText` undoes. */
export const escapeText = (text: string): string => text.replace(/["\\]/g, '\\$&')
