import type { Forest } from '../src/choice/score.ts'

export type BoostOptions = {
  readonly trees: number
  readonly leaves: number
  readonly rate: number
  /** Share of the columns each tree may use, and of the rows it sees. */
  readonly columnShare: number
  readonly rowShare: number
  readonly minHessian: number
  readonly lambda: number
  readonly seed: number
}

const BINS = 64

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

type Leaf = {
  rows: Int32Array
  histogram: Float64Array
  gradient: number
  hessian: number
  split: Split | null
  link: (node: number) => void
}
type Split = { gain: number; pick: number; bin: number; gradient: number; hessian: number }

function divide(rows: Int32Array, compact: Uint8Array, width: number, split: Split): [Int32Array, Int32Array] {
  const low = new Int32Array(rows.length)
  const high = new Int32Array(rows.length)
  let lows = 0
  let highs = 0
  for (let at = 0; at < rows.length; at += 1) {
    const place = rows[at]!
    if (compact[place * width + split.pick]! <= split.bin) low[lows++] = place
    else high[highs++] = place
  }
  return [low.slice(0, lows), high.slice(0, highs)]
}

/** Gradient-boosted trees for weighted logistic loss, grown leaf by leaf on binned columns. Deterministic for a seed. */
export function boost(
  bins: Uint8Array,
  columns: number,
  edges: readonly Float32Array[],
  labels: Float32Array,
  weights: Float32Array,
  options: BoostOptions,
): Forest {
  const rows = labels.length
  const random = randomFrom(options.seed)
  let positive = 0
  let whole = 0
  for (let row = 0; row < rows; row += 1) {
    positive += labels[row]! * weights[row]!
    whole += weights[row]!
  }
  const scale = rows / whole
  const bias = Math.log(positive / (whole - positive))
  const scores = new Float64Array(rows).fill(bias)
  const gradients = new Float64Array(rows)
  const hessians = new Float64Array(rows)
  const roots: number[] = []
  const feature: number[] = []
  const threshold: number[] = []
  const left: number[] = []
  const right: number[] = []
  const leaves: number[] = []

  /** Sums per column and bin, over the rows of the tree's own compact copy: row by row, so that memory is read in order. */
  const histogramOf = (members: Int32Array, compact: Uint8Array, width: number): Float64Array => {
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

  const bestSplit = (leaf: Leaf, chosen: Int32Array): Split | null => {
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

  const nodeBins: number[] = []
  for (let tree = 0; tree < options.trees; tree += 1) {
    const sampled: number[] = []
    for (let row = 0; row < rows; row += 1) if (random() < options.rowShare) sampled.push(row)
    const chosen = Int32Array.from(
      Array.from({ length: columns }, (_, column) => column).filter(
        (column) => edges[column]!.length > 0 && random() < options.columnShare,
      ),
    )
    const width = chosen.length
    const compact = new Uint8Array(sampled.length * width)
    let gradientSum = 0
    let hessianSum = 0
    for (let place = 0; place < sampled.length; place += 1) {
      const row = sampled[place]!
      const probability = 1 / (1 + Math.exp(-scores[row]!))
      const weight = weights[row]! * scale
      gradients[place] = (probability - labels[row]!) * weight
      hessians[place] = Math.max(1e-6, probability * (1 - probability) * weight)
      gradientSum += gradients[place]!
      hessianSum += hessians[place]!
      for (let pick = 0; pick < width; pick += 1) compact[place * width + pick] = bins[row * columns + chosen[pick]!]!
    }
    const members = Int32Array.from({ length: sampled.length }, (_, place) => place)
    const open: Leaf[] = []
    const start: Leaf = {
      rows: members,
      histogram: histogramOf(members, compact, width),
      gradient: gradientSum,
      hessian: hessianSum,
      split: null,
      link: (node) => roots.push(node),
    }
    start.split = bestSplit(start, chosen)
    open.push(start)
    while (open.length < options.leaves) {
      let at = -1
      for (let index = 0; index < open.length; index += 1) {
        if (open[index]!.split && (at === -1 || open[index]!.split!.gain > open[at]!.split!.gain)) at = index
      }
      if (at === -1) break
      const leaf = open[at]!
      const split = leaf.split!
      const node = feature.length
      leaf.link(node)
      feature.push(chosen[split.pick]!)
      threshold.push(edges[chosen[split.pick]!]![split.bin]!)
      nodeBins.push(split.bin)
      left.push(0)
      right.push(0)
      const [low, high] = divide(leaf.rows, compact, width, split)
      const small = low.length <= high.length ? low : high
      const histogram = histogramOf(small, compact, width)
      const rest = leaf.histogram
      for (let slot = 0; slot < rest.length; slot += 1) rest[slot]! -= histogram[slot]!
      const lowLeaf: Leaf = {
        rows: low,
        histogram: small === low ? histogram : rest,
        gradient: split.gradient,
        hessian: split.hessian,
        split: null,
        link: (next) => {
          left[node] = next
        },
      }
      const highLeaf: Leaf = {
        rows: high,
        histogram: small === low ? rest : histogram,
        gradient: leaf.gradient - split.gradient,
        hessian: leaf.hessian - split.hessian,
        split: null,
        link: (next) => {
          right[node] = next
        },
      }
      lowLeaf.split = bestSplit(lowLeaf, chosen)
      highLeaf.split = bestSplit(highLeaf, chosen)
      open[at] = lowLeaf
      open.push(highLeaf)
    }
    for (const leaf of open) {
      leaf.link(-1 - leaves.length)
      leaves.push((-leaf.gradient / (leaf.hessian + options.lambda)) * options.rate)
    }
    // Rows that the sample left out need their leaf as well.
    const root = roots.at(-1)!
    for (let row = 0; row < rows; row += 1) {
      let node = root
      while (node >= 0) node = bins[row * columns + feature[node]!]! <= nodeBins[node]! ? left[node]! : right[node]!
      scores[row]! += leaves[-1 - node]!
    }
  }
  return {
    roots: Int32Array.from(roots),
    feature: Uint16Array.from(feature),
    threshold: Float32Array.from(threshold),
    left: Int32Array.from(left),
    right: Int32Array.from(right),
    leaves: Float32Array.from(leaves),
    bias,
  }
}
