/** What stands on a page, in the order in which it is read. */
import type { Line } from './lines.ts'

export type Part =
  /** Lines of which their places alone tell what they are. */
  | { readonly kind: 'lines'; readonly lines: readonly Line[] }
  /** What the maker of the file says it is. @property level null where it is not said */
  | { readonly kind: 'heading'; readonly level: number | null; readonly lines: readonly Line[] }
  | { readonly kind: 'paragraph'; readonly lines: readonly Line[] }
  | { readonly kind: 'item'; readonly mark: string; readonly lines: readonly Line[] }
  | { readonly kind: 'table'; readonly page: number; readonly rows: readonly (readonly (readonly Line[])[])[] }
  /** Words for a picture. */
  | { readonly kind: 'figure'; readonly page: number; readonly text: string }

export const linesOf = (part: Part): readonly Line[] =>
  part.kind === 'table' ? part.rows.flat(2) : part.kind === 'figure' ? [] : part.lines

/** A part without the lines that are not wanted; null where nothing is left of it. */
export function without(part: Part, lines: ReadonlySet<Line>): Part | null {
  if (part.kind === 'table' || part.kind === 'figure') return part
  const left = part.lines.filter((line) => !lines.has(line))
  return left.length === 0 ? null : { ...part, lines: left }
}
