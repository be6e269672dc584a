/**
 * Notices in memory: a column for each thing that they are filtered, sorted and found by, their texts in blocks beside the heap. There is no
 * object a notice: a quarter of a million would hold everybody up for tens of milliseconds whenever the collector marks or moves them.
 */
import type { StoredNotice } from '../../notices/notice.ts'
import type { Dictionaries } from './dictionaries.ts'

const COLUMNS = {
  /** Milliseconds. */
  deadline: Float64Array,
  /** Pounds; -1: none is stated. */
  value: Float64Array,
  /** Milliseconds: when its day began in UTC. */
  published: Float64Array,
  /** Milliseconds: when it was listed here, or amended so that a feed may list it that did not. */
  listed: Float64Array,
  /** Milliseconds: a twin of another notice is not shown before; 0: it is none. */
  hiddenUntil: Float64Array,
  /** A bit for each of `REGIONS` under which it is found. */
  regions: Uint16Array,
  /** 1: it suits small and medium firms. */
  sme: Uint8Array,
  /** Counts the changes of its deadline (iCalendar). */
  sequence: Uint32Array,
  /** Numbers of `Dictionaries`. */
  trades: Uint32Array,
  places: Uint32Array,
  unavailable: Uint32Array,
  /** Its text: in which block, where there its id begins, how many bytes this has, and how many the JSON behind it. */
  block: Uint32Array,
  start: Uint32Array,
  idBytes: Uint32Array,
  jsonBytes: Uint32Array,
  idHash: Uint32Array,
  /** Its words: in which array, and from where to where. */
  words: Uint32Array,
  wordsStart: Uint32Array,
  wordsEnd: Uint32Array,
}
export type ColumnName = keyof typeof COLUMNS
export type Columns = { readonly [Name in ColumnName]: InstanceType<(typeof COLUMNS)[Name]> }
// The names of an object that is written above.
export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[]

/** Columns of so many rows, with the first of `from` in them. */
export function newColumns(size: number, from?: Columns): Columns {
  const column = (name: ColumnName) => {
    const made = new COLUMNS[name](size)
    if (from) made.set(from[name])
    return [name, made] as const
  }
  // A column of its own kind for every name.
  return Object.fromEntries(COLUMN_NAMES.map(column)) as unknown as Columns
}

export type Notices = {
  readonly size: number
  readonly columns: Columns
  readonly texts: readonly Buffer[]
  readonly words: readonly Uint32Array[]
}

export const NO_NOTICES: Notices = { size: 0, columns: newColumns(0), texts: [], words: [] }

/** A notice as it is answered, made for the few that are. */
export type MatchedNotice = {
  readonly id: string
  /** Milliseconds. */
  readonly deadline: number
  readonly sequence: number
  /** The trades it belongs to. */
  readonly trades: ReadonlyMap<string, 'title' | 'any'>
  readonly notice: StoredNotice
}

export function idAt({ columns, texts }: Notices, position: number): string {
  const start = columns.start[position]!
  return texts[columns.block[position]!]!.toString('utf8', start, start + columns.idBytes[position]!)
}

/** Below zero: the id at a position comes before `id`, or before what stands in `id` from `start` to `end`; zero: it is the same. */
export function compareId({ columns, texts }: Notices, position: number, id: Buffer, start = 0, end = id.length): number {
  const own = columns.start[position]!
  return texts[columns.block[position]!]!.compare(id, start, end, own, own + columns.idBytes[position]!)
}

/** By deadline, then id. */
export function compareNotices(a: Notices, position: number, b: Notices, other: number): number {
  const difference = a.columns.deadline[position]! - b.columns.deadline[other]!
  if (difference !== 0) return difference
  const start = b.columns.start[other]!
  return compareId(a, position, b.texts[b.columns.block[other]!]!, start, start + b.columns.idBytes[other]!)
}

export function matchedAt(notices: Notices, { trades, unavailable }: Dictionaries, position: number): MatchedNotice {
  const { columns, texts } = notices
  const start = columns.start[position]! + columns.idBytes[position]!
  const json = texts[columns.block[position]!]!.toString('utf8', start, start + columns.jsonBytes[position]!)
  // Written by `Batch.add`.
  const notice = JSON.parse(json) as StoredNotice
  const missing = unavailable.values[columns.unavailable[position]!]
  if (missing) notice.unavailable = missing
  return {
    id: idAt(notices, position),
    deadline: columns.deadline[position]!,
    sequence: columns.sequence[position]!,
    trades: trades.values[columns.trades[position]!]!.matches,
    notice,
  }
}
