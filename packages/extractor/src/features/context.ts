import type { Block } from '../page/blocks.ts'
import type { Features } from './index.ts'

export const CONTEXT_COLUMNS = 30

/** What the first stage thought of a block's surroundings: the second stage decides with it. One row of `CONTEXT_COLUMNS` numbers. */
export function contextRows(blocks: readonly Block[], features: Features, first: ArrayLike<number>): Float32Array {
  const count = blocks.length
  const out = new Float32Array(count * CONTEXT_COLUMNS)
  const { elements } = features.sums
  const mass = new Float64Array(elements.length)
  const liked = new Float64Array(elements.length)
  const groups = features.groups.reduce((most, group) => Math.max(most, group), -1) + 1
  const groupMass = new Float64Array(groups)
  const groupLiked = new Float64Array(groups)
  let pageMass = 0
  let pageLiked = 0
  let firstGood = -1
  let lastGood = -1
  let highest = 0
  const upTo = new Float64Array(count + 1)
  const likedUpTo = new Float64Array(count + 1)
  for (const { index, container, text } of blocks) {
    const weight = text.length
    const good = weight * first[index]!
    mass[container.id]! += weight
    liked[container.id]! += good
    groupMass[features.groups[index]!]! += weight
    groupLiked[features.groups[index]!]! += good
    pageMass += weight
    pageLiked += good
    upTo[index + 1] = pageMass
    likedUpTo[index + 1] = pageLiked
    highest = Math.max(highest, first[index]!)
    if (first[index]! > 0.5) {
      if (firstGood === -1) firstGood = index
      lastGood = index
    }
  }
  for (let id = elements.length - 1; id > 1; id -= 1) {
    const parent = elements[id]?.parent
    if (!parent) continue
    mass[parent.id]! += mass[id]!
    liked[parent.id]! += liked[id]!
  }
  const section = sectionMeans(features.headings, blocks, first)
  const span = (from: number, to: number): number => {
    const low = Math.max(0, from)
    const high = Math.min(count, to)
    return high <= low ? -1 : (likedUpTo[high]! - likedUpTo[low]!) / Math.max(1, upTo[high]! - upTo[low]!)
  }
  for (const { index, container, text } of blocks) {
    let at = index * CONTEXT_COLUMNS
    out[at++] = first[index]!
    for (const offset of [-4, -3, -2, -1, 1, 2, 3, 4]) out[at++] = first[index + offset] ?? -1
    out[at++] = span(index - 8, index)
    out[at++] = span(index + 1, index + 9)
    out[at++] = span(index - 25, index)
    out[at++] = span(index + 1, index + 26)
    let level = 0
    let size = text.length
    let ratio = 0
    for (let element = container as typeof container | null; element && level < 6; element = element.parent) {
      const whole = mass[element.id]!
      if (level > 0 && whole <= size * 1.15 + 8) continue
      size = whole
      // Without the block itself, so that the surroundings speak.
      const others = whole - text.length
      ratio = others < 1 ? -1 : (liked[element.id]! - text.length * first[index]!) / others
      out[at++] = ratio
      level += 1
    }
    while (level < 6) {
      out[at++] = ratio
      level += 1
    }
    const group = features.groups[index]!
    const others = groupMass[group]! - text.length
    out[at++] = others < 1 ? -1 : (groupLiked[group]! - text.length * first[index]!) / others
    out[at++] = pageLiked / Math.max(1, pageMass)
    out[at++] = Math.log1p(pageLiked)
    out[at++] = highest
    out[at++] = firstGood === -1 ? -999 : index - firstGood
    out[at++] = lastGood === -1 ? -999 : lastGood - index
    out[at++] = likedUpTo[index]! / Math.max(1, pageLiked)
    out[at++] = text.length / Math.max(1, pageLiked)
    out[at++] = section[index]!
    out[at++] = first[index]! / Math.max(0.05, highest)
    out[at++] = span(index - 2, index + 3)
  }
  return out
}

/** Mean of the first scores of the blocks under the same heading, by length. */
function sectionMeans(headings: readonly string[], blocks: readonly Block[], first: ArrayLike<number>): Float64Array {
  const means = new Float64Array(blocks.length)
  let from = 0
  for (let at = 1; at <= blocks.length; at += 1) {
    if (at < blocks.length && headings[at] !== '') continue
    let mass = 0
    let liked = 0
    for (let index = from; index < at; index += 1) {
      mass += blocks[index]!.text.length
      liked += blocks[index]!.text.length * first[index]!
    }
    means.fill(liked / Math.max(1, mass), from, at)
    from = at
  }
  return means
}
