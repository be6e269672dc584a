import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readableJson } from './readable-json.ts'

test('reads back as the same value, with no line longer than it must be', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = readableJson(value)
      expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value))
      for (const line of text.split('\n').filter((row) => row.length > 102)) expect(line).not.toMatch(/^ *[[{].*[\]}],?$/)
    }),
  )
})

test('what fits stands in one line, the rest a member a line', () => {
  expect(readableJson({ a: [1, null], b: {}, c: [] })).toBe('{ "a": [1, null], "b": {}, "c": [] }')
  const long = 'x'.repeat(90)
  expect(readableJson({ short: { a: 1, gone: undefined }, list: [long, long] })).toBe(
    `{\n  "short": { "a": 1 },\n  "list": [\n    "${long}",\n    "${long}"\n  ]\n}`,
  )
})

test('of a long list the first items are shown and the others counted', () => {
  expect(readableJson({ a: [1, 2, 3, 4], b: [1, 2, 3, 4, 5] }, 2)).toBe('{ "a": [1, 2, 3, 4], "b": [1, 2, … 3 more] }')
})
