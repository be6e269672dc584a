import { CONTEXT_COLUMNS, contextRows } from '../features/context.ts'
import { DICTIONARY_COLUMNS, type Dictionaries, dictionaryRows, type PageTokens, readTokens } from '../features/dictionary.ts'
import type { Features } from '../features/index.ts'
import type { Block } from '../page/blocks.ts'

/** Gradient-boosted trees, flattened. A node below zero is a leaf: `-1 - node` is its place in `leaves`. */
export type Forest = {
  readonly roots: Int32Array
  readonly feature: Uint16Array
  readonly threshold: Float32Array
  readonly left: Int32Array
  readonly right: Int32Array
  readonly leaves: Float32Array
  readonly bias: number
}

export type Model = {
  readonly dictionaries: Dictionaries
  readonly first: Forest
  readonly second: Forest
  /** One for each kind of page. */
  readonly kinds: readonly Forest[]
}

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))

/** Probability for every row of a matrix in row order. */
export function predict(forest: Forest, values: Float32Array, columns: number): Float32Array {
  const rows = columns === 0 ? 0 : values.length / columns
  const sums = new Float64Array(rows).fill(forest.bias)
  const { roots, leaves } = forest
  const { links, limits } = layOut(forest)
  // Tree by tree, so that the nodes of one stay in the cache while all rows pass.
  for (const root of roots) {
    for (let row = 0, base = 0; row < rows; row += 1, base += columns) {
      let node = root
      while (node >= 0) {
        const at = node << 2
        node = links[at + (values[base + links[at]!]! <= limits[at + 3]! ? 1 : 2)]!
      }
      sums[row]! += leaves[-1 - node]!
    }
  }
  const out = new Float32Array(rows)
  for (let row = 0; row < rows; row += 1) out[row] = sigmoid(sums[row]!)
  return out
}

/** Nodes side by side in memory, four places each: column, both ways on, and (read as a float) the threshold. */
function layOut(forest: Forest): { links: Int32Array; limits: Float32Array } {
  const known = layouts.get(forest)
  if (known) return known
  const links = new Int32Array(forest.feature.length * 4)
  const limits = new Float32Array(links.buffer)
  for (let node = 0; node < forest.feature.length; node += 1) {
    links[node * 4] = forest.feature[node]!
    links[node * 4 + 1] = forest.left[node]!
    links[node * 4 + 2] = forest.right[node]!
    limits[node * 4 + 3] = forest.threshold[node]!
  }
  const layout = { links, limits }
  layouts.set(forest, layout)
  return layout
}

const layouts = new WeakMap<Forest, { links: Int32Array; limits: Float32Array }>()

type Matrix = { readonly values: Float32Array; readonly columns: number }

/** Columns of several matrices side by side, with room for `spare` more. */
export function beside(rows: number, parts: readonly Matrix[], spare = 0): Matrix {
  const columns = parts.reduce((sum, part) => sum + part.columns, spare)
  const values = new Float32Array(rows * columns)
  let offset = 0
  for (const part of parts) {
    place({ values, columns }, part, offset)
    offset += part.columns
  }
  return { values, columns }
}

/** Puts the columns of one matrix into another, from a column on. */
function place(into: Matrix, part: Matrix, offset: number): void {
  const rows = into.columns === 0 ? 0 : into.values.length / into.columns
  for (let row = 0; row < rows; row += 1)
    into.values.set(part.values.subarray(row * part.columns, (row + 1) * part.columns), row * into.columns + offset)
}

/** Probability that each block belongs to the main content. */
export function scoreBlocks(
  model: Model,
  blocks: readonly Block[],
  features: Features,
  tokens: PageTokens = readTokens(blocks, features),
): Float32Array {
  if (blocks.length === 0) return new Float32Array(0)
  const learned = { values: dictionaryRows(tokens, model.dictionaries), columns: DICTIONARY_COLUMNS }
  // The second stage reads on where the first one stopped, so both share one matrix.
  const known = features.columns + DICTIONARY_COLUMNS
  const matrix = beside(blocks.length, [{ values: features.values, columns: features.columns }, learned], CONTEXT_COLUMNS)
  const first = predict(model.first, matrix.values, matrix.columns)
  place(matrix, { values: contextRows(blocks, features, first), columns: CONTEXT_COLUMNS }, known)
  return predict(model.second, matrix.values, matrix.columns)
}
