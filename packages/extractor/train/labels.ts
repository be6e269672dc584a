import type { Block } from '../src/page/blocks.ts'
import { words } from './measure.ts'

/** For each block the share of its text that stands in the truth, 0 to 1, and its weight; weights of a page sum to one. */
export function labelBlocks(blocks: readonly Block[], truth: string): { labels: Float32Array; weights: Float32Array; sizes: Int32Array } {
  const truthWords = words(truth.toLowerCase())
  const runs = new Set<string>()
  for (let at = 0; at + 4 <= truthWords.length; at += 1) runs.add(truthWords.slice(at, at + 4).join(' '))
  const lines = new Set(truth.split(/\n|\s\|\s/).map((line) => words(line.toLowerCase()).join(' ')))
  const labels = new Float32Array(blocks.length)
  const weights = new Float32Array(blocks.length)
  const sizes = new Int32Array(blocks.length)
  const unsure: number[] = []
  let total = 0
  for (const block of blocks) {
    const own = words(block.text.toLowerCase())
    sizes[block.index] = own.length
    weights[block.index] = Math.sqrt(Math.max(1, own.length))
    total += weights[block.index]!
    if (own.length >= 4) {
      let hits = 0
      for (let at = 0; at + 4 <= own.length; at += 1) if (runs.has(own.slice(at, at + 4).join(' '))) hits += 1
      labels[block.index] = hits / (own.length - 3)
    } else if (lines.has(own.join(' '))) labels[block.index] = own.length === 0 ? 0 : 1
    else unsure.push(block.index)
  }
  const known = new Set(truthWords)
  const open = new Set(unsure)
  for (const index of unsure) {
    const own = words(blocks[index]!.text.toLowerCase())
    if (own.length === 0 || !own.every((word) => known.has(word))) continue
    // A short line whose words all occur: what its nearest decided neighbours are.
    const near: number[] = []
    for (const step of [-1, 1]) {
      for (let at = index + step; at >= 0 && at < blocks.length; at += step) {
        if (open.has(at)) continue
        near.push(labels[at]!)
        break
      }
    }
    labels[index] = near.length === 0 ? 0 : near.reduce((sum, value) => sum + value, 0) / near.length
  }
  for (let at = 0; at < weights.length; at += 1) weights[at]! /= total
  return { labels, weights, sizes }
}
