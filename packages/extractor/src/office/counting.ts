/** Numbers of items in an OpenDocument text (ISO/IEC 26300-1, 19.880 and others): lists count by their styles, level by level. */
import { cutAt } from '../page/limits.ts'
import { written } from './number-formats.ts'
import { type Counts, countOn } from './numbering.ts'
import { elementsOf, within, type Xml } from './xml.ts'

type Level = { readonly format: string; readonly before: string; readonly behind: string; readonly shown: number; readonly start: number }

/** The numbers of OpenDocument are those of Word by other names. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['a', 'lowerLetter'],
  ['A', 'upperLetter'],
  ['i', 'lowerRoman'],
  ['I', 'upperRoman'],
  ['一, 二, 三, ...', 'chineseCounting'],
  ['①, ②, ③, ...', 'decimalEnclosedCircle'],
])
/** What is written once in the file, and shown before each paragraph. */
const LONGEST_TEXT = 100
const DEEPEST = 10
const HIGHEST = 32_767

export class Counting {
  private readonly levels = new Map<string, Level>()
  private readonly counts: Counts = new Map()

  /** Learns what a style of lists counts. */
  add(style: Xml): void {
    for (const { attributes } of elementsOf(style, 'list-level-style-number')) {
      const format = attributes['num-format'] ?? '1'
      if (format === '') continue
      this.levels.set(`${style.attributes.name} ${attributes.level}`, {
        format: FORMATS.get(format) ?? 'decimal',
        before: cutAt(attributes['num-prefix'] ?? '', LONGEST_TEXT),
        behind: cutAt(attributes['num-suffix'] ?? '', LONGEST_TEXT),
        shown: within(attributes['display-levels'], 1, DEEPEST),
        start: within(attributes['start-value'] ?? '1', 0, HIGHEST),
      })
    }
  }

  /** A list begins at a depth: it counts anew unless it goes on with the one before. */
  begin(style: string, depth: number, goesOn: boolean): void {
    const counts = this.counts.get(style)
    if (counts !== undefined && !goesOn) counts.length = Math.min(counts.length, depth)
  }

  /** The number of the next item, and what is written for it where a list does not count so by itself. Null where its list does not count. */
  next(style: string, depth: number, from: number | null): { value: number; label: string | null } | null {
    const level = this.levels.get(`${style} ${depth + 1}`)
    if (level === undefined) return null
    const counts = countOn(this.counts, style, depth, level.start)
    if (from !== null) counts[depth] = from
    const value = counts[depth]!
    if (level.format === 'decimal' && level.shown === 1 && /^[.)]?\s*$/.test(level.behind) && level.before === '')
      return { value, label: null }
    const shown = Math.min(level.shown, depth + 1)
    const parts = Array.from({ length: shown }, (_, index) => {
      const at = depth + 1 - shown + index
      return written(counts[at] ?? 1, this.levels.get(`${style} ${at + 1}`)?.format ?? 'decimal')
    })
    return { value, label: `${level.before}${parts.join('.')}${level.behind}`.trim() }
  }
}
