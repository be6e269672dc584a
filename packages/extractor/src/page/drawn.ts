/** What a small drawing shows that is called nothing: whether its lines are those of a tick, a cross or a dash. */
import type { Mark } from './marks.ts'

type Point = readonly [x: number, y: number]
type Line = readonly Point[]

/** Numbers that follow a command of a path at a time, and which of them, from behind, is the place that it leads to. */
const ARGUMENTS: Readonly<Record<string, number>> = { m: 2, l: 2, t: 2, h: 1, v: 1, s: 4, q: 4, c: 6, a: 7, z: 0 }
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/y
const COMMAND = /[a-z]/iy
const BETWEEN = /[\s,]*/y
/** Of an arc the fourth and the fifth number are one digit each, which need not be parted. */
const FLAG = /[01]/y
const isFlag = (command: string, at: number): boolean => command === 'a' && (at === 3 || at === 4)

/** Points of a path (SVG 2, 9.3), one line for each part of it. Of a curve its ends and where it is farthest from them. */
function linesOf(path: string): Line[] {
  const lines: Point[][] = []
  let [x, y, at] = [0, 0, 0]
  const take = (pattern: RegExp): string | undefined => {
    BETWEEN.lastIndex = at
    pattern.lastIndex = at + BETWEEN.exec(path)![0].length
    const found = pattern.exec(path)?.[0]
    if (found !== undefined) at = pattern.lastIndex
    return found
  }
  let letter = take(COMMAND)
  while (letter !== undefined) {
    const command = letter.toLowerCase()
    const isRelative = letter === command
    const values = Array.from({ length: ARGUMENTS[command] ?? 1 }, (_, index) => Number(take(isFlag(command, index) ? FLAG : NUMBER)))
    if (ARGUMENTS[command] === undefined || values.some(Number.isNaN)) break
    const line = lines.at(-1)
    const from: Point = [x, y]
    if (command === 'z') [x, y] = line?.[0] ?? from
    else {
      if (command !== 'v') x = (isRelative ? x : 0) + values.at(command === 'h' ? -1 : -2)!
      if (command !== 'h') y = (isRelative ? y : 0) + values.at(-1)!
    }
    if (command === 'm' || line === undefined) lines.push([[x, y]])
    else line.push(...bulge(command, values, from, [x, y], isRelative), [x, y])
    const next = take(COMMAND)
    if (next === undefined && command === 'z') break
    // Numbers without a letter go on as those before them, from the first point of a line on in lines.
    letter = next ?? (command === 'm' ? (isRelative ? 'l' : 'L') : letter)
  }
  return lines
}

/** Where an arc or a curve of two handles is farthest from the line between its ends; nothing of other commands. */
function bulge(command: string, values: readonly number[], from: Point, to: Point, isRelative: boolean): Point[] {
  const middle = (a: number, b: number): number => (a + b) / 2
  if (command === 'c') {
    const [left, top] = isRelative ? from : [0, 0]
    const [x1, y1, x2, y2] = values as [number, number, number, number]
    return [[middle(from[0], to[0]) / 4 + (middle(x1, x2) + left) * 0.75, middle(from[1], to[1]) / 4 + (middle(y1, y2) + top) * 0.75]]
  }
  if (command !== 'a') return []
  const [radius, , , isLarge, isClockwise] = values as [number, number, number, number, number]
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const half = Math.hypot(dx, dy) / 2
  if (half === 0) return []
  const rest = Math.sqrt(Math.max(0, radius ** 2 - half ** 2))
  const height = (Math.max(radius, half) + (isLarge ? rest : -rest)) * (isClockwise ? 1 : -1)
  return [[middle(from[0], to[0]) + (dy * height) / (half * 2), middle(from[1], to[1]) - (dx * height) / (half * 2)]]
}

const STEPS = 8

/** Points all along lines, in a box of one by one; null where that is flat or nothing. */
function spread(lines: readonly Line[]): { points: Point[]; ratio: number } | null {
  const ends = lines.flat()
  const [xs, ys] = [ends.map(([x]) => x), ends.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top]
  if (!(width > 0)) return null
  const scale = (value: number, from: number, by: number): number => (by > 0 ? (value - from) / by : 0)
  const points = lines.flatMap((line) =>
    line.slice(1).flatMap((to, index) =>
      Array.from({ length: STEPS + 1 }, (_, step): Point => {
        const [from, part] = [line[index]!, step / STEPS]
        return [scale(from[0] + (to[0] - from[0]) * part, left, width), scale(from[1] + (to[1] - from[1]) * part, top, height)]
      }),
    ),
  )
  return { points, ratio: height / width }
}

/** How far from the middle of its strokes a sign may be drawn, and from its corners where it ends. */
const WIDE = 0.2
const NEAR = 0.25

const distance = ([x, y]: Point, [left, top]: Point): number => Math.hypot(x - left, y - top)

/** Distance of a point from the line between two others. */
function fromLine(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const along = ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / (dx * dx + dy * dy || 1)
  const at = Math.min(1, Math.max(0, along))
  return distance(point, [from[0] + dx * at, from[1] + dy * at])
}

/** Whether points lie along strokes alone, and reach the ends of each. */
const isAlong = (points: readonly Point[], strokes: readonly (readonly [Point, Point])[]): boolean =>
  points.every((point) => strokes.some(([from, to]) => fromLine(point, from, to) <= WIDE)) &&
  strokes.every((ends) => ends.every((end) => points.some((point) => distance(point, end) <= NEAR)))

const [TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT]: readonly Point[] = [0, 1].flatMap((y) => [0, 1].map((x): Point => [x, y]))

/** Two arms, the longer one to the right and up. */
function isTick(points: readonly Point[]): boolean {
  const left = points.reduce((most, point) => (point[0] < most[0] ? point : most))
  const lowest = points.reduce((most, point) => (point[1] > most[1] ? point : most))
  if (lowest[0] < 0.15 || lowest[0] > 0.6 || left[1] < 0.3 || left[1] > 0.85) return false
  const elbow: Point = [lowest[0], 0.9]
  return isAlong(points, [
    [[0.1, left[1]], elbow],
    [elbow, TOP_RIGHT!],
  ])
}

const isCross = (points: readonly Point[]): boolean =>
  isAlong(points, [
    [TOP_LEFT!, BOTTOM_RIGHT!],
    [TOP_RIGHT!, BOTTOM_LEFT!],
  ])

/** Heights of a sign by its width. */
const FLAT = 0.3
const SQUARE = { least: 0.5, most: 1.5 }

function shownBy(lines: readonly Line[]): Mark | null {
  const { points, ratio } = spread(lines) ?? { points: [], ratio: 0 }
  if (points.length === 0) return null
  if (ratio < FLAT) return lines.length === 1 ? '–' : null
  if (ratio < SQUARE.least || ratio > SQUARE.most) return null
  return lines.length === 1 && isTick(points) ? '✓' : lines.length <= 2 && isCross(points) ? '✗' : null
}

/** Whether a line runs around the middle of its box at a distance from it, as circles and squares do. */
function isFrame(line: Line): boolean {
  const { points, ratio } = spread([line]) ?? { points: [], ratio: 0 }
  return ratio > 0.85 && ratio < 1.15 && points.every((point) => distance(point, [0.5, 0.5]) > 0.3)
}

/** Parts of a sign, and characters of what draws it: more of them are a picture. */
const MOST = { lines: 6, characters: 1_500 }

/**
 * The sign that paths draw, by themselves or in a circle or a square around it; null where they draw anything else.
 * @param paths values of `d` as SVG has them
 */
export function markDrawn(paths: readonly string[]): Mark | null {
  if (paths.reduce((sum, path) => sum + path.length, 0) > MOST.characters) return null
  const lines = paths.flatMap(linesOf).filter(({ length }) => length > 1)
  if (lines.length === 0 || lines.length > MOST.lines) return null
  const inner = lines.filter((line) => !isFrame(line))
  const mark = shownBy(inner)
  return mark === '–' && inner.length < lines.length ? null : mark
}
