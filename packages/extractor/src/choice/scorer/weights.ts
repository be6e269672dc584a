import type { Dictionaries } from '../../features/dictionary.ts'
import { Forest, ForestMemory, type Trees } from './forest.ts'
import type { Model } from './score.ts'

/** How a trained model is kept in its file: numbers as base64 of little-endian arrays, words grouped by their rounded log-odds. */
export type Weights = {
  readonly attribution: string
  readonly columns: { readonly first: number; readonly second: number }
  readonly dictionaries: { readonly [Key in keyof Dictionaries]: Readonly<Record<string, string>> }
  readonly first: PackedForest
  readonly second: PackedForest
  readonly kinds: readonly PackedForest[]
}

type PackedForest = {
  readonly bias: number
  readonly roots: string
  readonly feature: string
  readonly threshold: string
  readonly left: string
  readonly right: string
  readonly leaves: string
}

/** Log-odds are kept in steps of a twentieth. */
const STEPS = 20
const SEPARATOR = '|'

const bytesOf = (array: ArrayBufferView): string => Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64')

const aligned = (text: string): ArrayBuffer => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
}

const packForest = ({ trees }: Forest): PackedForest => ({
  bias: trees.bias,
  roots: bytesOf(Int16Array.from(trees.roots)),
  feature: bytesOf(trees.feature),
  threshold: bytesOf(trees.threshold),
  left: bytesOf(Int16Array.from(trees.left)),
  right: bytesOf(Int16Array.from(trees.right)),
  leaves: bytesOf(trees.leaves),
})

const unpackTrees = (packed: PackedForest): Trees => ({
  bias: packed.bias,
  roots: Int32Array.from(new Int16Array(aligned(packed.roots))),
  feature: new Uint16Array(aligned(packed.feature)),
  threshold: new Float32Array(aligned(packed.threshold)),
  left: Int32Array.from(new Int16Array(aligned(packed.left))),
  right: Int32Array.from(new Int16Array(aligned(packed.right))),
  leaves: new Float32Array(aligned(packed.leaves)),
})

function packWords(words: ReadonlyMap<string, number>): Record<string, string> {
  const groups = new Map<number, string[]>()
  for (const [token, value] of words) {
    const step = Math.round(value * STEPS)
    if (step === 0 || token.includes(SEPARATOR)) continue
    groups.set(step, [...(groups.get(step) ?? []), token])
  }
  return Object.fromEntries(
    [...groups].sort((one, two) => one[0] - two[0]).map(([step, tokens]) => [`w${step}`, tokens.sort().join(SEPARATOR)]),
  )
}

function unpackWords(packed: Readonly<Record<string, string>>): Map<string, number> {
  const words = new Map<string, number>()
  for (const [key, tokens] of Object.entries(packed)) {
    const value = Number(key.slice(1)) / STEPS
    for (const token of tokens.split(SEPARATOR)) words.set(token, value)
  }
  return words
}

export const packModel = (model: Model, attribution: string, columns: Weights['columns']): Weights => ({
  attribution,
  columns,
  dictionaries: {
    names: packWords(model.dictionaries.names),
    words: packWords(model.dictionaries.words),
    headings: packWords(model.dictionaries.headings),
  },
  first: packForest(model.first),
  second: packForest(model.second),
  kinds: model.kinds.map(packForest),
})

export function unpackModel(weights: Weights): Model {
  const memory = new ForestMemory()
  const forest = (packed: PackedForest): Forest => new Forest(unpackTrees(packed), memory)
  return {
    dictionaries: {
      names: unpackWords(weights.dictionaries.names),
      words: unpackWords(weights.dictionaries.words),
      headings: unpackWords(weights.dictionaries.headings),
    },
    first: forest(weights.first),
    second: forest(weights.second),
    kinds: weights.kinds.map(forest),
  }
}
