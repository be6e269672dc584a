/** Text from strangers, made safe to show: it stays data. */

// C0 and C1 controls, bidi controls, zero-width characters, interlinear marks, tag characters, line and paragraph separators.
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu

/** One line without control, bidi and zero-width characters, at most `maxLength` characters. */
export function plainText(text: string, maxLength: number): string {
  const clean = text.replace(UNSAFE, ' ').replace(/\s+/g, ' ').trim()
  return clean.length <= maxLength ? clean.toWellFormed() : `${clean.slice(0, maxLength - 1)}…`.toWellFormed()
}
