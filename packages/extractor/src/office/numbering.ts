/** Numbers of paragraphs in a Word file (ISO/IEC 29500-1, 17.9): which list a paragraph is of, and what is written before it. */
import { at, elementsOf, type Xml } from './xml.ts'

type Level = { readonly format: string; readonly text: string; readonly start: number }

export type Mark =
  | { readonly kind: 'bullet' }
  | { readonly kind: 'number'; readonly value: number }
  /** A number that no list counts by itself: `4.2`, `(a)`, `Article 3`. */
  | { readonly kind: 'label'; readonly text: string }

/** Levels that a number names, and the deepest that there is. */
const NAMED = /%([1-9])/g
const DEEPEST = 8
const PLAIN = /^%[1-9][.)]?$/

export class Numbering {
  private readonly levels = new Map<string, Map<number, Level>>()
  /** The definition of each list, and the lists whose counts are one: those of one definition, but for such as begin anew. */
  private readonly lists = new Map<
    string,
    { readonly definition: string; readonly counted: string; readonly starts: ReadonlyMap<number, number> }
  >()
  private readonly counts = new Map<string, number[]>()

  constructor(part: Xml | undefined) {
    const root = at(part, 'numbering')
    for (const list of elementsOf(root, 'abstractNum')) {
      const levels = elementsOf(list, 'lvl').map((level): [number, Level] => [
        Number(level.attributes.ilvl ?? 0),
        {
          format: at(level, 'numFmt')?.attributes.val ?? 'decimal',
          text: at(level, 'lvlText')?.attributes.val ?? '',
          start: Number(at(level, 'start')?.attributes.val ?? 1),
        },
      ])
      this.levels.set(list.attributes.abstractNumId ?? '', new Map(levels))
    }
    for (const number of elementsOf(root, 'num')) {
      const [id, definition] = [number.attributes.numId ?? '', at(number, 'abstractNumId')?.attributes.val ?? '']
      const changes = elementsOf(number, 'lvlOverride')
      const starts = changes.flatMap((change): [number, number][] => {
        const start = Number(at(change, 'startOverride')?.attributes.val ?? at(change, 'lvl', 'start')?.attributes.val)
        return Number.isNaN(start) ? [] : [[Number(change.attributes.ilvl ?? 0), start]]
      })
      this.lists.set(id, { definition, counted: changes.length === 0 ? definition : `own ${id}`, starts: new Map(starts) })
    }
  }

  /** What stands before the next paragraph of a list; null where the list is not told or numbers nothing. */
  next(list: string, depth: number): Mark | null {
    const { definition, counted, starts } = this.lists.get(list) ?? { definition: '', counted: '', starts: new Map<number, number>() }
    const levels = this.levels.get(definition)
    const level = levels?.get(Math.min(depth, DEEPEST))
    if (levels === undefined || level === undefined || level.format === 'none') return null
    if (level.format === 'bullet') return { kind: 'bullet' }
    const counts = countOn(this.counts, counted, depth, starts.get(depth) ?? level.start)
    for (let above = 0; above < depth; above += 1) counts[above] ??= levels.get(above)?.start ?? 1
    if (level.format === 'decimal' && PLAIN.test(level.text)) return { kind: 'number', value: counts[depth]! }
    const text = level.text.replace(NAMED, (_, name: string) => {
      const index = Number(name) - 1
      return written(counts[index] ?? 1, levels.get(index)?.format ?? 'decimal')
    })
    return text.trim() === '' ? null : { kind: 'label', text }
  }
}

/** The counts of a list by their depths, after it has counted on at one: from its start where it has not counted there, and anew below. */
export function countOn(lists: Map<string, number[]>, list: string, depth: number, start: number): number[] {
  const counts = lists.get(list) ?? []
  lists.set(list, counts)
  counts.length = Math.min(counts.length, depth + 1)
  counts[depth] = counts[depth] === undefined ? start : counts[depth] + 1
  return counts
}

/** A number in a format, by Word's name for it. */
export function written(value: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return letters(value)
    case 'upperLetter':
      return letters(value).toUpperCase()
    case 'lowerRoman':
      return roman(value).toLowerCase()
    case 'upperRoman':
      return roman(value)
    case 'decimalZero':
      return String(value).padStart(2, '0')
    default:
      return String(value)
  }
}

/** a to z, then aa to zz, as Word counts. */
const letters = (value: number): string => String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.min(10, Math.ceil(value / 26)))

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]

function roman(value: number): string {
  let [left, text] = [Math.min(value, 5_000), '']
  for (const [worth, sign] of ROMAN) for (; left >= worth; left -= worth) text += sign
  return text
}
