import { expect, test } from 'vitest'
import { toSearch } from '../../../tenders/search/query.ts'
import { meantBy } from './meant.ts'
import { parseFilter } from './read.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

/** Trade and filters that a sentence is read as, as an address. */
const read = (q: string, slug?: string, more = ''): string | undefined => {
  const { filter } = parseFilter(new URLSearchParams(`${new URLSearchParams({ q })}${more}`))
  const meant = meantBy(filter.query, slug, NOW)
  return meant && `${meant.slug ?? 'all'}${decodeURIComponent(toSearch(meant.query)).replaceAll('+', ' ')}`
}

test.each([
  ['cleaning in Leeds under 50k closing this month', 'cleaning?area=Leeds&max_value=50000&closing_within=11'],
  ['roof repairs near Glasgow', 'roofing?area=Glasgow City'],
  ['grass cutting in the South East over £1,000', 'grounds-maintenance?region=South East&min_value=1000'],
  ['catering closing within 10 days', 'catering?closing_within=10'],
  ['security due this week at least 1.5m', 'security?min_value=1500000&closing_within=7'],
  ['widgets under 20k', 'all?max_value=20000&q=widgets'],
  ['window cleaning', 'cleaning'],
])('reads %j as %s', (q, address) => {
  expect(read(q)).toBe(address)
})

test.each(['widgets', 'made in china', 'under pressure', 'under 5 floors and 20', 'in', '"'])('reads nothing into %j', (q) => {
  expect(read(q)).toBeUndefined()
})

test('stays in the trade of the list, and keeps its other filters', () => {
  expect(read('windows in Leeds', 'cleaning', '&sme=true')).toBe('cleaning?area=Leeds&sme=true&q=windows')
  expect(read('cleaning under 50k', 'cleaning')).toBe('cleaning?max_value=50000')
})

test('ends soon on hostile text', () => {
  for (const q of ['in '.repeat(60), 'under 1'.repeat(25), '£'.repeat(200), '1,'.repeat(90)]) expect(() => read(q)).not.toThrow()
})
