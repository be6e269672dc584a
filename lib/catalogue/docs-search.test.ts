import { expect, test } from 'vitest'
import { testCore } from '../../tests/support/core.ts'
import { problems } from '../errors.ts'
import { tools } from '../tools/registry.ts'
import { searchDocs } from './docs-search.ts'

const core = testCore()
const found = (query: string) => searchDocs(core, query).map(({ path }) => path)

test.each(tools.map(({ id }) => id))('%s is found by its name, first', (id) => {
  expect(found(id)[0]).toBe(`/docs/${id}`)
})

test.each(Object.keys(problems))('the code %s is found by its name, first', (code) => {
  expect(found(code)[0]).toBe(`/docs/errors/${code}`)
})

test('all words must be there, in any order and letter case, and nothing is found for nothing', () => {
  expect(found('DKIM spf')).toContain('/docs/dns/lookup')
  expect(found('honeypot')).toContain('/docs/risk-rules')
  expect(found('dkim honeypot')).toEqual([])
  for (const nothing of ['', '   ', '?!', '<>', 'qqqqzzzz']) expect(found(nothing)).toEqual([])
})

test('text that means something to patterns is text', () => {
  for (const query of ['.*', '(a+)+$', '[', '\\', '-/.', 'a'.repeat(10_000)]) expect(() => found(query)).not.toThrow()
})

test('an excerpt shows the word', () => {
  expect(searchDocs(core, 'nginx')).toEqual([])
  for (const { excerpt } of searchDocs(core, 'settled').slice(0, 3)) expect(excerpt.length).toBeLessThan(240)
})
