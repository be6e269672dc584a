/** Shorter ones are never kept as parts of others. */
const SHORT = 13
const LONG = 1 << 14
const IN_BYTES = /^[\0-\xff]*$/
const bytes = Buffer.allocUnsafe(LONG * 2)

/**
 * A copy of a text that is kept as what it is, in one byte for each character where that is enough. V8 keeps what was cut out of a text or put
 * together as references, and each way of keeping one is another type to all code that reads texts: more than it compiles for.
 */
export function flat(text: string): string {
  if (text.length < SHORT || text.length > LONG) return text
  const encoding = IN_BYTES.test(text) ? 'latin1' : 'utf16le'
  return bytes.toString(encoding, 0, bytes.write(text, encoding))
}
