/** Shorter ones are never kept as parts of others. */
const SHORT = 13
const LONG = 1 << 14
const BYTES = /^[\0-\xff]*$/

/**
 * Copies of texts that are kept as what they are, in one byte for each character where that is enough. V8 keeps what was cut out of a text or
 * put together as references, and each way of keeping one is another type to all code that reads texts: more than it compiles for.
 */
export class FlatTexts {
  readonly #bytes = Buffer.allocUnsafe(LONG * 2)

  of(text: string): string {
    if (text.length < SHORT || text.length > LONG) return text
    const encoding = BYTES.test(text) ? 'latin1' : 'utf16le'
    return this.#bytes.toString(encoding, 0, this.#bytes.write(text, encoding))
  }
}
