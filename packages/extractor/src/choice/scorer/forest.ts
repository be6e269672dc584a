import { COLUMN_BYTES, forestCode, LANES, LEAVES_BYTES, MOST_LEAVES, NODE_BYTES, type ScoreRows, SET_BYTES } from './forest-code.ts'

/** Gradient-boosted trees, flattened. A node below zero is a leaf: `-1 - node` is its place in `leaves`. */
export type Trees = {
  readonly roots: Int32Array
  readonly feature: Uint16Array
  readonly threshold: Float32Array
  readonly left: Int32Array
  readonly right: Int32Array
  readonly leaves: Float32Array
  readonly bias: number
}

const MODULE = new WebAssembly.Module(forestCode())
const PAGE_BYTES = 1 << 16
/** Bytes of rows that are scored in one call. */
const BATCH_BYTES = 1 << 18

/** Memory that the forests of one model share: their tables, and behind them room for the rows that are being scored. */
export class ForestMemory {
  readonly #memory = new WebAssembly.Memory({ initial: 1 })
  readonly score = new WebAssembly.Instance(MODULE, { e: { m: this.#memory } }).exports.s as ScoreRows
  #used = 0

  /** Address of so many bytes of one's own. */
  allot(bytes: number): number {
    const address = this.#used
    this.#used += Math.ceil(bytes / 16) * 16
    this.reach(0)
    return address
  }

  /** Address behind all that was allotted, with room for so many bytes. Until the next call, `buffer` is all of the memory. */
  reach(bytes: number): { buffer: ArrayBuffer; address: number } {
    const missing = this.#used + bytes - this.#memory.buffer.byteLength
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES))
    return { buffer: this.#memory.buffer, address: this.#used }
  }
}

/** Which leaves of a tree stay for values of a column that are above a threshold. */
type Test = { readonly threshold: number; readonly kept: number; readonly tree: number }

/** Adds the tests below a node to those of their columns, and its leaves, from left to right, to those of the tree. */
function readNode(trees: Trees, node: number, tree: number, found: number[], tests: Test[][]): void {
  if (node < 0) {
    found.push(trees.leaves[-1 - node]!)
    return
  }
  const from = found.length
  readNode(trees, trees.left[node]!, tree, found, tests)
  let kept = -1
  for (let leaf = from; leaf < found.length; leaf += 1) kept &= ~(1 << leaf)
  const column = trees.feature[node]!
  tests[column] ??= []
  tests[column].push({ threshold: trees.threshold[node]!, kept, tree })
  readNode(trees, trees.right[node]!, tree, found, tests)
}

/** Trees that can be asked: laid out in the memory of `forest-code.ts`. */
export class Forest {
  readonly trees: Trees
  readonly #memory: ForestMemory
  readonly #columns: number
  readonly #columnsEnd: number
  readonly #sets: number
  readonly #leaves: number

  constructor(trees: Trees, memory = new ForestMemory()) {
    const tests: Test[][] = []
    const leaves: number[][] = []
    for (const [tree, root] of trees.roots.entries()) {
      const own: number[] = []
      readNode(trees, root, tree, own, tests)
      if (own.length > MOST_LEAVES) throw new Error(`a tree has ${own.length} leaves, and at most ${MOST_LEAVES} fit`)
      leaves.push(own)
    }
    const columns = tests.flatMap((own, column) => ({ column, own: own.sort((one, two) => one.threshold - two.threshold) }))
    this.trees = trees
    this.#memory = memory
    const columnBytes = columns.length * COLUMN_BYTES
    this.#columns = memory.allot(columnBytes + columns.reduce((sum, { own }) => sum + own.length, 0) * NODE_BYTES)
    this.#columnsEnd = this.#columns + columnBytes
    this.#sets = memory.allot(leaves.length * (SET_BYTES + LEAVES_BYTES))
    this.#leaves = this.#sets + leaves.length * SET_BYTES
    const { buffer } = memory.reach(0)
    const view = new DataView(buffer)
    let node = this.#columnsEnd
    for (const [index, { column, own }] of columns.entries()) {
      for (const { threshold, kept, tree } of own) {
        view.setFloat32(node, threshold, true)
        view.setInt32(node + 4, kept, true)
        view.setInt32(node + 8, tree * SET_BYTES, true)
        node += NODE_BYTES
      }
      view.setInt32(this.#columns + index * COLUMN_BYTES, column * 4, true)
      view.setInt32(this.#columns + index * COLUMN_BYTES + 4, node, true)
    }
    for (const [tree, own] of leaves.entries()) new Float32Array(buffer, this.#leaves + tree * LEAVES_BYTES).set(own)
  }

  /** Probability for every row of a matrix in row order. */
  predict(values: Float32Array, columns: number): Float32Array {
    const rows = columns === 0 ? 0 : values.length / columns
    const stride = columns * 4
    const batch = Math.min(Math.ceil(rows / LANES), Math.ceil(BATCH_BYTES / stride / LANES)) * LANES
    const { buffer, address } = this.#memory.reach(batch * (8 + stride))
    const sums = new Float64Array(buffer, address, batch)
    const first = address + batch * 8
    const matrix = new Float32Array(buffer, first, batch * columns)
    const out = new Float32Array(rows)
    for (let from = 0; from < rows; from += batch) {
      const count = Math.min(batch, rows - from)
      matrix.set(values.subarray(from * columns, (from + count) * columns))
      sums.fill(this.trees.bias)
      const { score } = this.#memory
      score(first, first + count * stride, stride, this.#columns, this.#columnsEnd, this.#sets, this.#leaves, address)
      for (let row = 0; row < count; row += 1) out[from + row] = 1 / (1 + Math.exp(-sums[row]!))
    }
    return out
  }
}
