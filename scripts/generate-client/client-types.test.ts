import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { skillMarkdown } from '../../lib/catalogue/skill-markdown.ts'
import { clientTypes, GENERATED, SERVER_IN_SKILL, SKILL } from './client-types.ts'
import { GENERATED_TENDERS, tendersTypes } from './tenders-types.ts'
import { toType } from './to-type.ts'

test('the client’s types say what the OpenAPI document says (else: node scripts/generate-client.ts)', () => {
  expect(readFileSync(join(import.meta.dirname, '../..', GENERATED), 'utf8')).toBe(clientTypes())
})

test('the client’s types of the tenders say what the schemas of the feed say (else: node scripts/generate-client.ts)', () => {
  expect(readFileSync(join(import.meta.dirname, '../..', GENERATED_TENDERS), 'utf8')).toBe(tendersTypes())
})

test('the skill of the package says what the registry says (else: node scripts/generate-client.ts)', () => {
  expect(readFileSync(join(import.meta.dirname, '../..', SKILL), 'utf8')).toBe(skillMarkdown(SERVER_IN_SKILL))
})

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
