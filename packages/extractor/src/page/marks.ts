/** Signs that say yes or no, by what pages call them: a class of an icon, the file of a picture, the name of a drawing. */
import { namesIn } from './names.ts'

export type Mark = '✓' | '✗' | '–'

/** Words of a name that say what a sign looks like, or of which set of icons it is, and not what it shows. */
const DRESS = namesIn(
  'icon icons ico svg img image sign mark symbol symbols glyph glyphicon iconfont material mat fa fas far fal fab solid regular light thin bold ' +
    'duotone bi mdi lucide feather ti tabler ph ri el bx bxs octicon dashicons anticon eicon heroicon circle circled square round rounded ' +
    'outline outlined filled fill line checkbox small big large lg sm md xs xl o alt double all dark green red orange yellow grey gray blue black white color primary',
)

const marksOf = (words: Partial<Record<Mark, string>>): ReadonlyMap<string, Mark> =>
  new Map(Object.entries(words).flatMap(([mark, text]) => [...namesIn(text)].map((word): [string, Mark] => [word, mark as Mark])))

/** What is left of a name then, and what only signs are called so: a button may be too. */
const SAID = marksOf({
  '✓': 'yes true check checked checkmark tick ticked marked included available supported',
  '✗': 'no false times xmark cross crossmark crossed unchecked uncheck excluded unavailable unsupported',
})
const DRAWN = marksOf({ '✓': 'ok done', '✗': 'x close remove cancel clear ban', '–': 'minus dash hyphen' })
const NEGATES = /^(?:not?|un)$/
const LONGEST = 40

/** Numbers of a version or a size, and what a file is called to be told from its older ones. */
const COUNTED = /^(?:\d+x?|[\da-f]*\d[\da-f]*)$/

/** Words of names that are put together by capitals, dashes and the like. */
export const wordsIn = (name: string): string[] =>
  name
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)

/**
 * The sign that has such a name; null for every other name.
 * @param isDrawn whatever has the name is known to be a sign
 */
export function markOf(name: string, isDrawn = false): Mark | null {
  if (name.length > LONGEST) return null
  const words = wordsIn(name)
  const said = words.filter((word) => !DRESS.has(word) && !COUNTED.test(word))
  const negates = said.length > 1 && NEGATES.test(said[0]!)
  // `no-icon` is a page's way to leave one out.
  if (said.length === 0 || (words[0] === 'no' && words.length > 1 && !negates)) return null
  const isSign = isDrawn || said.length < words.length
  const [mark, ...others] = new Set((negates ? said.slice(1) : said).map((word) => shownBy(word, isSign)))
  if (mark === undefined || others.length > 0) return null
  return negates ? (mark === '✓' ? '✗' : null) : mark
}

const shownBy = (word: string, isSign: boolean): Mark | null => SAID.get(word) ?? (isSign ? DRAWN.get(word) : undefined) ?? null

/** The sign that one of the classes of an element names. Null where none does, or two name different ones. */
export function markIn(classes: string | undefined): Mark | null {
  if (classes === undefined) return null
  const found = new Set(classes.split(/\s+/).map((name) => markOf(name)))
  found.delete(null)
  const [mark, other] = found
  return other === undefined ? (mark ?? null) : null
}
