import { CONTEXT_COLUMNS, contextRows } from '../../features/context.ts'
import { DICTIONARY_COLUMNS, type Dictionaries, dictionaryRows, readTokens } from '../../features/dictionary.ts'
import type { Features } from '../../features/index.ts'
import type { Block } from '../../page/blocks.ts'
import type { Forest } from './forest.ts'

export type Model = {
  readonly dictionaries: Dictionaries
  readonly first: Forest
  readonly second: Forest
  /** One for each kind of page. */
  readonly kinds: readonly Forest[]
}

type Matrix = { readonly values: Float32Array; readonly columns: number }

/** Columns of several matrices side by side. */
export function beside(rows: number, parts: readonly Matrix[]): Matrix {
  const columns = parts.reduce((sum, part) => sum + part.columns, 0)
  const values = new Float32Array(rows * columns)
  let offset = 0
  for (const part of parts) {
    for (let row = 0; row < rows; row += 1)
      values.set(part.values.subarray(row * part.columns, (row + 1) * part.columns), row * columns + offset)
    offset += part.columns
  }
  return { values, columns }
}

export type Scores = {
  /** Probability that each block belongs to the main content. */
  readonly scores: Float32Array
  /** The highest that the first stage gives. The second was grown for the F1 of pages, nearly all of which have content, and finds some in any frame. */
  readonly sign: number
}

/** Numbers that the scorer writes behind those of a row. */
export const LEARNED_COLUMNS = DICTIONARY_COLUMNS + CONTEXT_COLUMNS

/** @param features with room for `LEARNED_COLUMNS` in every row */
export function scoreBlocks(model: Model, blocks: readonly Block[], features: Features): Scores {
  if (blocks.length === 0) return { scores: new Float32Array(0), sign: 0 }
  // The second stage reads on where the first one stopped, so both share one matrix.
  const { values, stride, columns } = features
  dictionaryRows(readTokens(blocks, features), model.dictionaries, { values, stride, from: columns })
  const first = model.first.predict(values, stride)
  contextRows(blocks, features, first, { values, stride, from: columns + DICTIONARY_COLUMNS })
  const scores = model.second.predict(values, stride)
  holdSteady(features.groups, scores)
  return { scores, sign: first.reduce((most, score) => Math.max(most, score), 0) }
}

/** So many blocks of a group tell what all of it is. */
const TELLING = 40

/**
 * No block of a group is scored below the mean of the group's first ones. The model has seen few long pages and thinks less of each block the
 * further down it stands, but the three-hundredth paragraph of an article, or post of a thread, is what the first ones are.
 */
export function holdSteady(groups: Int32Array, scores: Float32Array): void {
  const counts = new Int32Array(groups.length)
  const sums = new Float64Array(groups.length)
  for (let index = 0; index < groups.length; index += 1) {
    const group = groups[index]!
    if (counts[group]! < TELLING) {
      counts[group]! += 1
      sums[group]! += scores[index]!
    } else scores[index] = Math.max(scores[index]!, sums[group]! / TELLING)
  }
}
