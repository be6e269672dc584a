/** One tree of the forest, grown best leaf first. */

export type TreeOptions = {
  readonly leaves: number
  /** Share of a leaf's best step that is taken. */
  readonly rate: number
  /** Least curvature of a leaf, and what is added to it. */
  readonly minHessian: number
  readonly lambda: number
}

/** Most bins of a column. */
export const BINS = 64

/** The nodes of all trees, list by list: a child below zero is the leaf `-1 - child`. */
export type Nodes = {
  roots: number[]
  feature: number[]
  threshold: number[]
  bin: number[]
  left: number[]
  right: number[]
  leaves: number[]
}

/** What one tree sees. */
export type Sample = {
  rows: number
  /** Its columns. */
  chosen: readonly number[]
  /** Their bins, row by row, so that memory is read in order. */
  compact: Uint8Array
  /** Of each sampled row. */
  gradients: Float64Array
  hessians: Float64Array
  /** Of every column. */
  edges: readonly Float32Array[]
  options: TreeOptions
}

type Split = { gain: number; pick: number; bin: number; gradient: number; hessian: number }
/** `link` tells the parent which node or leaf it became. */
type Seed = { rows: Int32Array; histogram: Float64Array; gradient: number; hessian: number; link: (node: number) => void }
type Leaf = Seed & { split: Split | null }

/** Sums of gradients and hessians per column and bin. */
function histogramOf(members: Int32Array, { chosen, compact, gradients, hessians }: Sample): Float64Array {
  const width = chosen.length
  const histogram = new Float64Array(width * BINS * 2)
  for (let at = 0; at < members.length; at += 1) {
    const place = members[at]!
    const base = place * width
    const gradient = gradients[place]!
    const hessian = hessians[place]!
    for (let pick = 0, offset = 0; pick < width; pick += 1, offset += BINS * 2) {
      const slot = offset + compact[base + pick]! * 2
      histogram[slot]! += gradient
      histogram[slot + 1]! += hessian
    }
  }
  return histogram
}

function bestSplit(leaf: Seed, { chosen, edges, options }: Sample): Split | null {
  let best: Split | null = null
  const parent = (leaf.gradient * leaf.gradient) / (leaf.hessian + options.lambda)
  for (let pick = 0; pick < chosen.length; pick += 1) {
    let gradient = 0
    let hessian = 0
    const last = edges[chosen[pick]!]!.length
    for (let bin = 0; bin < last; bin += 1) {
      const slot = (pick * BINS + bin) * 2
      gradient += leaf.histogram[slot]!
      hessian += leaf.histogram[slot + 1]!
      const rest = leaf.hessian - hessian
      if (hessian < options.minHessian) continue
      if (rest < options.minHessian) break
      const other = leaf.gradient - gradient
      const gain = (gradient * gradient) / (hessian + options.lambda) + (other * other) / (rest + options.lambda) - parent
      if (gain > 1e-6 && (best === null || gain > best.gain)) best = { gain, pick, bin, gradient, hessian }
    }
  }
  return best
}

function divide(rows: Int32Array, { chosen, compact }: Sample, split: Split): [Int32Array, Int32Array] {
  const low = new Int32Array(rows.length)
  const high = new Int32Array(rows.length)
  let lows = 0
  let highs = 0
  for (let at = 0; at < rows.length; at += 1) {
    const place = rows[at]!
    if (compact[place * chosen.length + split.pick]! <= split.bin) low[lows++] = place
    else high[highs++] = place
  }
  return [low.slice(0, lows), high.slice(0, highs)]
}

/** Adds a node where a leaf was. @returns the two leaves below it */
function splitLeaf(leaf: Leaf, split: Split, sample: Sample, nodes: Nodes): [Leaf, Leaf] {
  const node = nodes.feature.length
  const column = sample.chosen[split.pick]!
  leaf.link(node)
  nodes.feature.push(column)
  nodes.threshold.push(sample.edges[column]![split.bin]!)
  nodes.bin.push(split.bin)
  nodes.left.push(0)
  nodes.right.push(0)
  const [low, high] = divide(leaf.rows, sample, split)
  // Only the smaller half is summed; the other is what remains of the whole.
  const small = low.length <= high.length ? low : high
  const summed = histogramOf(small, sample)
  const rest = leaf.histogram
  for (let slot = 0; slot < rest.length; slot += 1) rest[slot]! -= summed[slot]!
  const grown = (rows: Int32Array, gradient: number, hessian: number, side: number[]): Leaf => {
    const seed: Seed = {
      rows,
      histogram: rows === small ? summed : rest,
      gradient,
      hessian,
      link: (next) => {
        side[node] = next
      },
    }
    return { ...seed, split: bestSplit(seed, sample) }
  }
  return [
    grown(low, split.gradient, split.hessian, nodes.left),
    grown(high, leaf.gradient - split.gradient, leaf.hessian - split.hessian, nodes.right),
  ]
}

/** Grows a tree and adds its nodes, its leaves and its root. */
export function growTree(sample: Sample, nodes: Nodes): void {
  const { options, gradients, hessians } = sample
  const rows = Int32Array.from({ length: sample.rows }, (_, place) => place)
  let gradient = 0
  let hessian = 0
  for (let place = 0; place < sample.rows; place += 1) {
    gradient += gradients[place]!
    hessian += hessians[place]!
  }
  const seed: Seed = { rows, histogram: histogramOf(rows, sample), gradient, hessian, link: (node) => nodes.roots.push(node) }
  const open: Leaf[] = [{ ...seed, split: bestSplit(seed, sample) }]
  while (open.length < options.leaves) {
    let at = -1
    for (let index = 0; index < open.length; index += 1) {
      if (open[index]!.split && (at === -1 || open[index]!.split!.gain > open[at]!.split!.gain)) at = index
    }
    if (at === -1) break
    const leaf = open[at]!
    const [low, high] = splitLeaf(leaf, leaf.split!, sample, nodes)
    open[at] = low
    open.push(high)
  }
  for (const leaf of open) {
    leaf.link(-1 - nodes.leaves.length)
    nodes.leaves.push((-leaf.gradient / (leaf.hessian + options.lambda)) * options.rate)
  }
}
