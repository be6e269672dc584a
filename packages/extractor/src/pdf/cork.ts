/** Letters of TeX's Cork encoding (T1) in bitmap fonts, of which a file says nothing but the codes. */

/** What stands at the codes where Latin-1 has other letters, or none. */
const CODES: readonly (readonly [from: number, signs: string])[] = [
  [0x10, '“”„«»–—'],
  [0x19, 'ıȷ'],
  [0x80, 'ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£'],
  [0xd7, 'Œ'],
  [0xdf, 'ẞ'],
  [0xf7, 'œ'],
  [0xff, 'ß'],
]
const SIGNS: ReadonlyMap<string, string> = new Map(
  CODES.flatMap(([from, signs]) => [...signs].map((sign, at): [string, string] => [String.fromCharCode(from + at), sign])),
)
const CODE = /[\x10-\x16\x19\x1a\x80-\xbf\xd7\xdf\xf7\xff]/g
/** Ligatures, and dashes and quotes at the edges of words, which only this encoding has at their codes; those of the older one. */
const OF_CORK = /[\x1b-\x1d]|(?:^|[\s\d])[\x10-\x16]|[\x10-\x16](?:$|[\s\d.,])/
const OF_OLDER = /[\x0b-\x0d]/

/** Letters beyond ASCII in a text of words, for one of ASCII, at most: fonts of other scripts have their own at the same codes. */
const MOST_BEYOND = 0.3

/** The fonts on a page that are in this encoding. @param items texts in fonts without names */
export function corkFonts(items: readonly { readonly str: string; readonly fontName: string }[]): ReadonlySet<string> {
  const fonts = [...Map.groupBy(items, ({ fontName }) => fontName)].filter(([, own]) => {
    const count = (chars: RegExp): number => own.reduce((sum, { str }) => sum + (str.match(chars)?.length ?? 0), 0)
    return count(/[\x80-\xff]/g) <= count(/[a-z]/gi) * MOST_BEYOND
  })
  const texts = fonts.flatMap(([, own]) => own.map(({ str }) => str))
  const isCork = texts.some((text) => OF_CORK.test(text)) && !texts.some((text) => OF_OLDER.test(text))
  return new Set(isCork ? fonts.map(([font]) => font) : [])
}

export const fromCork = (text: string): string => text.replace(CODE, (code) => SIGNS.get(code) ?? code)
