/** Letters as older programs for typesetting draw them: ligatures by the numbers of their font, accents as signs of their own. */

/** Ligatures of TeX's fonts (T1, OT1) where a file does not say what its glyphs are, so that PDF.js gives their codes. */
const LIGATURES: Readonly<Record<string, string>> = {
  '\x0e': 'ffi',
  '\x0f': 'ffl',
  '\x1b': 'ff',
  '\x1c': 'fi',
  '\x1d': 'fl',
  '\x1e': 'ffi',
  '\x1f': 'ffl',
}
/** What fonts of TeX for formulas have at these codes, from 0 on: italic letters (OML) and signs (OMS); other such fonts have no text there. */
const FORMULAS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\+)(?:cmmi|cmmib|lmmi|lmmathitalic|eurm|eurb)\d/i, 'ΓΔΘΛΞΠΣΥΦΨΩαβγδϵζηθικλμνξπρστυφχ'],
  [/(?:^|\+)(?:cmsy|cmbsy|lmsy|lmmathsymbols|eusm|eusb)\d/i, '−·×∗÷⋄±∓⊕⊖⊗⊘⊙◯∘•≍≡⊆⊇≤≥≼≽∼≈⊂⊃≪≫≺≻'],
  [/(?:^|\+)(?:cmex|lmex|lmmathextension|ms[ab]m|lasy|wasy|stmary|rsfs)\d/i, ''],
]
/** Accents that stand by themselves, and those that make one letter with the one below. */
const ACCENTS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '´': '\u0301',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '¨': '\u0308',
  '˚': '\u030a',
  '˝': '\u030b',
  ˇ: '\u030c',
  '¸': '\u0327',
  '˛': '\u0328',
}
const DOTLESS: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' }
/** How far back, in sizes of letters, the next piece begins where it stands below the accent; beyond the least of PDF.js to part pieces. */
const BACK = 0.15

/** Letters of Arabic in the forms that they have within a word, and signs of Chinese that a font has as those of a dictionary as well: what they stand for is what is read and searched for. */
const FORMS = /[\ufb50-\ufdff\ufe70-\ufefc\u2f00-\u2fd5]+/g
/** Signs of Chinese and Japanese, and what parts them: where they are so many, and such a share of the signs, a full line was stretched. */
const EAST_ASIAN = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\uff00-\uff65]/gu
const BETWEEN = /(?<=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\uff00-\uff65]) (?=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\uff00-\uff65])/gu
const LEAST_BETWEEN = 4
const STRETCHED = 0.7
/** The sign of an item, which their fonts for signs have where those for letters have a ligature. */
const SIGN = /^\s*\x0f\s*$/

/** The signs of a formula where a file gives their codes. @param font name of the font @returns null for fonts of other texts */
export function formulaSigns(font: string): string | null {
  return FORMULAS.find(([names]) => names.test(font))?.[1] ?? null
}

/** @param signs what a font has at its first codes; in place of others stands what nobody reads: a bracket of many lines parts what is beside it */
export const withSignsOf = (text: string, signs: string): string =>
  text.replace(/[\x00-\x1f]/g, (code) => signs[code.charCodeAt(0)] ?? '\x01')

/** @param isFirst whether the text begins its line */
export const withLigatures = (text: string, isFirst = false): string =>
  isFirst && SIGN.test(text)
    ? '•'
    : text.replace(FORMS, (forms) => forms.normalize('NFKC')).replace(/[\x0e\x0f\x1b-\x1f]/g, (code) => LIGATURES[code] ?? code)

/** A text of scripts that part no words by spaces without those that a line has got to be as wide as others. */
export function withoutStretch(text: string): string {
  const blanks = text.match(BETWEEN)?.length ?? 0
  if (blanks < LEAST_BETWEEN || blanks < text.match(EAST_ASIAN)!.length * STRETCHED) return text
  return text.replace(BETWEEN, '')
}

/** A text and what is drawn over its end as one text; null where they are no letter and its accent. */
export function withAccent(before: string, after: string, gap: number, size: number): string | null {
  if (gap > -BACK * size) return null
  const [last, first] = [before.slice(-1), after.slice(0, 1)]
  const above = ACCENTS[last]
  if (above !== undefined) return composed(before.slice(0, -1), first, above, after.slice(1))
  const below = ACCENTS[first]
  return below === undefined ? null : composed(before.slice(0, -1), last, below, after.slice(1))
}

function composed(before: string, letter: string, accent: string, after: string): string | null {
  const one = ((DOTLESS[letter] ?? letter) + accent).normalize('NFC')
  return /^\p{L}$/u.test(letter) && one.length === 1 ? before + one + after : null
}
