import { expect, test } from 'vitest'
import { toArguments } from './arguments.ts'
import type { AbiValue } from './decode.ts'
import type { Candidate } from './rank.ts'
import { parseSignature } from './signature.ts'

const candidate = (text: string, values: AbiValue[] | null): Candidate => {
  const signature = parseSignature(text)
  if (!signature) throw new Error(`${text} is not a signature.`)
  return { signature, verified: null, firstSeen: null, sources: ['4byte'], decodes: values !== null, values }
}

test('arrays and tuples are JSON, texts are cleaned', () => {
  expect(toArguments([candidate('f(uint8[],(bool,string),string)', [['1', '2'], ['true', 'a\u202eb'], 'x\u0000y'])])).toEqual([
    [
      { type: 'uint8[]', value: '["1","2"]' },
      { type: '(bool,string)', value: '["true","ab"]' },
      { type: 'string', value: 'xy' },
    ],
  ])
})

test('what does not decode has no arguments', () => {
  expect(toArguments([candidate('f(uint8)', null), candidate('g()', [])])).toEqual([null, []])
})

test('a huge value is cut, and its length named', () => {
  const [shown] = toArguments([candidate('f(bytes,uint8)', [`0x${'ab'.repeat(100_000)}`, '7'])])
  expect(shown?.[0]?.value).toMatch(/^0x(ab)+… \(200002 characters\)$/)
  expect(shown?.[1]).toEqual({ type: 'uint8', value: '7' })
})

test('many candidates for large calldata stay within the size of an answer', () => {
  const many = Array.from({ length: 100 }, (_, index) => candidate(`f${index}(bytes)`, [`0x${'ab'.repeat(50_000)}`]))
  const shown = toArguments(many)
  expect(JSON.stringify(shown).length).toBeLessThan(24_000)
  expect(shown[0]).not.toBeNull()
})
