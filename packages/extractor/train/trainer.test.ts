import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Forest } from '../src/choice/scorer/forest.ts'
import { WEIGHTS } from '../src/choice/scorer/trained.ts'
import { packModel, unpackModel } from '../src/choice/scorer/weights.ts'
import { parsePage } from '../src/page/parse.ts'
import { segment } from '../src/page/segment.ts'
import { binEdges, boost, randomFrom, toBins } from './boost.ts'
import { labelBlocks } from './labels.ts'
import { shingleF1, shingleScore, wordF1 } from './measure.ts'
import { Objective } from './objective.ts'
import { ATTRIBUTION } from './write-weights.ts'

const OPTIONS = { trees: 40, leaves: 8, rate: 0.2, columnShare: 1, rowShare: 0.8, minHessian: 1, lambda: 1, seed: 5 }

function exclusiveOr(rows: number) {
  const random = randomFrom(9)
  const values = Float32Array.from({ length: rows * 3 }, () => random())
  const labels = Float32Array.from({ length: rows }, (_, row) => (values[row * 3]! > 0.5 !== values[row * 3 + 1]! > 0.5 ? 1 : 0))
  return { values, labels, weights: new Float32Array(rows).fill(1) }
}

const grow = (data: ReturnType<typeof exclusiveOr>) => {
  const edges = binEdges(data.values, 3, randomFrom(1))
  return boost(toBins(data.values, 3, edges), 3, edges, new Objective(data.labels, data.weights), OPTIONS)
}

test('the trees learn what no single column tells', () => {
  const data = exclusiveOr(2_000)
  const scores = new Forest(grow(data)).predict(data.values, 3)
  const right = scores.reduce((sum, score, row) => sum + (score > 0.5 === data.labels[row]! > 0.5 ? 1 : 0), 0)
  expect(right / 2_000).toBeGreaterThan(0.95)
})

test('the same input gives the same trees', () => {
  const data = exclusiveOr(500)
  expect(grow(data)).toEqual(grow(data))
})

test('a model comes back from its file as it was', () => {
  const model = unpackModel(WEIGHTS)
  expect(packModel(model, WEIGHTS.attribution, WEIGHTS.columns)).toEqual(WEIGHTS)
  for (const [{ trees }, columns] of [
    [model.first, WEIGHTS.columns.first],
    [model.second, WEIGHTS.columns.second],
  ] as const) {
    expect(trees.roots.length).toBeGreaterThan(20)
    expect(trees.feature.every((feature) => feature < columns)).toBe(true)
    expect(trees.threshold.every(Number.isFinite)).toBe(true)
  }
})

test('the weights carry their credit and the list of pages they saw', () => {
  const path = new URL('../data/weights-manifest.json', import.meta.url)
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
  expect(WEIGHTS.attribution).toBe(ATTRIBUTION)
  expect(manifest.attribution).toBe(ATTRIBUTION)
  expect(manifest.wcxb!.split(' ').every((id) => /^\d{4}$/.test(id))).toBe(true)
  expect(manifest.aeb!.split(' ').every((id) => /^[0-9a-f]{64}$/.test(id))).toBe(true)
})

test('word F1 counts bags of lower-case words', () => {
  expect(wordF1('A b c', 'a B d')).toBeCloseTo(2 / 3)
  expect(wordF1('', '')).toBe(1)
  expect(wordF1('x', '')).toBe(0)
})

test('shingle F1 counts runs of four words, case kept', () => {
  expect(shingleScore('a b c d e', 'a b c d')).toEqual({ precision: 0.5, recall: 1 })
  expect(shingleF1([shingleScore('a b c d', 'a b c d'), shingleScore('x', 'y')])).toBe(0.5)
})

test('blocks are labelled by the share of their words that the truth has', () => {
  const { blocks } = segment(
    parsePage('<nav><p>Home and away</p></nav><p>one two three four five six</p><p>one two three four no nope</p><p>Short line</p>'),
  )
  const { labels, weights } = labelBlocks(blocks, 'one two three four five six\nShort line')
  expect([...labels].map((label) => Math.round(label * 100) / 100)).toEqual([0, 1, 0.33, 1])
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1)
})

test('of a text that the page repeats more often than the truth, the copy among content is the one that is labelled', () => {
  const { blocks } = segment(
    parsePage(
      '<nav><p>Red lamps</p><p>Where we are and who</p></nav><p>Lamps of every colour and size</p><h2>Red lamps</h2><p>They give a warm light</p><p>Sale</p><p>Sale</p>',
    ),
  )
  const { labels } = labelBlocks(blocks, 'Lamps of every colour and size\nRed lamps\nThey give a warm light\nSale\nSale')
  expect([...labels]).toEqual([0, 0, 1, 1, 1, 1, 1])
})
