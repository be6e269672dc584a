import { expect, test } from 'vitest'
import { toType } from './to-type.ts'

test.each([
  [{ type: 'string' }, 'string'],
  [{ type: ['integer', 'null'] }, 'number | null'],
  [{ enum: ['a', "b'c", null] }, `"a" | "b'c" | null`],
  [{ const: true }, 'true'],
  [{ anyOf: [{ type: 'string' }, { enum: ['x'] }, { type: 'string' }] }, 'string | "x"'],
  [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
  [{ type: 'object' }, 'Record<string, never>'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
  [{ type: 'object', properties: { a: { type: 'null' }, 'b-c': { type: 'boolean' } }, required: ['a'] }, '{\na: null\n"b-c"?: boolean\n}'],
  [{ description: 'Anything.' }, 'unknown'],
])('%j is %s', (schema, type) => {
  expect(toType(schema)).toBe(type)
})

test('a schema of an unknown kind is refused, not guessed', () => {
  expect(() => toType({ type: 'array' })).toThrow(TypeError)
  expect(() => toType({ type: 'tuple' })).toThrow(TypeError)
})
