/** Numbers of paragraphs in a Word file (ISO/IEC 29500-1, 17.9): which list a paragraph is of, and what is written before it. */
import { cutAt } from '../page/limits.ts'
import { written } from './number-formats.ts'
import { at, elementsOf, isSet, within, type Xml } from './xml.ts'

type Level = {
  readonly format: string
  readonly text: string
  readonly start: number
  /** It begins anew behind levels above this one alone: never, where that is 0. */
  readonly restart: number
  /** Whether all numbers in it are decimal. */
  readonly isLegal: boolean
  /** The style whose paragraphs it numbers. */
  readonly style: string | undefined
}

type Definition = {
  readonly id: string
  readonly levels: ReadonlyMap<number, Level>
  /** The style that it defines, and the one that defines it. */
  readonly styleLink: string | undefined
  readonly numStyleLink: string | undefined
}

/** The levels of a list, and what it counts with: lists of one definition count together, but for such as change it. */
type List = { readonly levels: ReadonlyMap<number, Level>; readonly counted: string }

export type Mark =
  | { readonly kind: 'bullet' }
  | { readonly kind: 'number'; readonly value: number }
  /** A number that no list counts by itself: `4.2`, `(a)`, `Article 3`. */
  | { readonly kind: 'label'; readonly text: string }

/** Levels that a number names, and the deepest that there is. */
const NAMED = /%([1-9])/g
const DEEPEST = 8
const PLAIN = /^%[1-9][.)]?$/
const HIGHEST = 32_767
/** What is written once in the file, and shown before each paragraph. */
const LONGEST_TEXT = 200

export class Numbering {
  private readonly lists = new Map<string, List>()
  private readonly counts: Counts = new Map()

  constructor(part: Xml | undefined) {
    const root = at(part, 'numbering')
    const definitions = elementsOf(root, 'abstractNum').map(definitionOf)
    const named = new Map(definitions.map((one) => [one.id, one]))
    const linked = new Map(definitions.map((one) => [one.styleLink, one]))
    for (const number of elementsOf(root, 'num')) {
      const own = named.get(at(number, 'abstractNumId')?.attributes.val ?? '')
      // A definition may be that of a style, which stands elsewhere.
      const definition = own?.numStyleLink === undefined ? own : (linked.get(own.numStyleLink) ?? own)
      if (definition === undefined) continue
      const [id, changes] = [number.attributes.numId ?? '', elementsOf(number, 'lvlOverride')]
      this.lists.set(id, { levels: changed(definition.levels, changes), counted: changes.length === 0 ? definition.id : `own ${id}` })
    }
  }

  /** The depth at which a list numbers the paragraphs of a style. */
  depthOf(list: string, style: string): number {
    const levels = this.lists.get(list)?.levels ?? new Map<number, Level>()
    return [...levels].find(([, level]) => level.style === style)?.[0] ?? 0
  }

  /** What stands before the next paragraph of a list; null where the list is not told or numbers nothing. */
  next(list: string, depth: number): Mark | null {
    const { levels, counted } = this.lists.get(list) ?? { levels: new Map<number, Level>(), counted: '' }
    const level = levels.get(depth)
    if (level === undefined || level.format === 'none') return null
    if (level.format === 'bullet') return { kind: 'bullet' }
    const counts = countOn(this.counts, counted, depth, level.start, (below) => depth >= (levels.get(below)?.restart ?? below))
    for (let above = 0; above < depth; above += 1) counts[above] ??= levels.get(above)?.start ?? 1
    if (level.format === 'decimal' && PLAIN.test(level.text)) return { kind: 'number', value: counts[depth]! }
    const text = level.text.replace(NAMED, (_, name: string) => {
      const index = Number(name) - 1
      return written(counts[index] ?? 1, level.isLegal ? 'decimal' : (levels.get(index)?.format ?? 'decimal'))
    })
    return text.trim() === '' ? null : { kind: 'label', text }
  }
}

const depthIn = ({ attributes }: Xml): number => within(attributes.ilvl, 0, DEEPEST)

const definitionOf = (definition: Xml): Definition => ({
  id: definition.attributes.abstractNumId ?? '',
  levels: new Map(elementsOf(definition, 'lvl').map((level) => [depthIn(level), levelOf(level)])),
  styleLink: at(definition, 'styleLink')?.attributes.val,
  numStyleLink: at(definition, 'numStyleLink')?.attributes.val,
})

function levelOf(level: Xml): Level {
  const said = (name: string): string | undefined => at(level, name)?.attributes.val
  return {
    format: said('numFmt') ?? 'decimal',
    text: cutAt(said('lvlText') ?? '', LONGEST_TEXT),
    start: within(said('start') ?? '1', 0, HIGHEST),
    restart: within(said('lvlRestart') ?? String(depthIn(level)), 0, DEEPEST),
    isLegal: isSet(level, 'isLgl'),
    style: said('pStyle'),
  }
}

/** Levels of a definition as a list changes them: all of one, or where it begins. */
function changed(levels: ReadonlyMap<number, Level>, changes: readonly Xml[]): ReadonlyMap<number, Level> {
  if (changes.length === 0) return levels
  const own = new Map(levels)
  for (const change of changes) {
    const [depth, instead, start] = [depthIn(change), at(change, 'lvl'), at(change, 'startOverride')?.attributes.val]
    const level = instead === undefined ? own.get(depth) : levelOf(instead)
    if (level !== undefined) own.set(depth, start === undefined ? level : { ...level, start: within(start, 0, HIGHEST) })
  }
  return own
}

/** The counts of lists by their depths. */
export type Counts = Map<string, (number | undefined)[]>

/**
 * The counts of a list after it has counted on at a depth: from its start where it has not counted there, and anew below.
 * @param goesOn whether a depth below goes on nevertheless
 */
export function countOn(
  lists: Counts,
  list: string,
  depth: number,
  start: number,
  goesOn: (below: number) => boolean = () => false,
): (number | undefined)[] {
  const counts = lists.get(list) ?? []
  lists.set(list, counts)
  for (let below = depth + 1; below < counts.length; below += 1) if (!goesOn(below)) counts[below] = undefined
  counts[depth] = counts[depth] === undefined ? start : counts[depth] + 1
  return counts
}
