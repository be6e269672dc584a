/** Sizes of letters that a file does not say: bitmap fonts, as TeX made them before 2000, scale each letter by themselves. */

/** What PDF.js tells of a text: its width in points, and its letters. */
export type Sized = { readonly str: string; readonly width: number; readonly fontName: string }

/** Letters so much wider than their size says have another one, of which letters are so wide on the average. */
const WIDER = 3
const USUAL_WIDTH = 0.48
/** Fonts whose letters differ less in width are of one size, and letters that tell anything. */
const ALIKE = 1.25
const ENOUGH = 20

/** The sizes of fonts by their names, in points; those that the file says are not among them. @param saidOf the size that a text says */
export function unsaidSizes<T extends Sized>(items: readonly T[], saidOf: (item: T) => number): ReadonlyMap<string, number> {
  const fonts = new Map<string, { chars: number; width: number; said: number }>()
  for (const item of items) {
    const chars = item.str.replace(/\s/g, '').length
    const font = fonts.get(item.fontName)
    if (chars === 0) continue
    if (font === undefined) fonts.set(item.fontName, { chars, width: item.width, said: saidOf(item) })
    else {
      font.chars += chars
      font.width += item.width
      font.said = Math.max(font.said, saidOf(item))
    }
  }
  const unsaid = [...fonts].filter(([, { chars, width, said }]) => width / chars > said * WIDER)
  const [, most] = unsaid.toSorted(([, one], [, other]) => other.chars - one.chars)[0] ?? []
  if (most === undefined) return new Map()
  const usual = most.width / most.chars
  return new Map(
    unsaid.map(([name, { chars, width }]) => {
      const ratio = width / chars / usual
      const isAlike = chars < ENOUGH || (ratio < ALIKE && ratio > 1 / ALIKE)
      return [name, (usual / USUAL_WIDTH) * (isAlike ? 1 : ratio)]
    }),
  )
}
