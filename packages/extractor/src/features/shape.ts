import type { Block } from '../page/blocks.ts'
import { countCommas } from './elements.ts'

/** What the text of a block is like, whatever stands around it. */
export type Shape = { readonly values: readonly number[]; readonly words: number; readonly link: number; readonly ends: number }

const ENDS = /[.!?…:;。！？؟]["'”’»)\]]*$/

type Counts = { digits: number; capitals: number; letters: number; words: number; sentences: number; signs: number }

const isSpace = (code: number): boolean => code === 32

function countCharacters(text: string): Counts {
  const counts: Counts = { digits: 0, capitals: 0, letters: 0, words: 0, sentences: 0, signs: 0 }
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
      if (code === 0x3002 || code === 0xff01 || code === 0xff1f) counts.sentences += 1
    } else if (code > 127) counts.letters += 1
    else {
      counts.signs += 1
      if ((code === 46 || code === 33 || code === 63) && (at + 1 === text.length || isSpace(text.charCodeAt(at + 1)))) counts.sentences += 1
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
  const { digits, capitals, letters, words, sentences, signs } = countCharacters(text)
  const link = Math.min(1, block.linkLength / Math.max(1, length))
  const ends = ENDS.test(text) ? 1 : 0
  const lower = text.slice(0, 200).toLowerCase()
  return {
    words,
    link,
    ends,
    values: [
      Math.log1p(length),
      Math.log1p(words),
      sentences,
      countCommas(text),
      digits / length,
      capitals / Math.max(1, letters),
      signs / length,
      ends,
      link,
      Math.log1p(block.links),
      Math.min(1, block.boldLength / length),
      length / Math.max(1, words),
      length < 160 && /\b(?:19|20)\d\d\b/.test(text) && /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\d[/.-]\d/i.test(lower)
        ? 1
        : 0,
      /[$€£¥₹]\s?\d/.test(lower) ? 1 : 0,
      /©|\(c\) ?\d{4}|all rights reserved/.test(lower) ? 1 : 0,
      /\S@\S+\.\w/.test(lower) ? 1 : 0,
      letters === 0 ? 1 : 0,
      letters > 3 && capitals === letters ? 1 : 0,
      /^[a-z]/.test(text) ? 1 : 0,
      /\?$/.test(text) ? 1 : 0,
      /[|·•»›]/.test(lower) ? 1 : 0,
      length < 80 && /\b(?:ago|minutes?|hours?|mins? read|min read)\b/.test(lower) ? 1 : 0,
      /^(?:by|von|par|por|di|door|photo|image|credit|source)\b/.test(lower) ? 1 : 0,
    ],
  }
}
