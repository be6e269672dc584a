/** Signs of fonts that have nothing but signs, which a Word file names by their numbers in these (ISO/IEC 29500-1, 17.3.3.30). */
import type { Xml } from './xml.ts'

/** Boxes, arrows, marks and relations, by font and number. */
const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    wingdings: 'FE☒ FD☒ A8☐ 6F☐ FC✓ FB✗ A7▪ 6C● 6E■ E0→ DF← E1↑ E2↓ E8➔ F0⇨ D8➢ 4A☺ 4C☹ 28☎ 2A✉ 81① 82② 83③ 84④ 85⑤ 86⑥ 87⑦ 88⑧ 89⑨ 8A⑩',
    'wingdings 2': '52☑ 53☒ 54☒ 50✓ 4F✗ A3☐',
    symbol: 'A3≤ B3≥ B1± B4× B8÷ B9≠ BB≈ B0° A5∞ B7• AB↔ AC← AD↑ AE→ AF↓ DE⇒ DB⇔ D6√ E5∑ CE∈ C7∩ C8∪ D1∇ B6∂ F2∫ BA≡ 22∀ 24∃',
  }).flatMap(([font, signs]) => signs.split(' ').map((sign): [string, string] => [`${font} ${sign.slice(0, 2)}`, sign.slice(2)])),
)
const SIGN_FONT = /^(?:symbol|wingdings(?: [23])?|webdings)$/
const GREEK = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'
const UNKNOWN = '\ufffd'

/** A sign, or a mark for one that no letter stands for. */
export function signOf({ attributes: { font = '', char = '' } }: Xml): string {
  const [name, code] = [font.toLowerCase(), Number.parseInt(char, 16)]
  // Fonts of signs have their numbers in the private area.
  const own = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
  if (Number.isNaN(code) || code > 0xffff) return UNKNOWN
  if (own === code && !SIGN_FONT.test(name)) return String.fromCharCode(code)
  const known = SIGNS.get(`${name} ${own.toString(16).toUpperCase().padStart(2, '0')}`)
  if (known !== undefined || name !== 'symbol') return known ?? UNKNOWN
  if (own >= 0x61 && own <= 0x7a) return GREEK[own - 0x61]!
  if (own >= 0x41 && own <= 0x5a) return GREEK[own - 0x41]!.toUpperCase()
  return own >= 0x20 && own <= 0x3f ? String.fromCharCode(own) : UNKNOWN
}
