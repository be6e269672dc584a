import { expect, test } from 'vitest'
import { hasManyParts } from '../lib/http/reply.ts'
import { sign } from '../tests/support/inngest/sign.ts'
import { isSigned } from './signature.ts'

const KEY = `signkey-test-${'ab'.repeat(32)}`
const NOW = 1_800_000_000_000
const body = { b: [1, { y: null, x: 'é' }], a: 1.5 }
const at = (offsetSeconds: number) => sign(body, KEY, NOW / 1000 + offsetSeconds)

test('what was signed with a key of ours, lately, is signed, however its JSON is written', () => {
  expect(isSigned(JSON.stringify(body), at(0), [KEY], NOW)).toBe(true)
  expect(isSigned(JSON.stringify(body, null, 2), at(-200), [undefined, KEY], NOW)).toBe(true)
})

test.each([
  ['another body', JSON.stringify({ ...body, a: 2 }), at(0)],
  ['no JSON', '{', at(0)],
  ['JSON nested without end', '['.repeat(200_000) + ']'.repeat(200_000), at(0)],
  ['an old one', JSON.stringify(body), at(-301)],
  ['one of the future', JSON.stringify(body), at(301)],
  ['another key', JSON.stringify(body), sign(body, `signkey-test-${'cd'.repeat(32)}`, NOW / 1000)],
  ['no signature', JSON.stringify(body), null],
  ['no time', JSON.stringify(body), 's=00'],
  ['a signature of another length', JSON.stringify(body), `t=${NOW / 1000}&s=abcd`],
])('%s is not', (_, text, header) => {
  expect(isSigned(text, header, [KEY], NOW)).toBe(false)
})

test('what makes JSON slow to read is counted: every comma, colon and opening bracket, up to so many', () => {
  const json = Buffer.from('{"a":[1,2]}')
  expect(hasManyParts(json, 4)).toBe(false)
  expect(hasManyParts(json, 3)).toBe(true)
  expect(hasManyParts(Buffer.from(`"${'a'.repeat(1_000)}"`), 0)).toBe(false)
  for (const sign of ',:{[')
    expect([hasManyParts(Buffer.from(sign.repeat(9)), 9), hasManyParts(Buffer.from(sign.repeat(9)), 8)]).toEqual([false, true])
})
