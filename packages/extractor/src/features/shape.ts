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

const isSpace = (code: number): boolean => code === 32

function countCharacters(text: string): Counts {
  const counts: Counts = { commas: 0, digits: 0, capitals: 0, letters: 0, words: 0, sentences: 0, signs: 0 }
  let wide = 0
  let inWord = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isSpace(code)) {
      inWord = false
      continue
    }
    if (code >= 97 && code <= 122) counts.letters += 1
    else if (code >= 65 && code <= 90) {
      counts.letters += 1
      counts.capitals += 1
    } else if (code >= 48 && code <= 57) counts.digits += 1
    else if (code > 0x2e80) {
      wide += 1
      counts.letters += 1
      if (code === 0xff0c || code === 0x3001) counts.commas += 1
      else if (code === 0x3002 || code === 0xff01 || code === 0xff1f) counts.sentences += 1
    } else if (code > 127) {
      counts.letters += 1
      if (code === 0x060c) counts.commas += 1
    } else {
      counts.signs += 1
      if (code === 44) counts.commas += 1
      else if ((code === 46 || code === 33 || code === 63) && (at + 1 === text.length || isSpace(text.charCodeAt(at + 1))))
        counts.sentences += 1
    }
    if (!inWord) {
      inWord = true
      counts.words += 1
    }
  }
  // Scripts without spaces: about two characters to a word.
  counts.words += Math.floor(wide / 2)
  return counts
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
