import type { Block } from '../page/blocks.ts'

/** Columns of a shape that are read by others: words as the logarithm of one more than their number. */
export const SHAPE = { words: 1, commas: 3, ends: 7, link: 8 } as const
export const SHAPE_COLUMNS = 23

const ENDS = '.!?…:;。！？؟'
const CLOSES = '"\'”’»)]'

/** Whether a text ends as sentences do, whatever closes behind that. */
function endsSentence(text: string): boolean {
  let at = text.length - 1
  while (at > 0 && CLOSES.includes(text[at]!)) at -= 1
  return at >= 0 && ENDS.includes(text[at]!)
}

const [SPACE, LOWER, CAPITAL, DIGIT, SIGN, COMMA, STOP, OTHER, OTHER_COMMA, WIDE, WIDE_COMMA, WIDE_STOP] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
]

/** The kind of every character, in one table: no script comes late and has V8 compile the loop anew. */
const KIND = new Uint8Array(0x10000).fill(SIGN, 0, 128).fill(OTHER, 128, 0x2e81).fill(WIDE, 0x2e81)
KIND.fill(DIGIT, 48, 58).fill(CAPITAL, 65, 91).fill(LOWER, 97, 123)
for (const [kind, signs] of [
  [SPACE, ' '],
  [COMMA, ','],
  [STOP, '.!?'],
  [OTHER_COMMA, '\u060c'],
  [WIDE_COMMA, '\uff0c\u3001'],
  [WIDE_STOP, '\u3002\uff01\uff1f'],
] as const)
  for (const sign of signs) KIND[sign.charCodeAt(0)] = kind

/** Writes what the text of each block is like, whatever stands around it: a row's first `SHAPE_COLUMNS` numbers. */
export function writeShapes(blocks: readonly Block[], rows: Float32Array, stride: number): void {
  const shapes = new Shapes()
  for (const block of blocks) shapes.put(block, rows, block.index * stride)
}

class Shapes {
  /** Characters of each kind in the text at hand: one list for all of them. */
  readonly #found = new Int32Array(WIDE_STOP + 1)
  #spaced = 0
  #sentences = 0

  #count(text: string): void {
    const found = this.#found.fill(0)
    let spaced = 0
    let sentences = 0
    let before: number = SPACE
    for (let place = 0; place < text.length; place += 1) {
      const kind = KIND[text.charCodeAt(place)]!
      found[kind]! += 1
      if (kind === SPACE) {
        if (before === STOP) sentences += 1
      } else if (before === SPACE) spaced += 1
      before = kind
    }
    this.#spaced = spaced
    this.#sentences = before === STOP ? sentences + 1 : sentences
  }

  /** @param from where the row begins in `row` */
  put(block: Block, row: Float32Array, from: number): void {
    const { text } = block
    const { length } = text
    this.#count(text)
    const found = this.#found
    const wide = found[WIDE]! + found[WIDE_COMMA]! + found[WIDE_STOP]!
    // Scripts without spaces: about two characters to a word.
    const words = this.#spaced + (wide >> 1)
    const digits = found[DIGIT]!
    const capitals = found[CAPITAL]!
    const letters = found[LOWER]! + capitals + found[OTHER]! + found[OTHER_COMMA]! + wide
    const begin = text.charCodeAt(0)
    const lower = text.slice(0, 200).toLowerCase()
    let at = from
    row[at++] = Math.log1p(length)
    row[at++] = Math.log1p(words)
    row[at++] = this.#sentences + found[WIDE_STOP]!
    row[at++] = found[COMMA]! + found[OTHER_COMMA]! + found[WIDE_COMMA]!
    row[at++] = digits / length
    row[at++] = capitals / Math.max(1, letters)
    row[at++] = (found[SIGN]! + found[COMMA]! + found[STOP]!) / length
    row[at++] = endsSentence(text) ? 1 : 0
    row[at++] = Math.min(1, block.linkLength / Math.max(1, length))
    row[at++] = Math.log1p(block.links)
    row[at++] = Math.min(1, block.boldLength / length)
    row[at++] = length / Math.max(1, words)
    row[at++] =
      length < 160 &&
      digits >= 4 &&
      /\b(?:19|20)\d\d\b/.test(text) &&
      /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\d[/.-]\d/i.test(lower)
        ? 1
        : 0
    row[at++] = digits > 0 && /[$€£¥₹]\s?\d/.test(lower) ? 1 : 0
    row[at++] = /©|\(c\) ?\d{4}|all rights reserved/.test(lower) ? 1 : 0
    row[at++] = lower.includes('@') && /\S@\S+\.\w/.test(lower) ? 1 : 0
    row[at++] = letters === 0 ? 1 : 0
    row[at++] = letters > 3 && capitals === letters ? 1 : 0
    row[at++] = begin >= 97 && begin <= 122 ? 1 : 0
    row[at++] = text.endsWith('?') ? 1 : 0
    row[at++] = /[|·•»›]/.test(lower) ? 1 : 0
    row[at++] = length < 80 && /\b(?:ago|minutes?|hours?|mins? read|min read)\b/.test(lower) ? 1 : 0
    row[at++] = /^(?:by|von|par|por|di|door|photo|image|credit|source)\b/.test(lower) ? 1 : 0
  }
}
