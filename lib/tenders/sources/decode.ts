/** Bytes to text for sources that are not sure of their own encoding. */

// The 27 bytes in which windows-1252 differs from ISO-8859-1, as the characters they become.
const WINDOWS_1252 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
const WINDOWS_1252_BYTES = [
  0x80, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8e, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a,
  0x9b, 0x9c, 0x9e, 0x9f,
]
const byteOf = new Map([...WINDOWS_1252].map((character, index) => [character, WINDOWS_1252_BYTES[index] ?? 0]))

// A UTF-8 lead byte and its continuation bytes, each shown as one windows-1252 character.
const CONTINUATION = `[\\u0080-\\u00bf${WINDOWS_1252}]`
const DOUBLE_ENCODED = new RegExp(
  `[\\u00c2-\\u00df]${CONTINUATION}|[\\u00e0-\\u00ef]${CONTINUATION}{2}|[\\u00f0-\\u00f4]${CONTINUATION}{3}`,
  'g',
)
const utf8 = new TextDecoder('utf-8', { fatal: true })
const windows1252 = new TextDecoder('windows-1252')

/** Repairs UTF-8 that was read as windows-1252 once ("Â£" is "£", "â€™" is "’"); text that is no such sequence stays. */
export function repairDoubleEncoding(text: string): string {
  if (!/[\u00c2-\u00f4]/.test(text)) return text
  return text.replace(DOUBLE_ENCODED, (sequence) => {
    const bytes = Uint8Array.from(sequence, (character) => byteOf.get(character) ?? character.charCodeAt(0))
    try {
      return utf8.decode(bytes)
    } catch {
      return sequence
    }
  })
}

/** UTF-8 strictly, else windows-1252, with what is UTF-8 in it as that: one bad byte spoils no other text. Without byte order mark. */
export function decodeBody(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return repairDoubleEncoding(windows1252.decode(bytes))
  }
}
