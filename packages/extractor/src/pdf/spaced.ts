/** Letters that are spaced apart to look good: PDF.js takes what is between them for blanks (`C H A P T E R`). What a page draws tells the words. */

type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>
type Page = Awaited<ReturnType<Pdf['getPage']>>
type Item = Awaited<ReturnType<Page['getTextContent']>>['items'][number]

/** Letters that nobody writes by themselves so often, and what else may be such where those are. */
const SPACED = /(?<!\S)\p{L}(?: \p{L}){3}(?!\S)/u
const MAYBE = /(?<!\S)\S \S(?!\S)/u
/** Signs of a page that are looked at, of a text that is looked for, and texts that may not be found. */
const MOST_SIGNS = 100_000
const LONGEST = 150
const MOST_MISSES = 20
/** Signs between blanks, on the average, where a program draws them. TeX does not. */
const MOST_BETWEEN = 20
/** In thousandths of the size of letters: the same distance between all letters of a word, and by how much it may differ. */
const LEAST_GAP = 50
const MOST_GAP = 240
const SAME_GAP = 5

/** What a page draws, without blanks, and before which signs there is none though they stand apart. */
type Drawn = { readonly signs: string; readonly apart: (sign: number) => boolean }

/** The items of a page with words in place of their letters. */
export async function withWords(items: readonly Item[], page: Page): Promise<readonly Item[]> {
  if (!items.some((item) => 'str' in item && SPACED.test(item.str))) return items
  const { signs, apart } = await drawnOn(page)
  let [from, misses] = [0, 0]
  return items.map((item) => {
    if (!('str' in item) || misses > MOST_MISSES || !MAYBE.test(item.str)) return item
    const own = item.str.replace(/\s/g, '')
    const at = own.length > LONGEST ? -1 : signs.indexOf(own, from)
    if (at === -1) {
      misses += 1
      return item
    }
    from = at + own.length
    let sign = at
    const str = item.str.replace(/\s+|\S/g, (text) => {
      if (text.trim() === '') return sign > at && sign < from && apart(sign) ? '' : text
      sign += 1
      return text
    })
    return { ...item, str }
  })
}

async function drawnOn(page: Page): Promise<Drawn> {
  const { getResolvedPDFJS } = await import('unpdf')
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  const signs: string[] = []
  const blanks = new Set<number>()
  const even = new Set<number>()
  let length = 0
  for (const [at, operator] of fnArray.entries()) {
    if (operator !== OPS.showText || length > MOST_SIGNS) continue
    for (const word of wordsOf((argsArray[at] as readonly [readonly unknown[]])[0])) {
      const isSpaced = isEvenlySpaced(word)
      for (const [index, { text }] of word.entries()) {
        if (isSpaced && index > 0) even.add(length)
        if (text.trim() === '') blanks.add(length)
        else {
          signs.push(text)
          length += text.length
        }
      }
    }
  }
  const drawsBlanks = blanks.size * MOST_BETWEEN >= length
  return { signs: signs.join(''), apart: (sign) => (drawsBlanks ? !blanks.has(sign) : even.has(sign)) }
}

/** A text, and how far it stands from the one before. */
type Glyph = { readonly text: string; readonly gap: number }

/** What is drawn at once, as PDF.js gives it: glyphs and distances back; those that letters of one word never have part it. */
function wordsOf(drawn: readonly unknown[]): Glyph[][] {
  const words: Glyph[][] = []
  let gap = Number.POSITIVE_INFINITY
  for (const one of drawn) {
    if (typeof one === 'number') gap = -one
    if (typeof one !== 'object' || one === null || !('unicode' in one)) continue
    const glyph = { text: String(one.unicode).normalize('NFKC'), gap }
    const word = gap > MOST_GAP ? undefined : words.at(-1)
    if (word === undefined) words.push([glyph])
    else word.push(glyph)
    gap = 0
  }
  return words
}

/** Whether all letters of a word stand apart by the same. */
function isEvenlySpaced([first, ...rest]: readonly Glyph[]): boolean {
  const [second] = rest
  return (
    first !== undefined &&
    second !== undefined &&
    second.gap >= LEAST_GAP &&
    rest.every(({ gap }) => Math.abs(gap - second.gap) <= SAME_GAP)
  )
}
