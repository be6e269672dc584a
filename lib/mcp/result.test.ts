import { expect, test } from 'vitest'
import { answerResult } from './result.ts'

test('an answer is given as text as well, but for one that would be too long for the platform if it were given twice', () => {
  const short = JSON.stringify({ markdown: 'Tides.' })
  expect(answerResult(short)).toEqual({ content: [{ type: 'text', text: short }], structuredContent: { markdown: 'Tides.' } })
  const long = JSON.stringify({ markdown: 'x'.repeat(3_900_000) })
  const result = answerResult(long)
  expect(result.structuredContent).toEqual(JSON.parse(long))
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(4_000_000)
})
