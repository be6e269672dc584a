import type { Block } from '../page/blocks.ts'
import type { Element } from '../page/dom.ts'
import { Steps } from '../page/steps.ts'
import type { ElementSums } from './elements.ts'

/** The next element around one whose text is markedly more; the element itself where there is none. */
export function growing(from: Element, { chars }: ElementSums): Element {
  const least = chars[from.id]! * 1.15 + 8
  for (let at = from.parent; at && at.tag !== 'html'; at = at.parent) if (chars[at.id]! > least) return at
  return from
}

/** Steps from one element up to the nearest one that also holds the other. */
export function stepsToCommon(from: Element, to: Element, depths: Int32Array): number {
  let one: Element | null = from
  let two: Element | null = to
  let steps = 0
  while (one && two && one !== two) {
    if (depths[one.id]! >= depths[two.id]!) {
      one = one.parent
      steps += 1
    } else two = two.parent
  }
  return steps
}

/**
 * Numbers blocks by the tags and classes of the four elements around them: items of one list share a number. Of each such group how many blocks
 * it has, and how long these are.
 */
export function groupBlocks(blocks: readonly Block[], { kinds }: ElementSums) {
  const steps = new Steps()
  const numbers = new Map<number, number>()
  const groups = new Int32Array(blocks.length)
  const counts = new Int32Array(blocks.length)
  const chars = new Int32Array(blocks.length)
  for (const { index, container, text } of blocks) {
    const way = wayTo(container, kinds, steps)
    const group = numbers.get(way) ?? numbers.size
    if (group === numbers.size) numbers.set(way, group)
    groups[index] = group
    counts[group]! += 1
    chars[group]! += text.length
  }
  return { groups, counts, chars }
}

function wayTo(container: Element, kinds: Int32Array, steps: Steps): number {
  let way = 0
  let at: Element | null = container
  for (let level = 0; at && level < 4; level += 1, at = at.parent) way = steps.after(way, kinds[at.id]!)
  return way
}

/** Id of the element with the best content score. */
export const topCandidate = (sums: ElementSums): number => {
  let top = 1
  for (let id = 1; id < sums.score.length; id += 1) if (sums.score[id]! > sums.score[top]!) top = id
  return top
}

/** For every element whether it stands inside the best candidate. */
export function insideOf(sums: ElementSums, top: number): Uint8Array {
  const inside = new Uint8Array(sums.score.length)
  inside[top] = 1
  for (let id = top + 1; id < inside.length; id += 1) {
    const parent = sums.elements[id]?.parent
    if (parent && inside[parent.id] === 1) inside[id] = 1
  }
  return inside
}
