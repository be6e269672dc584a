import { expect, test } from 'vitest'
import { randomFrom } from '../../../train/boost.ts'
import { Forest, ForestMemory, type Trees } from './forest.ts'
import { MOST_LEAVES } from './forest-code.ts'

/** Trees with splits at random; `leaves` by turns. */
function grow(seed: number, columns: number, leaves: readonly number[]): Trees {
  const random = randomFrom(seed)
  const pick = (count: number): number => Math.floor(random() * count)
  const [roots, feature, threshold, left, right, values]: number[][] = [[], [], [], [], [], []] as never
  const split = (count: number): number => {
    if (count === 1) return -values!.push(random() - 0.5)
    const node = feature!.push(pick(columns)) - 1
    threshold!.push((pick(7) - 3) / 4)
    const below = 1 + pick(count - 1)
    left![node] = split(below)
    right![node] = split(count - below)
    return node
  }
  for (const count of leaves) roots!.push(split(count))
  return {
    roots: Int32Array.from(roots!),
    feature: Uint16Array.from(feature!),
    threshold: Float32Array.from(threshold!),
    left: Int32Array.from(left!),
    right: Int32Array.from(right!),
    leaves: Float32Array.from(values!),
    bias: random() - 0.5,
  }
}

/** One row after the other, from the root of each tree to a leaf. */
function byWalking(trees: Trees, values: Float32Array, columns: number): Float32Array {
  return Float32Array.from({ length: values.length / columns }, (_, row) => {
    let sum = trees.bias
    for (const root of trees.roots) {
      let node = root
      while (node >= 0)
        node = values[row * columns + trees.feature[node]!]! <= trees.threshold[node]! ? trees.left[node]! : trees.right[node]!
      sum += trees.leaves[-1 - node]!
    }
    return 1 / (1 + Math.exp(-sum))
  })
}

/** Among the values are thresholds themselves and what is no number. */
function rowsOf(seed: number, rows: number, columns: number): Float32Array {
  const random = randomFrom(seed)
  return Float32Array.from({ length: rows * columns }, () => {
    const kind = random()
    return kind < 0.01
      ? [Number.NaN, Infinity, -Infinity, -0][Math.floor(random() * 4)]!
      : kind < 0.5
        ? Math.floor(random() * 9 - 4) / 4
        : random()
  })
}

test.each([
  [1, 1, 1],
  [3, 1, 40],
  [3, 15, 40],
  [3, 16, 40],
  [5, 17, 40],
  [266, 2_000, 60],
  [9_000, 40, 5],
])('%i columns, %i rows, %i trees: the same to the bit as walking each tree', (columns, rows, count) => {
  const trees = grow(
    columns,
    columns,
    Array.from({ length: count }, (_, tree) => 1 + (tree % MOST_LEAVES)),
  )
  const values = rowsOf(rows, rows, columns)
  expect(new Forest(trees).predict(values, columns)).toEqual(byWalking(trees, values, columns))
})

test('forests that share a memory do not disturb each other, while it grows', () => {
  const memory = new ForestMemory()
  const columns = [4, 40, 400]
  const all = columns.map((count) => grow(count, count, new Array<number>(80).fill(31)))
  const forests = all.map((trees) => new Forest(trees, memory))
  for (const rows of [3, 3_000, 20])
    for (const [at, count] of columns.entries()) {
      const values = rowsOf(rows, rows, count)
      expect(forests[at]!.predict(values, count)).toEqual(byWalking(all[at]!, values, count))
    }
})

test('without rows there are no scores, without trees the bias alone', () => {
  const trees = grow(1, 2, [])
  expect(new Forest(trees).predict(new Float32Array(0), 2)).toEqual(new Float32Array(0))
  expect(new Forest(trees).predict(new Float32Array(6), 2)).toEqual(byWalking(trees, new Float32Array(6), 2))
})

test('a tree with more leaves than a set can hold is refused', () => {
  expect(() => new Forest(grow(1, 2, [MOST_LEAVES + 1]))).toThrow('33 leaves')
})
