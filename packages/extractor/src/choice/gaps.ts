/** Where blocks that are left out stand beside kept ones: most rules look at no others, and a page has few of them. */

/** The next block from one on, which is not the first, that is left out right behind a kept one; -1 where there is none. */
export function nextGap(keep: Uint8Array, from: number): number {
  const kept = keep.indexOf(1, from - 1)
  return kept === -1 ? -1 : keep.indexOf(0, kept)
}

/** The last block up to one that is left out right before a kept one; -1 where there is none. */
export function lastGap(keep: Uint8Array, to: number): number {
  const kept = keep.lastIndexOf(1, to + 1)
  return kept < 1 ? -1 : keep.lastIndexOf(0, kept - 1)
}
