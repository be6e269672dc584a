/** What is filled into the fields of a form, and the notes that are typed onto a page: texts that are drawn apart from the page. */
import type { Marked, Piece } from './runs.ts'

/** Text with the rectangle it stands in, in points. */
export type Field = { readonly text: string; readonly left: number; readonly bottom: number; readonly right: number; readonly top: number }

const MOST_FIELDS = 300
const LONGEST = 10_000
const MOST_LINES = 200
const LARGEST_LETTERS = 12
/** Share of a field's height that a line of letters takes, and of the letters that stands below their line. */
const FILLED = 0.7
const BELOW = 0.2
const LINE = 1.2

/** Fields with a value among the annotations that PDF.js gives. */
export function fieldsOf(annotations: readonly unknown[]): Field[] {
  return annotations.slice(0, MOST_FIELDS).flatMap((one) => {
    const said = one as Record<string, unknown>
    const text = textOf(said)
    const [left, bottom, right, top] = Array.isArray(said.rect) ? said.rect.map(Number) : []
    if (text === null || left === undefined || bottom === undefined || right === undefined || top === undefined) return []
    return said.hidden === true || said.noView === true ? [] : [{ text, left, bottom, right, top }]
  })
}

function textOf(said: Record<string, unknown>): string | null {
  if (said.subtype === 'FreeText') return told((said.contentsObj as { str?: unknown } | undefined)?.str)
  if (said.subtype !== 'Widget' || said.password === true) return null
  if (said.fieldType === 'Btn') {
    if (said.checkBox !== true && said.radioButton !== true) return null
    const on = said.checkBox === true ? said.exportValue : said.buttonValue
    return typeof said.fieldValue === 'string' && said.fieldValue === on ? '☒' : '☐'
  }
  return told(Array.isArray(said.fieldValue) ? said.fieldValue.join(', ') : said.fieldValue)
}

const told = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.slice(0, LONGEST) : null)

/** The pieces of a page with those of its fields, each behind what stands beside or above it. */
export function withFields(pieces: readonly Marked[], fields: readonly Field[]): Marked[] {
  if (fields.length === 0) return [...pieces]
  const behind = new Map<number, Marked[]>()
  for (const field of fields) {
    const at = pieces.findLastIndex(({ x, y, text }) => text.trim() !== '' && x <= field.left && y > field.bottom - 2 && y < field.top)
    const place = at >= 0 ? at : pieces.findLastIndex(({ y }) => y >= field.top)
    // What it stands behind is its label, in the structure of a tagged file as well.
    const { turn = 0, mark = null, artifact = false } = pieces[place] ?? {}
    behind.set(place, [...(behind.get(place) ?? []), ...drawn(field).map((piece) => ({ ...piece, turn, mark, artifact }))])
  }
  return [...(behind.get(-1) ?? []), ...pieces.flatMap((piece, at) => [piece, ...(behind.get(at) ?? [])])]
}

function drawn({ text, left, bottom, right, top }: Field): Piece[] {
  const lines = text.split(/\r\n?|\n/).slice(0, MOST_LINES)
  const size = Math.min(LARGEST_LETTERS, Math.max(1, ((top - bottom) * FILLED) / lines.length))
  const first = lines.length === 1 ? (top + bottom - size) / 2 + size * BELOW : top - size
  return lines.map((line, at) => ({
    text: line,
    x: left,
    y: first - at * size * LINE,
    width: Math.min(right - left, line.length * size * 0.5),
    size,
    mono: false,
    bold: false,
    leftwards: false,
  }))
}
