import { describe, expect, test } from 'vitest'
import { ApiError } from '../../errors.ts'
import { encodeCursor } from '../search/cursor.ts'
import { toSearch } from '../search/query.ts'
import { buildTradeIndex, type MadeNotice, made, NOW } from '../search/search.test-support.ts'
import type { Trade } from '../trades/trades.ts'
import { toAsked } from './ask.ts'
import { STATUS } from './feed.test-support.ts'
import { countOpen, findTrade, selectFeed } from './feed.ts'

const cleaning = findTrade('cleaning') as Trade
const parse = (search: string, path = 'cleaning.json') => toAsked(`/api/uk-tenders/${path}`, search === '' ? '' : `?${search}`).query
const select = (rows: MadeNotice[], search = '', now = NOW) => selectFeed(buildTradeIndex(rows), cleaning, parse(search), STATUS, now)
const idsOf = (feed: { items: readonly { notice: { id: string } }[] }) => feed.items.map(({ notice }) => notice.id)

function faults(search: string, path?: string): unknown {
  try {
    parse(search, path)
  } catch (error) {
    if (error instanceof ApiError) return error.extra.errors
    throw error
  }
  return undefined
}

describe('the query', () => {
  test('has defaults', () => {
    expect(parse('')).toMatchObject({ limit: 25, region: [], sort: 'deadline', isSorted: false, match: 'title', q: null, cursor: null })
  })

  test('reads every parameter', () => {
    expect(parse('limit=5&region=tli,Wales&sort=value&match=any&min_value=1000&max_value=5000&closing_within=7&sme=true')).toMatchObject({
      limit: 5,
      region: ['London', 'Wales'],
      sort: 'value',
      match: 'any',
      min_value: 1000,
      max_value: 5000,
      closing_within: 7,
      sme: true,
    })
    expect(parse('area=leeds&published_since=2026-11-01&buyer=Council&q=%22window+cleaning%22+school')).toMatchObject({
      area: { name: 'Leeds' },
      published_since: '2026-11-01',
      buyer: 'Council',
      q: '"window cleaning" school',
      sort: 'relevance',
    })
  })

  test('ignores what links and caches add, and says the same in one canonical form', () => {
    expect(toSearch(parse('utm_source=x&match=title&region=yorkshire+%26+the+humber&limit=25&fbclid=1&gclid=2&_=3&cb=4'))).toBe(
      '?region=Yorkshire+and+The+Humber',
    )
    expect(toSearch(parse('region=Wales,London,wales'))).toBe(toSearch(parse('region=london,Wales')))
  })

  test.each(['Limit=9', 'reigon=London', '__proto__=1', 'constructor=1', 'sotr=value'])(
    '%s is refused: no misspelt filter looks like an answer',
    (search) => {
      expect(faults(search)).toMatchObject([{ parameter: search.split('=')[0], allowed: expect.arrayContaining(['limit', 'region', 'q']) }])
    },
  )

  test.each([
    'min_value=-1',
    'min_value=1.5',
    'min_value=1e3',
    'max_value=£5',
    'min_value=5&max_value=4',
    'closing_within=0',
    'closing_within=7d',
    'published_since=2026-02-30',
    'published_since=yesterday',
    'sme=false',
    'sme=1',
    'area=Atlantis',
    'area=',
    'q=',
    'q=!!!',
    `q=${'a'.repeat(201)}`,
    'q=a&q=b',
    'buyer=%22%22',
    'sort=relevance',
    'cursor=x',
    'cursor=e30',
    'region=London,',
    'region=London,Narnia',
  ])('%s is refused', (search) => {
    expect(faults(search)).toHaveLength(1)
  })

  test('a cursor belongs to its order', () => {
    const cursor = encodeCursor({ sort: 'value', key: 5, deadline: NOW, id: 'fts:1' })
    expect(parse(`sort=value&cursor=${cursor}`).cursor).toMatchObject({ key: 5, id: 'fts:1' })
    expect(faults(`cursor=${cursor}`)).toHaveLength(1)
    expect(faults(`cursor=${cursor}x`)).toHaveLength(1)
  })

  test.each([
    'limit=0',
    'limit=26',
    'limit=-1',
    'limit=2.5',
    'limit=1e1',
    'limit=',
    'limit=05',
    'limit=%205',
    'limit=٣',
    'limit=5&limit=5',
  ])('%s is refused', (search) => {
    expect(faults(search)).toMatchObject([{ parameter: 'limit', allowed: expect.arrayContaining(['1', '25']) }])
  })

  test.each(['region=UK-wide', 'region=England', 'region=Atlantis', 'region=', 'region=London&region=Wales'])('%s is refused', (search) => {
    expect(faults(search)).toMatchObject([{ parameter: 'region', allowed: expect.arrayContaining(['London', 'Northern Ireland']) }])
  })

  test.each(['sort=Value', 'sort=price', 'match=description', 'match=', 'sort=value&sort=value'])('%s is refused', (search) => {
    expect(faults(search)).toHaveLength(1)
  })

  test('lists all faults at once and echoes at most 100 characters, none of them invisible', () => {
    const errors = faults(`limit=${'😀'.repeat(300)}&sort=%00%E2%80%AE<b>`) as { parameter: string; value: string }[]
    expect(errors.map(({ parameter }) => parameter)).toEqual(['limit', 'sort'])
    expect(errors.map(({ value }) => value)).toEqual(['😀'.repeat(100), '<b>'])
  })

  test('feed.xml takes the filters and no order, the listing nothing', () => {
    expect(parse('region=Wales&q=roof', 'feed.xml')).toMatchObject({ region: ['Wales'], limit: 50, sort: 'published' })
    expect(faults('sort=value', 'feed.xml')).toMatchObject([{ parameter: 'sort', allowed: [] }])
    expect(faults('limit=5', 'index.json')).toHaveLength(1)
    expect(faults('limit=5', 'cleaning.feed.json')).toBeUndefined()
  })
})

describe('the order of work', () => {
  const rows = [
    made({ id: 'fts:late', deadline: '2026-12-20T12:00:00+00:00', value_gbp: 900 }),
    made({ id: 'fts:soon', deadline: '2026-11-21T12:00:00+00:00', value_gbp: null }),
    made({ id: 'fts:b', deadline: '2026-12-01T12:00:00+00:00', value_gbp: 500 }),
    made({ id: 'fts:a', deadline: '2026-12-01T12:00:00+00:00', value_gbp: 500 }),
    made({ id: 'fts:over', deadline: '2026-11-20T11:00:00+00:00' }),
    made({ id: 'fts:text', deadline: '2026-11-22T12:00:00+00:00' }, { cleaning: 'any' }),
    made({ id: 'fts:other', deadline: '2026-11-22T12:00:00+00:00' }, { roofing: 'title' }),
  ]

  test('sorts by deadline, ties by id', () => {
    expect(idsOf(select(rows))).toEqual(['fts:soon', 'fts:a', 'fts:b', 'fts:late'])
  })

  test('sorts by value, largest first, none last, ties by deadline and id', () => {
    expect(idsOf(select(rows, 'sort=value'))).toEqual(['fts:late', 'fts:a', 'fts:b', 'fts:soon'])
  })

  test('match=any adds what only the text says', () => {
    const feed = select(rows, 'match=any')
    expect(idsOf(feed)).toEqual(['fts:soon', 'fts:text', 'fts:a', 'fts:b', 'fts:late'])
    expect(feed.items.map(({ notice }) => notice.match)).toEqual(['title', 'any', 'title', 'title', 'title'])
    expect(feed.total_open).toBe(5)
  })

  test('counts before and after the region, and before the limit', () => {
    const wales = made({ id: 'cf:wales', buyer_region: 'Wales', delivery_regions: [] })
    const wide = made({ id: 'cf:wide', buyer_region: null, delivery_regions: ['UK-wide'] })
    const feed = select([...rows, wales, wide], 'region=Wales&limit=1')
    expect([feed.total_open, feed.total_matching, feed.items.length]).toEqual([6, 2, 1])
    expect(idsOf(select([...rows, wales, wide], 'region=Wales'))).toEqual(['cf:wales', 'cf:wide'])
    expect(select(rows, 'region=Wales')).toMatchObject({ total_open: 4, total_matching: 0, items: [] })
  })

  test('a notice found by buyer and by delivery is listed once', () => {
    expect(
      idsOf(select([made({ id: 'fts:x', buyer_region: 'Wales', delivery_regions: ['Wales', 'London', 'Wales'] })], 'region=Wales')),
    ).toEqual(['fts:x'])
  })
})

test.each(['deadline', 'value'])('a closed notice is gone from sort=%s, to the second', (sort) => {
  const rows = [
    made({ id: 'fts:1', deadline: '2026-11-20T12:00:05+00:00', value_gbp: 9 }),
    made({ id: 'fts:2', deadline: '2026-11-20T12:00:09+00:00', value_gbp: 5 }),
  ]
  const at = (second: number) => select(rows, `sort=${sort}`, NOW + second * 1000)
  expect([idsOf(at(4)), at(4).total_open, at(4).validUntil]).toEqual([['fts:1', 'fts:2'], 2, NOW + 5000])
  expect([idsOf(at(5)), at(5).total_open, at(5).validUntil, at(5).changedAt]).toEqual([['fts:2'], 1, NOW + 9000, NOW + 5000])
  expect([idsOf(at(9)), at(9).total_open, at(9).total_matching, at(9).validUntil]).toEqual([[], 0, 0, null])
})

test('validUntil looks beyond region and limit: the count of all open notices is in every body', () => {
  const soon = made({ deadline: '2026-11-20T12:00:05+00:00', buyer_region: 'Wales', delivery_regions: [] })
  expect(select([soon, made()], 'region=London').validUntil).toBe(NOW + 5000)
})

test('the newest 50 over all trades, each once, with all its trades by title', () => {
  const rows = Array.from({ length: 60 }, (_, day) =>
    made(
      { id: `fts:${String(day).padStart(2, '0')}`, published: `2026-${day < 30 ? '09' : '10'}-${String((day % 30) + 1).padStart(2, '0')}` },
      { cleaning: 'title', roofing: 'title', legal: 'any' },
    ),
  )
  const feed = selectFeed(buildTradeIndex([...rows, made({ id: 'fts:text' }, { legal: 'any' })]), null, parse('', 'feed.xml'), STATUS, NOW)
  expect(feed.items).toHaveLength(50)
  expect(feed.items[0]?.notice.id).toBe('fts:59')
  expect(feed.items[0]?.trades.map(({ slug }) => slug)).toEqual(['cleaning', 'roofing'])
  expect(feed.total_open).toBe(60)
})

test('counts what closes within seven days', () => {
  const rows = [
    made({ deadline: '2026-11-21T12:00:00+00:00' }),
    made({ deadline: '2026-11-27T12:00:00+00:00' }),
    made({ deadline: '2026-11-27T12:00:01+00:00' }),
  ]
  expect(countOpen(buildTradeIndex(rows), 'cleaning', NOW, 7)).toEqual({ total_open: 3, closing: 2 })
})

test('the same rows in any order give the same feed', () => {
  const rows = Array.from({ length: 40 }, (_, index) =>
    made({ id: `fts:${index}`, value_gbp: index % 3, deadline: `2026-12-0${(index % 9) + 1}T12:00:00+00:00` }),
  )
  for (const search of ['', 'sort=value']) expect(idsOf(select(rows, search))).toEqual(idsOf(select([...rows].reverse(), search)))
})

test('a notice without a readable deadline never gets into a snapshot', () => {
  expect(() => buildTradeIndex([made({ deadline: 'soon' })])).toThrow('no readable deadline')
})

test('no trade is found by a name of Object.prototype', () => {
  expect(findTrade('constructor')).toBeUndefined()
  expect(findTrade('Cleaning')).toBeUndefined()
})
