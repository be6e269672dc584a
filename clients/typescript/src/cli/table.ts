/** Answers as people read them: rows under headings, or names and values. */

export type Row = Record<string, unknown>

/** Text of strangers on a terminal: nothing that moves a cursor, hides a word or turns a line round. */
export const harmless = (text: string): string => text.replace(/(?!\n)[\p{Cc}\p{Cf}]+/gu, ' ')

/** JSON that a terminal takes for text alone: the same value for whoever reads it. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, (sign) =>
    [...Array(sign.length).keys()].map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )

/** A cell in one line. */
function cell(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
  const clean = harmless(text).replaceAll('\n', ' ')
  return clean.length > 76 ? `${clean.slice(0, 75)}…` : clean
}

/** Rows as a table; one object as a table of its members. */
export function toTable(value: readonly Row[] | Row): string {
  const rows: readonly Row[] = Array.isArray(value) ? value : Object.entries(value).map(([name, held]) => ({ name, value: held }))
  if (rows.length === 0) return '(none)\n'
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => cell(row[name]).length)))
  const line = (cells: string[]): string =>
    cells
      .map((text, at) => text.padEnd(widths[at]!))
      .join('  ')
      .trimEnd()
  return `${[line(names), line(widths.map((width) => '─'.repeat(width))), ...rows.map((row) => line(names.map((name) => cell(row[name]))))].join('\n')}\n`
}
