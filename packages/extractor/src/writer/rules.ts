/** Rules between sections: at either end of a page whose title is not written, and above its notes, they part the text from a frame that is not there. */
export const RULE = '***'

/** Blocks of Markdown without the rules at their ends. */
export function withoutOuterRules(blocks: readonly string[]): string[] {
  let notes = blocks.length
  while (notes > 0 && blocks[notes - 1]!.startsWith('[^')) notes -= 1
  let to = notes
  while (to > 0 && blocks[to - 1] === RULE) to -= 1
  const first = blocks.findIndex((block) => block !== RULE)
  return first === -1 ? [] : [...blocks.slice(Math.min(first, to), to), ...blocks.slice(notes)]
}
