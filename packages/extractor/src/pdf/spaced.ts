/** Letters that are spaced apart to look good: PDF.js takes what is between them for blanks (`C H A P T E R`). What a page draws tells the words. */

type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>
type Page = Awaited<ReturnType<Pdf['getPage']>>
type Item = Awaited<ReturnType<Page['getTextContent']>>['items'][number]

/** Letters that nobody writes by themselves so often, and what else may be such where those are. */
const SPACED = /(?<!\S)\p{L}(?: \p{L}){3}(?!\S)/u
const MAYBE = /(?<!\S)[\p{L}\p{N}] [\p{L}\p{N}](?!\S)/u
/** Signs of a page that are looked at, of a text that is looked for, and texts that may not be found. */
const MOST_SIGNS = 100_000
const LONGEST = 150
const MOST_MISSES = 20
/** Signs between blanks, on the average, where a program draws them; others leave gaps instead, and these may part words. And signs that tell. */
const MOST_BETWEEN = 20
const ENOUGH = 200

/** What a page draws, without blanks, and whether one stands before each sign. */
type Drawn = { readonly signs: string; readonly blanks: ReadonlySet<number> }

/** Mends the texts of one file, as long as it draws its blanks. */
export class SpacedLetters {
  private drawsBlanks = true

  async mend(items: readonly Item[], page: Page): Promise<readonly Item[]> {
    if (!this.drawsBlanks || !items.some((item) => 'str' in item && SPACED.test(item.str))) return items
    const drawn = await drawnOn(page)
    const drawsBlanks = drawn.blanks.size * MOST_BETWEEN >= drawn.signs.length
    if (drawn.signs.length >= ENOUGH) this.drawsBlanks = drawsBlanks
    return drawsBlanks ? mended(items, drawn) : items
  }
}

async function drawnOn(page: Page): Promise<Drawn> {
  const { getResolvedPDFJS } = await import('unpdf')
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  const signs: string[] = []
  const blanks = new Set<number>()
  let length = 0
  for (const [at, operator] of fnArray.entries()) {
    if (operator !== OPS.showText || length > MOST_SIGNS) continue
    for (const glyph of (argsArray[at] as readonly [readonly unknown[]])[0]) {
      const text = typeof glyph === 'object' && glyph !== null && 'unicode' in glyph ? String(glyph.unicode) : null
      if (text === null) continue
      const own = text.normalize('NFKC')
      if (own.trim() === '') blanks.add(length)
      else {
        signs.push(own)
        length += own.length
      }
    }
  }
  return { signs: signs.join(''), blanks }
}

/** Items with the blanks that are drawn, where the same signs stand in the same order. */
function mended(items: readonly Item[], { signs, blanks }: Drawn): Item[] {
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
    const words = Array.from({ length: own.length }, (_, index) => (index > 0 && blanks.has(at + index) ? ' ' : '') + own[index]).join('')
    return { ...item, str: item.str.replace(/\S.*\S/su, () => words) }
  })
}
