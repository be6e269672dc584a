import { expect, test } from 'vitest'
import { Objective } from './objective.ts'

/** Three pages: one with content, one of which little is, one of which nothing is. */
const labels = Float32Array.of(1, 0.5, 0, 1, 0, 0, 0)
const weights = Float32Array.of(0.5, 0.25, 0.25, 0.2, 0.8, 0.6, 0.4)
const words = Int32Array.of(40, 10, 5, 3, 200, 9, 4)
const of = Int32Array.of(0, 0, 0, 1, 1, 2, 2)
const scores = Float64Array.of(1.2, -0.3, 0.4, -1, 0.8, -0.2, -2)

const share = (score: number): number => 1 / (1 + Math.exp(-score))

/** What the gradients are said to be those of, written out. */
function lossAt(at: Float64Array, weight: number): number {
  let loss = 0
  for (const [row, score] of at.entries()) {
    const kept = share(score)
    loss -= weights[row]! * (labels[row]! * Math.log(kept) + (1 - labels[row]!) * Math.log(1 - kept))
  }
  for (const page of [0, 1, 2]) {
    const rows = [...at.keys()].filter((row) => of[row] === page)
    const sum = (value: (row: number) => number) => rows.reduce((total, row) => total + value(row) * words[row]!, 0)
    const f1 = (2 * sum((row) => share(at[row]!) * labels[row]!)) / (sum((row) => share(at[row]!)) + sum((row) => labels[row]!) + 1)
    loss += weight * (1 - f1)
  }
  return loss
}

test.each([0, 2])('the gradients are those of the loss of blocks and %d times that of the F1 of pages', (weight) => {
  const objective = new Objective(labels, weights, weight === 0 ? undefined : { of, words, weight })
  objective.update(scores)
  const scale = labels.length / weights.reduce((sum, value) => sum + value, 0)
  for (const [row, score] of scores.entries()) {
    const [low, high] = [-1e-5, 1e-5].map((step) => lossAt(scores.with(row, score + step), weight))
    const { gradient, hessian } = objective.at(row, score)
    expect(gradient).toBeCloseTo((scale * (high! - low!)) / 2e-5, 5)
    expect(hessian).toBeGreaterThan(0)
  }
})
