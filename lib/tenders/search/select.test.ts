import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MatchedNotice } from './notices/notices.ts'
import { CAP } from './parameters.ts'
import { parseQuery, type Query } from './query.ts'
import { buildTradeIndex, type MadeNotice, made } from './search.test-support.ts'
import { select } from './select.ts'
import { ALL_TRADES } from './trade-index.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const DAY = 86_400_000
const iso = (instant: number) => new Date(instant).toISOString().replace('.000Z', '+00:00')
const query = (search: string): Query => parseQuery(new URLSearchParams(search))
const ids = (rows: readonly MatchedNotice[]) => rows.map(({ notice }) => notice.id)

const WORDS = ['school', 'window', 'cleaning', 'roof', 'repair']
const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const notice = fc.record({
  title: text,
  summary: text,
  buyer: fc.constantFrom('Leeds City Council', 'North Trust', 'School Trust'),
  hours: fc.integer({ min: -5, max: 400 }),
  value: fc.option(fc.integer({ min: 1, max: 9 })),
  day: fc.integer({ min: 1, max: 20 }),
  region: fc.constantFrom('London', 'Wales', null),
  sme: fc.constantFrom(true, false, null),
  places: fc.subarray(['UKE42', 'UKE41', 'TLE42', 'LS1']),
  match: fc.constantFrom('title' as const, 'any' as const),
})
const market = fc.array(notice, { maxLength: 60 }).map((list) =>
  list.map(({ title, summary, buyer, hours, value, day, region, sme, places, match }, at) =>
    made(
      {
        id: `fts:${String((at * 37) % 100).padStart(3, '0')}`,
        title,
        summary,
        buyer,
        deadline: iso(NOW + hours * 3_600_000),
        value_gbp: value,
        published: `2026-11-${String(day).padStart(2, '0')}`,
        buyer_region: region,
        delivery_regions: [],
        sme_suitable: sme,
      },
      { cleaning: match },
      { places },
    ),
  ),
)

const filters: Record<string, (row: MadeNotice) => boolean> = {
  'min_value=4': ({ notice: { value_gbp } }) => value_gbp !== null && value_gbp >= 4,
  'max_value=6': ({ notice: { value_gbp } }) => value_gbp !== null && value_gbp <= 6,
  'closing_within=7': ({ notice: { deadline } }) => Date.parse(deadline) <= NOW + 7 * DAY,
  'published_since=2026-11-10': ({ notice: { published } }) => published >= '2026-11-10',
  'sme=true': ({ notice: { sme_suitable } }) => sme_suitable === true,
  'region=London,Wales': ({ notice: { buyer_region } }) => buyer_region !== null,
  'region=London': ({ notice: { buyer_region } }) => buyer_region === 'London',
  'area=Leeds': ({ places = [] }) => places.includes('UKE42') || places.includes('TLE42'),
  'area=ls1': ({ places = [] }) => places.includes('LS1'),
  'buyer=trust': ({ notice: { buyer } }) => buyer.includes('Trust'),
  'q=school': ({ notice: { title, buyer, summary } }) => /school/i.test(`${title} ${buyer} ${summary}`),
  'q=%22window+cleaning%22': ({ notice: { title, buyer, summary } }) =>
    [title, buyer, summary].some((part) => /\bwindow cleaning\b/.test(part)),
}
const combination = fc.uniqueArray(fc.constantFrom(...Object.keys(filters)), { maxLength: 4, selector: (filter) => filter.split('=')[0] })
const compare = {
  deadline: (a: MadeNotice, b: MadeNotice) =>
    Date.parse(a.notice.deadline) - Date.parse(b.notice.deadline) || (a.notice.id < b.notice.id ? -1 : 1),
  value: (a: MadeNotice, b: MadeNotice) => (b.notice.value_gbp ?? -1) - (a.notice.value_gbp ?? -1) || compare.deadline(a, b),
  published: (a: MadeNotice, b: MadeNotice) => Date.parse(b.notice.published) - Date.parse(a.notice.published) || compare.deadline(a, b),
}

test('finds what going through all notices one by one finds, in the same order', () => {
  fc.assert(
    fc.property(
      market,
      combination,
      fc.constantFrom('deadline', 'value', 'published'),
      fc.constantFrom('title', 'any'),
      (rows, chosen, sort, match) => {
        const slow = rows
          .filter(({ notice: { deadline } }) => Date.parse(deadline) > NOW)
          .filter(({ trades }) => match === 'any' || trades.get('cleaning') === 'title')
          .filter((row) => chosen.every((filter) => filters[filter]?.(row)))
          .sort(compare[sort])
        const found = select(buildTradeIndex(rows), 'cleaning', query([...chosen, `sort=${sort}`, `match=${match}`].join('&')), NOW)
        expect(ids(found.rows)).toEqual(ids(slow.slice(0, CAP)))
        expect(found.total_matching).toBe(slow.length)
      },
    ),
    { numRuns: 300 },
  )
})

test.each(['deadline', 'value', 'published', 'relevance'])(
  'read on by sort=%s while notices close and come: no doubles, no gaps',
  (sort) => {
    const rows = (count: number): MadeNotice[] =>
      Array.from({ length: count }, (_, at) =>
        made({
          id: `fts:${String((at * 131) % 997).padStart(4, '0')}`,
          title: at % 3 === 0 ? 'School windows' : at % 3 === 1 ? 'School' : 'Roof',
          summary: 'Of a school with windows.',
          deadline: iso(NOW + ((at * 17) % 350) * 1000 + 1000),
          value_gbp: at % 5 === 0 ? null : at % 23,
          published: `2026-11-${String((at % 20) + 1).padStart(2, '0')}`,
        }),
      )
    const search = `sort=${sort}${sort === 'relevance' ? '&q=school+windows' : ''}`
    const [before, after] = [buildTradeIndex(rows(350)), buildTradeIndex(rows(370))]
    const seen: string[] = []
    let now = NOW
    for (let cursor: string | null = ''; cursor !== null; now += 1500) {
      // Halfway through new notices are published.
      const found = select(now > NOW + 9000 ? after : before, 'cleaning', query(`${search}${cursor && `&cursor=${cursor}`}`), now)
      seen.push(...ids(found.rows))
      cursor = found.next
    }
    expect(new Set(seen).size).toBe(seen.length)
    const open = rows(350).filter(({ notice: { deadline } }) => Date.parse(deadline) > now)
    expect(ids(open).filter((id) => !seen.includes(id))).toEqual([])
  },
)

test('read on behind a notice whose id is as long as one may be', () => {
  // Every second character is written as two in the cursor.
  const long = `fts:${'"a'.repeat(150)}`
  const index = buildTradeIndex([made({ id: long, deadline: iso(NOW + DAY) }), made({ id: 'fts:2', deadline: iso(NOW + 2 * DAY) })])
  const first = select(index, 'cleaning', query('limit=1'), NOW)
  expect(ids(first.rows)).toEqual([long])
  expect(ids(select(index, 'cleaning', query(`limit=1&cursor=${first.next}`), NOW).rows)).toEqual(['fts:2'])
})

test('the best match comes first: all words in the title, then one, then none', () => {
  const rows = [
    made({ id: 'fts:1', title: 'Roof', summary: 'School windows.', deadline: iso(NOW + DAY) }),
    made({ id: 'fts:2', title: 'School roof', summary: 'Windows.', deadline: iso(NOW + 2 * DAY) }),
    made({ id: 'fts:3', title: 'Windows of a school', summary: '', deadline: iso(NOW + 3 * DAY) }),
    made({ id: 'fts:4', title: 'Schools', summary: 'Doors.' }),
  ]
  expect(ids(select(buildTradeIndex(rows), ALL_TRADES, query('q=School+windows'), NOW).rows)).toEqual(['fts:3', 'fts:2', 'fts:1'])
})

test('accents, plurals and hyphens do not part a search from what it means; a phrase does not reach from one text into the next', () => {
  const rows = [made({ id: 'fts:1', title: 'Café re-roofing contracts', buyer: 'Made Trust', summary: 'Nothing.' })]
  const finds = (q: string) => select(buildTradeIndex(rows), ALL_TRADES, query(`q=${encodeURIComponent(q)}`), NOW).total_matching
  for (const q of ['cafe', 'CAFÉS', 're-roofing', '"roofing contract"', 'trust nothing']) expect([q, finds(q)]).toEqual([q, 1])
  for (const q of ['"contracts made"', '"trust nothing"']) expect([q, finds(q)]).toEqual([q, 0])
})

test('words of one family are the same to a search, and words that only look alike are not', () => {
  const rows = [
    made({ id: 'fts:1', title: 'Roofing and re-roofing works', summary: '' }),
    made({ id: 'fts:2', title: 'Roof repairs', summary: 'By an electrician.' }),
    made({ id: 'fts:3', title: 'Car park market', summary: 'A train.' }),
  ]
  const index = buildTradeIndex(rows)
  const finds = (q: string) => ids(select(index, ALL_TRADES, query(`q=${encodeURIComponent(q)}&sort=published`), NOW).rows).toSorted()
  for (const q of ['roof', 'roofs', 'ROOFING', 'roofer', 'reroofing']) expect([q, finds(q)]).toEqual([q, ['fts:1', 'fts:2']])
  expect(finds('"roofing repairs"')).toEqual(['fts:2'])
  expect(finds('electrical')).toEqual(['fts:2'])
  for (const q of ['parking', 'marketing', 'training']) expect([q, finds(q)]).toEqual([q, []])
})

test('fillers and separators part words and are none; alone and in phrases they count', () => {
  const rows = [
    made({ id: 'fts:1', title: 'Printing, mailing/postage of letters 2024/25', summary: '', buyer: 'Trust' }),
    made({ id: 'fts:2', title: 'Transport for home to school', summary: '', buyer: 'Trust' }),
  ]
  const index = buildTradeIndex(rows)
  const finds = (q: string) => ids(select(index, ALL_TRADES, query(`q=${encodeURIComponent(q)}&sort=published`), NOW).rows)
  for (const q of ['printing and postage', 'printing,postage', 'printing/mailing', 'print & postage', '2024/25'])
    expect([q, finds(q)]).toEqual([q, ['fts:1']])
  for (const q of ['school to home transport', 'the home', '"home to school"']) expect([q, finds(q)]).toEqual([q, ['fts:2']])
  for (const q of ['2025/24', '"school to home"', '"home school"']) expect([q, finds(q)]).toEqual([q, []])
  expect(finds('of')).toEqual(['fts:1'])
  expect(finds('to the')).toEqual([])
})

test('an answer knows when a deadline comes near enough to be in it', () => {
  const index = buildTradeIndex([made({ id: 'fts:1', deadline: iso(NOW + 8 * DAY) }), made({ id: 'fts:2', deadline: iso(NOW + 2 * DAY) })])
  const at = (now: number) => select(index, 'cleaning', query('closing_within=7'), now)
  expect([ids(at(NOW).rows), at(NOW).validUntil]).toEqual([['fts:2'], NOW + DAY])
  expect([ids(at(NOW + DAY).rows), at(NOW + DAY).changedAt]).toEqual([['fts:2', 'fts:1'], NOW + DAY])
})
