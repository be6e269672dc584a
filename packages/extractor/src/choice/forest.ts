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
type Test = { readonly column: number; readonly threshold: number; readonly kept: number; readonly tree: number }

/** Adds the tests of a tree. Returns its leaves from left to right. */
function readTree({ feature, threshold, left, right, leaves }: Trees, root: number, tree: number, tests: Test[]): number[] {
  const found: number[] = []
  const visit = (node: number): void => {
    if (node < 0) {
      found.push(leaves[-1 - node]!)
      return
    }
    const from = found.length
    visit(left[node]!)
    let kept = -1
    for (let leaf = from; leaf < found.length; leaf += 1) kept &= ~(1 << leaf)
    tests.push({ column: feature[node]!, threshold: threshold[node]!, kept, tree })
    visit(right[node]!)
  }
  visit(root)
  if (found.length > MOST_LEAVES) throw new Error(`a tree has ${found.length} leaves, and at most ${MOST_LEAVES} fit`)
  return found
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
    const tests: Test[] = []
    const leaves = Array.from(trees.roots, (root, tree) => readTree(trees, root, tree, tests))
    tests.sort((one, two) => one.column - two.column || one.threshold - two.threshold)
    this.trees = trees
    this.#memory = memory
    const columnBytes = new Set(tests.map(({ column }) => column)).size * COLUMN_BYTES
    this.#columns = memory.allot(columnBytes + tests.length * NODE_BYTES)
    this.#columnsEnd = this.#columns + columnBytes
    this.#sets = memory.allot(leaves.length * (SET_BYTES + LEAVES_BYTES))
    this.#leaves = this.#sets + leaves.length * SET_BYTES
    const { buffer } = memory.reach(0)
    const view = new DataView(buffer)
    let at = this.#columns
    let node = this.#columnsEnd
    for (const [index, { column, threshold, kept, tree }] of tests.entries()) {
      view.setFloat32(node, threshold, true)
      view.setInt32(node + 4, kept, true)
      view.setInt32(node + 8, tree * SET_BYTES, true)
      node += NODE_BYTES
      if (tests[index + 1]?.column === column) continue
      view.setInt32(at, column * 4, true)
      view.setInt32(at + 4, node, true)
      at += COLUMN_BYTES
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
