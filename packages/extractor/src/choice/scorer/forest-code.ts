/**
 * WebAssembly that scores sixteen rows at once on all trees of a forest, in the manner of QuickScorer (Lucchese et al., 2015): column by column
 * along ascending thresholds, each node whose test fails strikes the leaves of its left side off its tree's set; the first leaf that is left
 * is the tree's answer. No branch depends on one row alone, and every table is read from front to back.
 */

/** What the code expects in its memory, as addresses in bytes. */
export type ScoreRows = (
  rows: number,
  rowsEnd: number,
  /** Bytes of a row of floats. */
  stride: number,
  /** For each column that is tested: its offset in a row, and where its nodes end. The nodes follow: threshold, leaves that stay, offset of the set. */
  columns: number,
  columnsEnd: number,
  /** Room for the sets: for each tree one of 32 bits for each lane. */
  sets: number,
  /** Behind the sets: for each tree 32 floats. */
  leaves: number,
  /** Doubles, one for each row, to which its leaves are added. */
  sums: number,
) => void

/** Rows that are scored at once: memory must have room for a multiple of them. */
export const LANES = 16
export const COLUMN_BYTES = 8
export const NODE_BYTES = 12
export const SET_BYTES = 4 * LANES
/** Leaves of a tree, as many as a set has bits. */
export const MOST_LEAVES = 32
export const LEAVES_BYTES = 4 * MOST_LEAVES

type Code = readonly number[]

const [I32, F64, V128] = [0x7f, 0x7c, 0x7b]
const [ROWS, ROWS_END, STRIDE, COLUMNS, COLUMNS_END, SETS, LEAVES, SUMS] = [0, 1, 2, 3, 4, 5, 6, 7]
const [COLUMN, NODE, NODES_END, AT, LEAF] = [8, 9, 10, 11, 12]
/** Values of a column in the rows, four to each vector, and which of them go left. */
const [VALUES, LEFT] = [
  [13, 14, 15, 16],
  [17, 18, 19, 20],
]
const [LIMIT, KEPT, SUM] = [21, 22, 23]
const LOCALS: Code = [3, 5, I32, 10, V128, LANES, F64]

const uleb = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...uleb(value >> 7)])
const sleb = (value: number): number[] => (value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...sleb(value >> 7)])

const get = (local: number): Code => [0x20, local]
const set = (local: number, value: Code): Code => [...value, 0x21, local]
const int = (value: number): Code => [0x41, ...sleb(value)]
const add = (one: Code, two: Code): Code => [...one, ...two, 0x6a]
const move = (local: number, by: Code): Code => set(local, add(get(local), by))
const loadInt = (at: Code, offset = 0): Code => [...at, 0x28, 2, ...uleb(offset)]
const below = (one: Code, two: Code): Code => [...one, ...two, 0x49]
/** Runs `body` while `condition` holds; `LEAVE` ends it, with a condition before it. */
const loop = (condition: Code, body: Code): Code => [0x02, 0x40, 0x03, 0x40, ...condition, 0x45, ...LEAVE, ...body, 0x0c, 0, 0x0b, 0x0b]
const LEAVE: Code = [0x0d, 1]

const simd = (code: number): Code => [0xfd, ...uleb(code)]
const splat = (at: Code, offset: number): Code => [...at, ...simd(0x09), 2, ...uleb(offset)]
const loadSet = (at: Code, offset: number): Code => [...at, ...simd(0x00), 4, ...uleb(offset)]
const storeSet = (at: Code, offset: number, value: Code): Code => [...at, ...value, ...simd(0x0b), 4, ...uleb(offset)]
const loadLane = (at: Code, into: number, lane: number): Code => set(into, [...at, ...get(into), ...simd(0x56), 2, 0, lane])
const atMost = (one: Code, two: Code): Code => [...one, ...two, ...simd(0x45)]
const both = (one: Code, two: Code): Code => [...one, ...two, ...simd(0x4e)]
const either = (one: Code, two: Code): Code => [...one, ...two, ...simd(0x50)]
const all = (value: Code): Code => [...value, ...simd(0xa3)]

const lanes = Array.from({ length: LANES }, (_, lane) => lane)

const gather: Code = [
  ...set(AT, add(get(ROWS), loadInt(get(COLUMN)))),
  ...lanes.flatMap((lane) => [...loadLane(get(AT), VALUES[lane >> 2]!, lane & 3), ...move(AT, get(STRIDE))]),
]

/** Ends where all values are at most the threshold, and so at most all that follow. */
const strike: Code = loop(below(get(NODE), get(NODES_END)), [
  ...set(LIMIT, splat(get(NODE), 0)),
  ...VALUES.flatMap((values, quarter) => set(LEFT[quarter]!, atMost(get(values), get(LIMIT)))),
  ...[...all(LEFT.map(get).reduce(both)), ...LEAVE],
  ...set(KEPT, splat(get(NODE), 4)),
  ...set(AT, add(get(SETS), loadInt(get(NODE), 8))),
  ...LEFT.flatMap((left, quarter) => storeSet(get(AT), quarter * 16, both(loadSet(get(AT), quarter * 16), either(get(KEPT), get(left))))),
  ...move(NODE, int(NODE_BYTES)),
])

const addLeaf = (lane: number): Code => {
  const first = [...loadInt(get(AT), lane * 4), 0x68]
  const leaf = [...add(get(LEAF), [...first, ...int(2), 0x74]), 0x2a, 2, 0, 0xbb]
  return set(SUM + lane, [...get(SUM + lane), ...leaf, 0xa0])
}

const body: Code = loop(below(get(ROWS), get(ROWS_END)), [
  ...[...get(SETS), ...int(-1), ...get(LEAVES), ...get(SETS), 0x6b, 0xfc, 0x0b, 0],
  ...set(COLUMN, get(COLUMNS)),
  ...set(NODE, get(COLUMNS_END)),
  ...loop(below(get(COLUMN), get(COLUMNS_END)), [
    ...gather,
    ...set(NODES_END, loadInt(get(COLUMN), 4)),
    ...strike,
    ...set(NODE, get(NODES_END)),
    ...move(COLUMN, int(COLUMN_BYTES)),
  ]),
  ...set(AT, get(SETS)),
  ...set(LEAF, get(LEAVES)),
  ...lanes.flatMap((lane) => set(SUM + lane, [...get(SUMS), 0x2b, 3, ...uleb(lane * 8)])),
  ...loop(below(get(AT), get(LEAVES)), [...lanes.flatMap(addLeaf), ...move(AT, int(SET_BYTES)), ...move(LEAF, int(LEAVES_BYTES))]),
  ...lanes.flatMap((lane) => [...get(SUMS), ...get(SUM + lane), 0x39, 3, ...uleb(lane * 8)]),
  ...move(SUMS, int(LANES * 8)),
  ...lanes.flatMap(() => move(ROWS, get(STRIDE))),
])

const text = (value: string): Code => [value.length, ...Buffer.from(value)]
const section = (id: number, content: Code): Code => [id, ...uleb(content.length), ...content]

/** A WebAssembly module: it imports a memory, `e.m`, and exports a `ScoreRows`, `s`. */
export function forestCode(): Uint8Array<ArrayBuffer> {
  const code = [...LOCALS, ...body, 0x0b]
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 8, ...new Array<number>(8).fill(I32), 0]),
    ...section(2, [1, ...text('e'), ...text('m'), 2, 0, 0]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text('s'), 0, 0]),
    ...section(10, [1, ...uleb(code.length), ...code]),
  ])
}
