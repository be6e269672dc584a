import { expect, test } from 'vitest'
import { STATUS } from '../tenders/feed/feed.test-support.ts'
import { buildTradeIndex, made, NOW } from '../tenders/search/search.test-support.ts'
import { matchingNotices, SearchInput } from './search-tenders.ts'

const index = buildTradeIndex([
  made({ id: 'fts:1', title: 'School windows', value_gbp: 10, deadline: '2026-12-03T12:00:00+00:00' }),
  made({
    id: 'fts:2',
    title: 'Hospital windows',
    value_gbp: null,
    deadline: '2026-12-01T12:00:00+00:00',
    buyer: 'Exampleton School Trust',
  }),
  made(
    { id: 'fts:3', title: 'Roof of a school', value_gbp: 99, deadline: '2026-12-02T12:00:00+00:00', summary: 'Slates.' },
    { roofing: 'title', cleaning: 'any' },
  ),
  made({ id: 'fts:4', title: 'Closes now', deadline: '2026-11-20T12:00:00+00:00' }),
  made({ id: 'fts:5', title: 'London offices', buyer_region: 'London', delivery_regions: ['London'] }),
])
const ids = (query: object, now = NOW) => matchingNotices(index, SearchInput.parse(query), STATUS, now).items.map(({ notice }) => notice.id)

test('without words every open notice is found, closing soonest first; what closes this second is gone', () => {
  expect(ids({})).toEqual(['fts:2', 'fts:3', 'fts:1', 'fts:5'])
  expect(ids({}, NOW - 1)).toContain('fts:4')
})

test('all words must occur, in title, buyer or summary, in any order and letter case', () => {
  expect(ids({ q: 'WINDOWS school' })).toEqual(['fts:1', 'fts:2'])
  expect(ids({ q: 'WINDOWS school', sort: 'deadline' })).toEqual(['fts:2', 'fts:1'])
  expect(ids({ q: '  slates ' })).toEqual(['fts:3'])
  expect(ids({ q: 'windows slates' })).toEqual([])
  // By the name it had.
  expect(ids({ words: 'slates' })).toEqual(['fts:3'])
})

test('trade, kind of match, region and order are those of the feed', () => {
  expect(ids({ trade: 'cleaning' })).toEqual(['fts:2', 'fts:1', 'fts:5'])
  expect(ids({ trade: 'cleaning', match: 'any' })).toEqual(['fts:2', 'fts:3', 'fts:1', 'fts:5'])
  expect(ids({ region: 'London' })).toEqual(['fts:5'])
  expect(ids({ trade: 'cleaning', match: 'any', sort: 'value', region: 'North West' })).toEqual(['fts:3', 'fts:1', 'fts:2'])
})

test('a notice says how it matched the trade asked for', () => {
  const [found] = matchingNotices(index, SearchInput.parse({ trade: 'cleaning', match: 'any', q: 'roof' }), STATUS, NOW).items
  expect(found?.notice).toMatchObject({ id: 'fts:3', match: 'any' })
})
