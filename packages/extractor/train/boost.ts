import type { Trees } from '../src/choice/scorer/forest.ts'
import { BINS, growTree, type Nodes, type TreeOptions } from './grow-tree.ts'
import type { Objective } from './objective.ts'

export type BoostOptions = TreeOptions & {
  readonly trees: number
  /** Share of the columns each tree may use, and of the rows it sees. */
  readonly columnShare: number
  readonly rowShare: number
  readonly seed: number
}

/** A small fixed-seed generator: the same input gives the same trees. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Upper edges of at most 64 bins per column, from a sample of the rows. A value belongs to the first bin whose edge is not below it. */
export function binEdges(values: Float32Array, columns: number, random: () => number): Float32Array[] {
  const rows = values.length / columns
  const picked = Array.from({ length: Math.min(rows, 20_000) }, () => Math.floor(random() * rows))
  return Array.from({ length: columns }, (_, column) => {
    const sample = Float32Array.from(picked, (row) => values[row * columns + column]!).sort()
    const edges = new Set<number>()
    const distinct = [...new Set(sample)]
    if (distinct.length <= BINS)
      for (let at = 0; at + 1 < distinct.length; at += 1) edges.add(Math.fround((distinct[at]! + distinct[at + 1]!) / 2))
    else for (let bin = 1; bin < BINS; bin += 1) edges.add(sample[Math.floor((bin * sample.length) / BINS)]!)
    return Float32Array.from([...edges].slice(0, BINS - 1))
  })
}

/** Bin numbers of all values, row by row. */
export function toBins(values: Float32Array, columns: number, edges: readonly Float32Array[]): Uint8Array {
  const bins = new Uint8Array(values.length)
  const rows = values.length / columns
  for (let column = 0; column < columns; column += 1) {
    const own = edges[column]!
    for (let row = 0; row < rows; row += 1) {
      const value = values[row * columns + column]!
      let low = 0
      let high = own.length
      while (low < high) {
        const middle = (low + high) >> 1
        if (value <= own[middle]!) high = middle
        else low = middle + 1
      }
      bins[row * columns + column] = low
    }
  }
  return bins
}

/** Gradient-boosted trees, grown leaf by leaf on binned columns. Deterministic for a seed. */
export function boost(
  bins: Uint8Array,
  columns: number,
  edges: readonly Float32Array[],
  objective: Objective,
  options: BoostOptions,
): Trees {
  const rows = bins.length / columns
  const random = randomFrom(options.seed)
  const { bias } = objective
  const scores = new Float64Array(rows).fill(bias)
  const gradients = new Float64Array(rows)
  const hessians = new Float64Array(rows)
  const nodes: Nodes = { roots: [], feature: [], threshold: [], bin: [], left: [], right: [], leaves: [] }
  for (let tree = 0; tree < options.trees; tree += 1) {
    objective.update(scores)
    const sampled: number[] = []
    for (let row = 0; row < rows; row += 1) if (random() < options.rowShare) sampled.push(row)
    const chosen: number[] = []
    for (let column = 0; column < columns; column += 1) if (edges[column]!.length > 0 && random() < options.columnShare) chosen.push(column)
    const width = chosen.length
    const compact = new Uint8Array(sampled.length * width)
    for (let place = 0; place < sampled.length; place += 1) {
      const row = sampled[place]!
      const { gradient, hessian } = objective.at(row, scores[row]!)
      gradients[place] = gradient
      hessians[place] = hessian
      for (let pick = 0; pick < width; pick += 1) compact[place * width + pick] = bins[row * columns + chosen[pick]!]!
    }
    growTree({ rows: sampled.length, chosen, compact, gradients, hessians, edges, options }, nodes)
    // Rows that the sample left out need their leaf as well.
    const root = nodes.roots.at(-1)!
    for (let row = 0; row < rows; row += 1) {
      let node = root
      while (node >= 0) node = bins[row * columns + nodes.feature[node]!]! <= nodes.bin[node]! ? nodes.left[node]! : nodes.right[node]!
      scores[row]! += nodes.leaves[-1 - node]!
    }
  }
  return {
    roots: Int32Array.from(nodes.roots),
    feature: Uint16Array.from(nodes.feature),
    threshold: Float32Array.from(nodes.threshold),
    left: Int32Array.from(nodes.left),
    right: Int32Array.from(nodes.right),
    leaves: Float32Array.from(nodes.leaves),
    bias,
  }
}
