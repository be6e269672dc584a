/** Two to four characters that are the bytes of one in UTF-8, each read as a character of its own. */
const BYTES = /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}/g
/** The same with a control character, which no text has: that shows what happened to it. */
const CONTROL = /[\u00c2-\u00f4][\u0080-\u00bf]{0,2}[\u0080-\u009f]/

export const isTwiceEncoded = (text: string): boolean => CONTROL.test(text)

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Text that was UTF-8 and was decoded as ISO-8859-1, as HTTP clients do where a header names no character set, put right: `itâ\u0080\u0099s`
 * becomes `it’s`. Any other text comes back as it is.
 */
export const repairTwiceEncoded = (text: string): string => (isTwiceEncoded(text) ? text.replace(BYTES, decoded) : text)

function decoded(bytes: string): string {
  try {
    return utf8.decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)))
  } catch (error) {
    // Overlong or surrogate: no UTF-8 after all.
    if (error instanceof TypeError) return bytes
    throw error
  }
}
