/** Signs of items that a program draws as shapes: dots, rings and squares left of the text that they are the sign of. */
import type { Marked } from './runs.ts'

type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>
type Page = Awaited<ReturnType<Pdf['getPage']>>
/** `[a b c d e f]`, as ISO 32000-2, 8.3.3 has it. */
type Matrix = readonly number[]

/** The box around what is drawn, in points. */
export type Shape = { readonly left: number; readonly bottom: number; readonly right: number; readonly top: number }

/** Browsers, what prints pages by their engines, and what draws lists itself; others draw signs as letters. What a page draws is not asked for otherwise: that takes time. */
const DRAWS_SIGNS = /\bskia\b|\bwkhtmltopdf\b|^qt \d|\bpdfkit\b|\bpdfmake\b/i
/** Points of width and height of a sign; how much wider than high it may be, or higher than wide. */
const LEAST = 1
const MOST = 9
const SQUARE = 1.3
/** Shapes and states of a page that are looked at, and signs that make it sure that they are such. */
const MOST_SHAPES = 500
const DEEPEST = 1_000
const FEWEST = 2
/** In sizes of letters: how large a sign is at most, and how far left of its text it stands. */
const LARGEST = 0.65
const FAR = 2.5
/** Points of height that texts are looked for by. */
const BAND = 6
const MOST_BESIDE = 50

export const drawsSigns = (info: Readonly<Record<string, unknown>>): boolean =>
  [info.Producer, info.Creator].some((program) => typeof program === 'string' && DRAWS_SIGNS.test(program))

/** Small shapes, as wide as high, that a page draws. */
export async function shapesOn(page: Page): Promise<Shape[]> {
  const { getResolvedPDFJS } = await import('unpdf')
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  const shapes: Shape[] = []
  const states: Matrix[] = []
  let matrix: Matrix = [1, 0, 0, 1, 0, 0]
  for (const [at, operator] of fnArray.entries()) {
    if (shapes.length >= MOST_SHAPES) break
    const args = argsArray[at] as readonly unknown[] | null
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) {
      if (states.length < DEEPEST) states.push(matrix)
      const own = operator === OPS.save ? null : args?.[0]
      if (own !== null && own !== undefined) matrix = within(matrix, Array.from(own as ArrayLike<number>))
    } else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = states.pop() ?? matrix
    else if (operator === OPS.transform) matrix = within(matrix, args as Matrix)
    else if (operator === OPS.constructPath && args?.[0] !== OPS.endPath) {
      const shape = boxOf(args?.[2], matrix)
      if (shape !== null && isSign(shape)) shapes.push(shape)
    }
  }
  return shapes
}

/** A matrix within another. */
const within = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix, [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
]

/** @param box least and largest places of a path, as PDF.js gives them */
function boxOf(box: unknown, [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix): Shape | null {
  const [x = 0, y = 0, toX = 0, toY = 0] = typeof box === 'object' && box !== null ? Array.from(box as ArrayLike<number>) : []
  const [xs, ys] = [
    [a * x + c * y + e, a * toX + c * toY + e],
    [b * x + d * y + f, b * toX + d * toY + f],
  ]
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) }
}

function isSign({ left, bottom, right, top }: Shape): boolean {
  const [width, height] = [right - left, top - bottom]
  return Math.min(width, height) >= LEAST && Math.max(width, height) <= MOST && width < height * SQUARE && height < width * SQUARE
}

/** Pieces of a page, with a sign in front of each that a shape stands left of, and nothing else. */
export function withSigns(pieces: readonly Marked[], shapes: readonly Shape[]): Marked[] {
  const bands = Map.groupBy(
    pieces.filter(({ text }) => text.trim() !== ''),
    ({ y }) => Math.round(y / BAND),
  )
  const signs = new Map<Marked, Marked>()
  for (const { left, bottom, right, top } of shapes) {
    const middle = (bottom + top) / 2
    const band = Math.round(middle / BAND)
    const line = [-2, -1, 0, 1]
      .flatMap((aside) => bands.get(band + aside)?.slice(0, MOST_BESIDE) ?? [])
      .filter(({ y, size }) => middle > y && middle < y + size && top - bottom < size * LARGEST)
      .sort((one, other) => one.x - other.x)
    const first = line.find(({ x, size }) => x >= right && x - right < size * FAR)
    if (first === undefined || line.some((piece) => piece.x < left && first.x - piece.x - piece.width < first.size * FAR)) continue
    signs.set(first, { ...first, text: '•', x: left, width: right - left })
  }
  if (signs.size < FEWEST) return [...pieces]
  return pieces.flatMap((piece) => [...(signs.has(piece) ? [signs.get(piece)!] : []), piece])
}
