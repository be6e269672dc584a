/** Signs and numbers of items that a program draws apart from the items, in front of what they stand beside. */
import { type Line, textOfLine } from './lines.ts'
import { BULLET } from './paragraphs.ts'

const MARK = /^(?:\(?[\dA-Za-z]{1,3}[.)]|\[\w{1,6}\]|[-–—*])$/
/** In sizes of letters: how far from its item, and how far above or below its line, a sign may stand. */
const FAR = 4
const ASIDE = 0.4
/** Points of height that lines are looked for by. */
const BAND = 6
const MOST_BESIDE = 50

/** Whether a text is the sign or the number of an item, and nothing else. */
export const isMark = (text: string): boolean => MARK.test(text) || (text.length === 1 && BULLET.test(`${text} x`))

/** Lines of one page with the marks that stand alone among them put in front of their items. */
export function withMarkers(lines: readonly Line[]): Line[] {
  const marks = lines.filter((line) => isMark(textOfLine(line)))
  if (marks.length === 0) return [...lines]
  const bands = new Map<number, Line[]>()
  const band = ({ y }: Line): number => Math.round(y / BAND)
  const set = new Set(marks)
  for (const line of lines) {
    const own = bands.get(band(line))
    if (set.has(line)) continue
    if (own === undefined) bands.set(band(line), [line])
    else if (own.length < MOST_BESIDE) own.push(line)
  }
  const markOf = new Map<Line, Line>()
  for (const mark of marks) {
    const beside = [-1, 0, 1]
      .flatMap((aside) => bands.get(band(mark) + aside) ?? [])
      .filter((line) => Math.abs(line.y - mark.y) < ASIDE * line.size && line.x >= mark.end && line.x - mark.end < FAR * line.size)
    const nearest = beside.sort((one, other) => one.x - other.x)[0]
    if (nearest !== undefined && !markOf.has(nearest)) markOf.set(nearest, mark)
  }
  const placed = new Set(markOf.values())
  return lines.flatMap((line) => {
    if (placed.has(line)) return []
    const mark = markOf.get(line)
    if (mark === undefined) return [line]
    const [first, ...rest] = line.cells
    return [{ ...line, x: mark.x, cells: [{ ...first!, x: mark.x, text: `${textOfLine(mark)} ${first!.text}` }, ...rest] }]
  })
}
