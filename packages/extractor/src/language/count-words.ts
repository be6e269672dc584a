let segmenter: Intl.Segmenter | undefined

/** Word-like segments of a text, in any script. Works where no spaces stand between words. */
export function countSegments(text: string): number {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  let words = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words += 1
  return words
}
