import { expect, test } from 'vitest'
import { randomFrom } from '../../train/boost.ts'
import { countSegments } from './count-words.ts'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const bySegmenter = (text: string): number =>
  [...segmenter.segment(text)].filter(({ isWordLike, segment }) => isWordLike && /[^_]/.test(segment)).length

test('words are those of Intl.Segmenter, whatever signs stand between them; a line to write on is none', () => {
  const random = randomFrom(11)
  const signs = [..."aZb019 __.,:;'’‘“”-–—…•/@#\t\u00a0()\n", 'é', '中', '한', '\u0301']
  for (let round = 0; round < 20_000; round += 1) {
    const text = Array.from({ length: 1 + Math.floor(random() * 12) }, () => signs[Math.floor(random() * signs.length)]).join('')
    expect(countSegments(text), JSON.stringify(text)).toBe(bySegmenter(text))
  }
})
