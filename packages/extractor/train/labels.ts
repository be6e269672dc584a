import type { Block } from '../src/page/blocks.ts'
import { FLAG } from '../src/page/flags.ts'
import { words } from './measure.ts'

/**
 * For each block the share of its text that stands in the truth, 0 to 1, and its weight; weights of a page sum to one. A text that the page
 * repeats more often than the truth does is content only so often.
 */
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
  dropRepeats(blocks, truthWords, labels)
  for (let at = 0; at < weights.length; at += 1) weights[at]! /= total
  return { labels, weights, sizes }
}

const RUN = 4

/** How often each run of `length` words occurs. */
function countRuns(of: readonly string[], length: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (let at = 0; at + length <= of.length; at += 1) {
    const run = of.slice(at, at + length).join(' ')
    counts.set(run, (counts.get(run) ?? 0) + 1)
  }
  return counts
}

/** Labels below this are those of texts that the truth does not have. */
const KNOWN = 0.3
/** Neighbours on either side that tell which of several copies is the one in the truth. */
const NEAR = 6
/** What a copy that nobody sees is set back by. */
const HIDDEN = 0.5

/** Where the truth has a text less often than the page, only as many copies keep their label: those whose surroundings are content. */
function dropRepeats(blocks: readonly Block[], truthWords: readonly string[], labels: Float32Array): void {
  const own = blocks.map(({ text }) => words(text.toLowerCase()))
  const copies = new Map<string, number[]>()
  own.forEach((text, index) => {
    const key = text.join(' ')
    if (key !== '') copies.set(key, [...(copies.get(key) ?? []), index])
  })
  const repeated = [...copies.values()].filter((places) => places.length > 1)
  const isRepeated = new Uint8Array(blocks.length)
  for (const places of repeated) for (const index of places) isRepeated[index] = 1
  const given = labels.slice()
  const around = (index: number): number => {
    let [mass, liked] = [0, 0]
    for (const step of [-1, 1]) {
      let seen = 0
      for (let at = index + step; at >= 0 && at < blocks.length && seen < NEAR; at += step) {
        if (isRepeated[at] === 1) continue
        seen += 1
        const weight = Math.sqrt(own[at]!.length) / seen
        mass += weight
        liked += weight * given[at]!
      }
    }
    return (mass > 0 ? liked / mass : 0) - ((blocks[index]!.flags & FLAG.hidden) !== 0 ? HIDDEN : 0)
  }
  const inTruth = Array.from({ length: RUN }, (_, at) => countRuns(truthWords, at + 1))
  for (const places of repeated) {
    if (places.every((index) => given[index]! < KNOWN)) continue
    const text = own[places[0]!]!
    const known = inTruth[Math.min(RUN, text.length) - 1]!
    const times = [...countRuns(text, Math.min(RUN, text.length)).keys()].flatMap((run) => known.get(run) ?? [])
    const wanted = times.length === 0 ? 0 : Math.min(...times)
    if (wanted >= places.length) continue
    const ranked = places.map((index) => ({ index, near: around(index) })).sort((one, two) => two.near - one.near || one.index - two.index)
    for (const { index } of ranked.slice(wanted)) labels[index] = 0
  }
}
