/**
 * Fonts whose texts are codes of a program's own: the file does not say which characters they are, and PDF.js gives the codes as if they were some
 * (`0LQXWHV RI WKH` for `Minutes of the`). Nobody can read that.
 */

/** What is told of a text: its signs, and the font that they are in. */
type Told = { readonly str: string; readonly fontName: string }

/** What PDF.js gives out of a font beside its name, if asked. A map that is a range alone gives each code as the character of that number. */
export type FontMap = {
  readonly composite?: boolean
  readonly toUnicode?: { readonly firstChar?: number; readonly _map?: readonly (string | number | undefined)[] }
}

/** What no text has: controls, parts of pairs, what is for private use and what is nothing in Unicode. */
const NO_TEXT = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\ufffd]/gu
/** What texts have, but codes seldom: those are mostly of ASCII's capitals and signs. */
const LOWER = /[\p{Ll}\p{Lo}]/gu
/** Of a font without a map: the share of what is no text. Where codes are characters there is none; of 120 fonts of 34 programs whose are not, 4 % at least. */
const OF_CODES = 0.02
/** Of other fonts, but for the commonest, which may be a blank: many, or fewer where there are hardly letters but capitals. */
const MANY = 0.2
const SOME = 0.03
const FEW_LOWER = 0.05
/** Signs of a font that tell anything, and those that are looked at. */
const ENOUGH = 20
const MOST = 5_000
/** Signs that are numbered as they come, so many of them other than letters and digits, and how often one of them has come again by then. */
const IN_ORDER = 20
const OTHERS = 5
const AGAIN = 10
/** Codes that PDF.js takes for blanks, with the next that are not. */
const AFTER_BLANKS: ReadonlyMap<number, number> = new Map([
  [0x09, 0x0e],
  [0x20, 0x21],
])
/** An apostrophe has another number in most fonts that do not say their encoding. */
const [APOSTROPHE, QUOTE] = [0x27, 0x2019]
const OF_FILE = 0.5

/** What is counted of a font. */
type Tally = {
  signs: number
  looked: number
  lower: number
  /** Signs that are no text. */
  none: number
  readonly noText: Map<string, number>
  readonly order: Order
  /** Whether it has no map. */
  readonly isCode: boolean
  /** What its map holds: other signs are codes of glyphs that it does not have. */
  readonly known: ReadonlySet<string> | null
}

/** What the texts of a file so far say of its fonts. */
export class CodedFonts {
  readonly #fonts = new Map<string, Tally>()
  readonly #coded = new Set<string>()
  #areWithoutMap = false

  /** Takes in the texts of a page. @param mapOf null for a font that is not known @returns the fonts whose texts are certainly codes */
  of(items: readonly Told[], mapOf: (font: string) => FontMap | null): ReadonlySet<string> {
    const own = new Map<string, Tally>()
    for (const { str, fontName } of items) {
      const font = this.#fonts.get(fontName) ?? this.#add(fontName, mapOf(fontName))
      own.set(fontName, font)
      const text = str.replace(/\s+/g, '')
      font.signs += text.length
      if (font.looked < MOST) look(font, text)
    }
    this.#areWithoutMap ||= [...own.values()].some(isWithoutMap)
    for (const [name, font] of own) if (this.#isCoded(font)) this.#coded.add(name)
    return this.#coded
  }

  /** Whether most of the signs so far are codes. */
  get areMost(): boolean {
    let [all, coded] = [0, 0]
    for (const [name, font] of this.#fonts) {
      all += font.signs
      if (this.#coded.has(name) || isMostlyNoText(font)) coded += font.signs
    }
    return coded > 0 && coded >= all * OF_FILE
  }

  /** A font without a map and with too few signs to tell is as others without one. */
  #isCoded(font: Tally): boolean {
    return font.order.isOfCodes || isWithoutMap(font) || (this.#areWithoutMap && font.isCode && font.looked < ENOUGH)
  }

  #add(name: string, map: FontMap | null): Tally {
    const toUnicode = map?.composite === true ? map.toUnicode : undefined
    const known = toUnicode?._map === undefined ? null : signsIn(toUnicode._map)
    const isCode = toUnicode?.firstChar !== undefined
    const font = { signs: 0, looked: 0, lower: 0, none: 0, noText: new Map(), order: new Order(), isCode, known }
    this.#fonts.set(name, font)
    return font
  }
}

const isWithoutMap = (font: Tally): boolean => font.isCode && font.looked >= ENOUGH && font.none >= font.looked * OF_CODES

function look(font: Tally, text: string): void {
  font.looked += text.length
  font.lower += text.match(LOWER)?.length ?? 0
  const { known } = font
  const others = known === null ? (text.match(NO_TEXT) ?? []) : [...text].filter((sign) => !known.has(sign))
  font.none += others.length
  for (const sign of others) font.noText.set(sign, (font.noText.get(sign) ?? 0) + 1)
  font.order.add(text)
}

/** The signs of a map, as it has them and as PDF.js makes texts of them; but not what no text has. */
function signsIn(map: readonly (string | number | undefined)[]): ReadonlySet<string> {
  const signs = new Set<string>()
  for (const text of Object.values(map)) for (const sign of typeof text === 'string' ? text + text.normalize('NFKC') : '') signs.add(sign)
  for (const sign of signs) if (sign.match(NO_TEXT) !== null) signs.delete(sign)
  return signs
}

function isMostlyNoText(font: Tally): boolean {
  const most = [...font.noText.values()].reduce((one, other) => Math.max(one, other), 0)
  const rest = font.none - most
  return (
    rest >= font.looked * MANY || (rest >= font.looked * SOME && font.lower <= font.looked * FEW_LOWER) || most >= font.looked * OF_FILE
  )
}

/** Whether signs are numbered in the order in which they come, as no text has them: `!"#$%#&`. */
class Order {
  isOfCodes = false
  readonly #seen = new Set<number>()
  #last: number | null = null
  #others = 0
  #again = 0
  #isOpen = true

  add(text: string): void {
    for (let at = 0; this.#isOpen && at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      this.#sign(code === QUOTE ? APOSTROPHE : code)
    }
  }

  #sign(code: number): void {
    if (this.#seen.has(code)) {
      this.#again += 1
      return
    }
    const next = this.#last === null ? code : this.#last + 1
    this.#isOpen = code === (AFTER_BLANKS.get(next) ?? next) && this.#seen.size < IN_ORDER
    this.#seen.add(code)
    this.#last = code
    if (!/[\p{L}\p{N}]/u.test(String.fromCharCode(code))) this.#others += 1
    if (this.#isOpen && this.#seen.size === IN_ORDER) {
      this.isOfCodes = this.#others >= OTHERS && this.#again >= AGAIN
      this.#isOpen = false
    }
  }
}
