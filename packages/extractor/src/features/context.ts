import type { Block } from '../page/blocks.ts'
import { type Columns, ownColumns } from './columns.ts'
import type { Features } from './index.ts'

export const CONTEXT_COLUMNS = 30

/** Text by length, and how much of it the first stage liked, in running sums and by element and group. */
type Liking = {
  /** Sums before each block. */
  upTo: Float64Array
  likedUpTo: Float64Array
  /** By element id, with everything below it. */
  mass: Float64Array
  liked: Float64Array
  groupMass: Float64Array
  groupLiked: Float64Array
  /** Blocks that are more likely content than not; -1 when none is. */
  firstGood: number
  lastGood: number
  highest: number
}

function likingOf(blocks: readonly Block[], { sums: { elements }, groups }: Features, first: ArrayLike<number>): Liking {
  const mass = new Float64Array(elements.length)
  const liked = new Float64Array(elements.length)
  const groupMass = new Float64Array(blocks.length)
  const groupLiked = new Float64Array(blocks.length)
  const upTo = new Float64Array(blocks.length + 1)
  const likedUpTo = new Float64Array(blocks.length + 1)
  let firstGood = -1
  let lastGood = -1
  let highest = 0
  for (const { index, container, text } of blocks) {
    const weight = text.length
    const good = weight * first[index]!
    mass[container.id]! += weight
    liked[container.id]! += good
    groupMass[groups[index]!]! += weight
    groupLiked[groups[index]!]! += good
    upTo[index + 1] = upTo[index]! + weight
    likedUpTo[index + 1] = likedUpTo[index]! + good
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
  return { upTo, likedUpTo, mass, liked, groupMass, groupLiked, firstGood, lastGood, highest }
}

/** Liking of the blocks `from` up to `to`, exclusive; -1 where there are none. */
function spanOf({ upTo, likedUpTo }: Liking, from: number, to: number): number {
  const low = Math.max(0, from)
  const high = Math.min(upTo.length - 1, to)
  return high <= low ? -1 : (likedUpTo[high]! - likedUpTo[low]!) / Math.max(1, upTo[high]! - upTo[low]!)
}

const ANCESTORS = 6

/** Writes the liking of the elements around a block, nearest first, where each is markedly larger than the one before; the outermost repeats. */
function putAncestors({ mass, liked }: Liking, { container, text }: Block, score: number, out: Float32Array, from: number): void {
  let size = text.length
  let at = from
  let ratio = 0
  for (let element: Block['container'] | null = container; element && at < from + ANCESTORS; element = element.parent) {
    const whole = mass[element.id]!
    if (at > from && whole <= size * 1.15 + 8) continue
    size = whole
    // Without the block itself, so that the surroundings speak.
    const others = whole - text.length
    ratio = others < 1 ? -1 : (liked[element.id]! - text.length * score) / others
    out[at++] = ratio
  }
  out.fill(ratio, at, from + ANCESTORS)
}

/** Blocks before and behind one. */
const NEAR = 4

/** What the first stage thought of a block's surroundings: the second stage decides with it. Writes rows of `CONTEXT_COLUMNS` numbers. */
export function contextRows(blocks: readonly Block[], features: Features, first: ArrayLike<number>, into?: Columns): Float32Array {
  const { values: out, stride, from } = into ?? ownColumns(blocks.length, CONTEXT_COLUMNS)
  const liking = likingOf(blocks, features, first)
  const { likedUpTo, groupMass, groupLiked, firstGood, lastGood, highest } = liking
  const pageMass = liking.upTo[blocks.length]!
  const pageLiked = likedUpTo[blocks.length]!
  const section = sectionMeans(features.headings, blocks, first)
  for (const block of blocks) {
    const { index, text } = block
    const score = first[index]!
    const group = features.groups[index]!
    const others = groupMass[group]! - text.length
    let at = from + index * stride
    out[at++] = score
    for (let near = index - NEAR; near <= index + NEAR; near += 1)
      if (near !== index) out[at++] = near < 0 || near >= first.length ? -1 : first[near]!
    out[at++] = spanOf(liking, index - 8, index)
    out[at++] = spanOf(liking, index + 1, index + 9)
    out[at++] = spanOf(liking, index - 25, index)
    out[at++] = spanOf(liking, index + 1, index + 26)
    putAncestors(liking, block, score, out, at)
    at += ANCESTORS
    out[at++] = others < 1 ? -1 : (groupLiked[group]! - text.length * score) / others
    out[at++] = pageLiked / Math.max(1, pageMass)
    out[at++] = Math.log1p(pageLiked)
    out[at++] = highest
    out[at++] = firstGood === -1 ? -999 : index - firstGood
    out[at++] = lastGood === -1 ? -999 : lastGood - index
    out[at++] = likedUpTo[index]! / Math.max(1, pageLiked)
    out[at++] = text.length / Math.max(1, pageLiked)
    out[at++] = section[index]!
    out[at++] = score / Math.max(0.05, highest)
    out[at++] = spanOf(liking, index - 2, index + 3)
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
