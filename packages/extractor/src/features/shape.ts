import type { Block } from '../page/blocks.ts'

/** What the text of a block is like, whatever stands around it. */
export type Shape = {
  readonly values: readonly number[]
  readonly words: number
  readonly commas: number
  readonly link: number
  readonly ends: number
}

const ENDS = '.!?…:;。！？؟'
const CLOSES = '"\'”’»)]'

/** Whether a text ends as sentences do, whatever closes behind that. */
function endsSentence(text: string): boolean {
  let at = text.length - 1
  while (at > 0 && CLOSES.includes(text[at]!)) at -= 1
  return at >= 0 && ENDS.includes(text[at]!)
}

type Counts = { commas: number; digits: number; capitals: number; letters: number; words: number; sentences: number; signs: number }

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

function countCharacters(text: string): Counts {
  const found = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  let words = 0
  let sentences = 0
  let before = SPACE
  for (let at = 0; at < text.length; at += 1) {
    const kind = KIND[text.charCodeAt(at)]!
    found[kind]! += 1
    if (kind === SPACE) {
      if (before === STOP) sentences += 1
    } else if (before === SPACE) words += 1
    before = kind
  }
  if (before === STOP) sentences += 1
  const wide = found[WIDE]! + found[WIDE_COMMA]! + found[WIDE_STOP]!
  return {
    commas: found[COMMA]! + found[OTHER_COMMA]! + found[WIDE_COMMA]!,
    digits: found[DIGIT]!,
    capitals: found[CAPITAL]!,
    letters: found[LOWER]! + found[CAPITAL]! + found[OTHER]! + found[OTHER_COMMA]! + wide,
    // Scripts without spaces: about two characters to a word.
    words: words + (wide >> 1),
    sentences: sentences + found[WIDE_STOP]!,
    signs: found[SIGN]! + found[COMMA]! + found[STOP]!,
  }
}

export function shapeOf(block: Block): Shape {
  const { text } = block
  const { length } = text
  const { digits, capitals, letters, words, sentences, signs, commas } = countCharacters(text)
  const link = Math.min(1, block.linkLength / Math.max(1, length))
  const ends = endsSentence(text) ? 1 : 0
  const begin = text.charCodeAt(0)
  const lower = text.slice(0, 200).toLowerCase()
  return {
    words,
    commas,
    link,
    ends,
    values: [
      Math.log1p(length),
      Math.log1p(words),
      sentences,
      commas,
      digits / length,
      capitals / Math.max(1, letters),
      signs / length,
      ends,
      link,
      Math.log1p(block.links),
      Math.min(1, block.boldLength / length),
      length / Math.max(1, words),
      length < 160 &&
      digits >= 4 &&
      /\b(?:19|20)\d\d\b/.test(text) &&
      /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\d[/.-]\d/i.test(lower)
        ? 1
        : 0,
      digits > 0 && /[$€£¥₹]\s?\d/.test(lower) ? 1 : 0,
      /©|\(c\) ?\d{4}|all rights reserved/.test(lower) ? 1 : 0,
      lower.includes('@') && /\S@\S+\.\w/.test(lower) ? 1 : 0,
      letters === 0 ? 1 : 0,
      letters > 3 && capitals === letters ? 1 : 0,
      begin >= 97 && begin <= 122 ? 1 : 0,
      text.endsWith('?') ? 1 : 0,
      /[|·•»›]/.test(lower) ? 1 : 0,
      length < 80 && /\b(?:ago|minutes?|hours?|mins? read|min read)\b/.test(lower) ? 1 : 0,
      /^(?:by|von|par|por|di|door|photo|image|credit|source)\b/.test(lower) ? 1 : 0,
    ],
  }
}
