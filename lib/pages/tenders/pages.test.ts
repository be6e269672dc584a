import { describe, expect, test } from 'vitest'
import { testCore } from '../../../tests/support/core.ts'
import { parseEnv } from '../../env.ts'
import type { Page } from '../../html/document.ts'
import { toDocument } from '../../html/document.ts'
import { pageReply } from '../../html/respond.ts'
import { toAsked } from '../../tenders/feed/ask.ts'
import { SITE, STATUS } from '../../tenders/feed/feed.test-support.ts'
import { findTrade, selectFeed } from '../../tenders/feed/feed.ts'
import { FORMATS } from '../../tenders/feed/formats.ts'
import { findView } from '../../tenders/feed/views.ts'
import { buildTradeIndex, type MadeNotice, made, NOW } from '../../tenders/search/search.test-support.ts'
import { REGIONS } from '../../tenders/words/regions.ts'
import { type Filter, filterSearch, parseFilter } from './filter/read.ts'
import { tendersIndex } from './index-page.ts'
import { noticeCalendar, noticeJson } from './notice/files.ts'
import { closedNoticePage, noticePage } from './notice/page.ts'
import { notReadyPage } from './parts.ts'
import { answerIndex } from './serve.ts'
import { selectPage, tradePage } from './trade-page.ts'

const site = { BASE_URL: SITE, TOOLS_URL: SITE }
const cleaning = findTrade('cleaning')!
const filterOf = (search: string): Filter => parseFilter(new URLSearchParams(search)).filter

/** Sixty notices: all values and regions, some without value, deadlines an hour apart. */
const many: MadeNotice[] = Array.from({ length: 60 }, (_, at) =>
  made(
    {
      deadline: new Date(NOW + (at + 1) * 6 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+00:00'),
      value_gbp: at % 4 === 3 ? null : (at + 1) * 10_000,
      delivery_regions: [REGIONS[at % REGIONS.length]!],
      buyer_region: null,
    },
    { cleaning: at % 3 === 2 ? 'any' : 'title' },
  ),
)
const index = buildTradeIndex(many)
const idsOf = (filter: Filter, now = NOW) => selectPage(index, cleaning, filter, now).rows.map(({ notice }) => notice.id)

const pageOf = (rows: MadeNotice[], search = '', now = NOW, view?: string): string => {
  const { filter, faults } = parseFilter(new URLSearchParams(search), view === undefined ? undefined : findView(view)?.order)
  return toDocument(tradePage(cleaning, { index: buildTradeIndex(rows), status: STATUS, filter, faults, site, now, view }), site)
}

describe('the page of a trade and its feeds', () => {
  test.each(['', 'sort=value', 'match=any', 'region=London', 'region=Wales&match=any&sort=value'])(
    'show the same notices in the same order for "%s"',
    (search) => {
      for (const now of [NOW, NOW + 5 * 86_400_000]) {
        const { query } = toAsked('/api/uk-tenders/cleaning.json', search === '' ? '' : `?${search}`)
        const feed = selectFeed(index, cleaning, query, STATUS, now)
        expect(idsOf(filterOf(search), now)).toEqual(feed.items.map(({ notice }) => notice.id))
        const page = selectPage(index, cleaning, filterOf(search), now)
        expect([page.total_open, page.total_matching]).toEqual([feed.total_open, feed.total_matching])
      }
    },
  )

  test('pages follow each other without gap or repeat', () => {
    const all = [1, 2, 3].flatMap((page) => idsOf(filterOf(`match=any&page=${page}`)))
    expect(all).toEqual(many.map(({ notice }) => notice.id))
  })

  test('a range of values holds what is stated within it', () => {
    expect(pageOf(many, 'max_value=50000')).toContain('Notices that state no value are left out.')
    expect(pageOf(many)).not.toContain('Notices that state no value are left out.')
    const { rows } = selectPage(index, cleaning, filterOf('match=any&min_value=30000&max_value=90000'), NOW)
    expect(rows.map(({ notice }) => notice.value_gbp)).toEqual([30_000, 50_000, 60_000, 70_000, 90_000])
  })

  test('closing within 7 days ends at the second', () => {
    const { rows } = selectPage(index, cleaning, filterOf('match=any&closing_within=7&page=2'), NOW)
    expect(rows.at(-1)?.notice.deadline).toBe('2026-11-27T12:00:00+00:00')
  })

  test('carry the filters in every link that leads to the same list', () => {
    const page = pageOf(many, 'region=Wales&q=window')
    for (const { extension } of FORMATS) expect(page).toContain(`cleaning.${extension}?region=Wales&amp;q=window`)
    expect(page).toContain('webcal://tools.example.org/api/uk-tenders/cleaning/all.ics?region=Wales&amp;q=window')
    expect(page).toContain('/api/uk-tenders/cleaning/feeds.opml?region=Wales&amp;q=window')
    expect(page).toContain('href="/tenders/cleaning/new?region=Wales&amp;q=window"')
  })
})

test.each([
  ['', undefined, [':Closing soonest', 'listed:Newest', 'published:Last published', 'value:Largest value']],
  ['', 'new', [':Newest', 'deadline:Closing soonest', 'published:Last published', 'value:Largest value']],
  ['sort=deadline', 'new', [':Newest', 'deadline:Closing soonest*', 'published:Last published', 'value:Largest value']],
  [
    'q=cleaning&sort=deadline',
    'closing',
    [':Best match', 'deadline:Closing soonest*', 'listed:Newest', 'published:Last published', 'value:Largest value'],
  ],
] as const)('the orders offered for "%s" on %s begin with that of the list', (search, view, orders) => {
  const [, select = ''] = /<select id="sort"[^>]*>(.*?)<\/select>/s.exec(pageOf(many, search, NOW, view)) ?? []
  const options = [...select.matchAll(/<option value="(\w*)"( selected)?>([^<]+)/g)]
  expect(options.map(([, value, chosen, said]) => `${value}:${said}${chosen && value ? '*' : ''}`)).toEqual(orders)
})

test('a list with filters shows what it found, not the form; what was not understood opens the form', () => {
  const form = (search: string) => /<details class="more wide"( open)?>/.exec(pageOf(many, search))?.[1] === ' open'
  expect([form(''), form('region=London'), form('region=Narnia')]).toEqual([false, false, true])
  const clear = (search: string) => pageOf(many, search).includes('>Clear all filters</a>')
  expect([clear(''), clear('page=2'), clear('region=London'), clear('region=Narnia')]).toEqual([false, false, true, true])
})

test('a list by publication says of each notice when that was, others do not', () => {
  const rows = [made({ published: '2026-11-19' })]
  expect(pageOf(rows, 'sort=published')).toContain('Published Thu 19 Nov 2026')
  expect(pageOf(rows, '', NOW, 'new')).toContain('Published Thu 19 Nov 2026')
  expect(pageOf(rows)).not.toContain('Published Thu')
})

describe('a filter', () => {
  test('that is not known is named with what it may be, and the rest holds', () => {
    const { filter, faults } = parseFilter(new URLSearchParams('region=Narnia&sort=value&closing_within=x&min_value=25000&colour=red'))
    expect(filter).toMatchObject({ query: { region: [], sort: 'value', closing_within: null, min_value: 25_000 } })
    expect(faults.map(({ parameter }) => parameter)).toEqual(['colour', 'region', 'closing_within'])
    const page = pageOf([made()], 'region=Narnia&sort=value')
    expect(page).toContain('Narnia')
    for (const region of REGIONS) expect(page).toContain(region)
  })

  test.each([
    ['50000', 50_000, false],
    ['50,000', 50_000, true],
    ['£50k', 50_000, true],
    [' £ 1.5M ', 1_500_000, true],
    ['1 500 000', 1_500_000, true],
  ])('of money is read as people write it: %j', (text, pounds, isLong) => {
    const parsed = parseFilter(new URLSearchParams({ max_value: text }))
    expect(parsed).toMatchObject({ filter: { query: { max_value: pounds } }, faults: [], isLong })
    expect(parseFilter(new URLSearchParams(filterSearch(parsed.filter))).filter).toEqual(parsed.filter)
  })

  test.each(['5,0', '1.5', '-1', '£', 'k', '1e3', '50kk', '$50'])('of money that is none is named: %j', (text) => {
    expect(parseFilter(new URLSearchParams({ min_value: text }))).toMatchObject({
      filter: { query: { min_value: null } },
      faults: [{ parameter: 'min_value', value: text }],
    })
  })

  test('of days that the form does not offer stays chosen, in words', () => {
    expect(pageOf(many, 'closing_within=1')).toContain('<option value="1" selected>Within 1 day</option>')
    expect(pageOf(many, 'closing_within=7').match(/<option value="7"/g)).toHaveLength(1)
  })

  test('that leaves nothing is told apart: what fits without one of them', () => {
    const empty = pageOf(many, 'region=London&min_value=580000&closing_within=30')
    expect(empty).toContain('Nothing open fits these filters.')
    const counts = [...empty.matchAll(/<a href="([^"]+)">(\d+) notices?<\/a> if not ([^;]+?)(?=[;.])/g)]
    expect(counts.map(([, , , without]) => without)).toEqual(['in London', 'of at least £580,000'])
    for (const [, href = '', count] of counts) {
      const filter = filterOf(new URL(href.replaceAll('&amp;', '&'), SITE).search)
      expect(selectPage(index, cleaning, filter, NOW).total_matching).toBe(Number(count))
    }
    expect(pageOf(many, 'q=nowhere')).not.toContain('With fewer filters')
    const alone = pageOf(many, 'region=London&min_value=580000&q=nowhere&sort=value')
    expect([...alone.matchAll(/(\d+ notices?)<\/a> ([^;]+? alone)/g)].map(([, count, said]) => `${count} ${said}`)).toEqual([
      '5 notices in London alone',
      '2 notices of at least £580,000 alone',
    ])
  })

  test('written as a sentence that finds nothing is read', () => {
    const page = pageOf(many, new URLSearchParams({ q: 'cleaning in London under £300k' }).toString())
    const [, href = '', count] =
      /Did you mean <a href="([^"]+)">Cleaning in London, of at most £300,000<\/a> \((\d+) notices\)\?/.exec(page) ?? []
    expect(href).toBe('/tenders/cleaning?region=London&amp;max_value=300000')
    const { filter } = parseFilter(new URL(href.replaceAll('&amp;', '&'), SITE).searchParams)
    expect(selectPage(index, cleaning, filter, NOW).total_matching).toBe(Number(count))
    expect(pageOf(many, 'q=nowhere')).not.toContain('Did you mean')
  })

  test('given twice, or hostile, is shown as text', () => {
    const page = pageOf([made()], `min_value=a&min_value=b&region=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(page).toContain('a, b')
    expect(page).not.toContain('<script>alert')
  })

  test('has one address: empty fields and defaults leave it', () => {
    const { filter, isLong, faults } = parseFilter(new URLSearchParams('region=&q=&match=&min_value=&closing_within=14&page=1&utm_id=x'))
    expect(isLong).toBe(true)
    expect(faults).toEqual([])
    expect(filterSearch(filter)).toBe('?closing_within=14')
  })

  test('of an older link means what it meant', () => {
    const { filter, isLong, faults } = parseFilter(new URLSearchParams('closing=7&value=25k-100k&region=Wales'))
    expect([isLong, faults]).toEqual([true, []])
    expect(filterSearch(filter)).toBe('?region=Wales&min_value=25000&max_value=99999&closing_within=7')
  })

  test.each(['page=0', 'page=-1', 'page=1e3', 'page=999999'])('%s is refused in words', (search) => {
    expect(parseFilter(new URLSearchParams(search)).faults).toHaveLength(1)
  })
})

describe('a notice', () => {
  const hostile = made({
    title: `<img src=x onerror=alert(1)> ${'W'.repeat(300)} \u05d0\u05d1 🧹`,
    buyer: '</p><script>alert(2)</script>',
    summary: '"; </script><b>bold</b>',
    procedure: '<i>',
  })
  const documentOf = (page: Page) => toDocument(page, site)

  test('with hostile text is shown as text everywhere', () => {
    for (const page of [
      pageOf([hostile]),
      documentOf(noticePage(hostile, site, NOW)),
      documentOf(closedNoticePage({ state: 'closed', notice: hostile.notice, reason: 'expired', at: NOW })),
    ]) {
      expect(page).not.toMatch(/<img src=x|<script>alert|<b>bold|<i>/)
      expect(page).toContain('&lt;img src=x')
      expect(page.match(/<script/g)?.length ?? 0).toBe(page.match(/<script type="application\/ld\+json">/g)?.length ?? 0)
    }
  })

  test('is gone from the list and the counts at the second of its deadline', () => {
    const row = made({ title: 'Soon over', deadline: '2026-11-20T12:00:01+00:00' })
    const kept = made({ title: 'Stays' })
    expect(pageOf([row, kept], '', NOW)).toContain('Soon over')
    const after = pageOf([row, kept], '', NOW + 1000)
    expect(after).not.toContain('Soon over')
    expect(after).toContain('1 open notice</strong>')
    const trades = documentOf(tendersIndex(buildTradeIndex([row, kept]), STATUS, site, NOW + 1000))
    expect(trades).toContain('1 open notice</strong>')
  })

  test('says why it is listed, with the word or the code', () => {
    expect(pageOf([made()])).toContain('“window cleaning” in the title')
    const byCode = made({ title: 'Services for the town hall', summary: '', main_cpv: '90911300' })
    expect(documentOf(noticePage(byCode, site, NOW))).toContain('main category code 90911300')
  })

  test('names its category codes in English where they are known', () => {
    const text = toDocument(noticePage(made({ cpvs: ['90910000', '99999999'] }), site, NOW), site)
    expect(text).toContain('<code>90910000</code> Cleaning services')
    expect(text).toContain('<code>99999999</code></li>')
  })

  test('is a demand with an end for search engines', () => {
    const [, block = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(documentOf(noticePage(made(), site, NOW))) ?? []
    expect(JSON.parse(block)).toMatchObject({
      expires: '2026-12-04T12:00:00+00:00',
      mainEntity: { '@type': 'Demand', priceSpecification: { price: 182_500, priceCurrency: 'GBP', valueAddedTaxIncluded: false } },
    })
  })

  test('answers 410 once closed and says why, with the official address', () => {
    const { notice } = made()
    const page = closedNoticePage({ state: 'closed', notice, reason: 'awarded', at: NOW })
    expect(page.status).toBe(410)
    const text = documentOf(page)
    expect(text).toContain('has been awarded')
    expect(text).toContain(`href="${notice.notice_url}"`)
    expect(text).not.toContain('Closes in')
  })

  test('has twins for programs: JSON and a calendar of one entry', () => {
    const row = made()
    expect(JSON.parse(noticeJson(row, null, []))).toMatchObject({
      notice: { id: row.notice.id },
      trades: [{ trade: 'cleaning', match: 'title' }],
    })
    const calendar = noticeCalendar(row, site)
    expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(calendar).toContain('DTSTART:20261204T120000Z')
  })
})

test.each([
  ['q=windows', '/tenders/all?q=windows'],
  ['q=windows&trade=cleaning&region=&area=Leeds', '/tenders/cleaning?q=windows&area=Leeds'],
  ['trade=roofing', '/tenders/roofing'],
])('what the form of the start page sends leads to a list: %s', async (search, location) => {
  expect(await answerIndex(testCore(), new URLSearchParams(search))).toMatchObject({ status: 303, headers: { Location: location } })
})

test.each(['utm_source=mail', 'q=', 'trade=cobbler'])('what asks for nothing shows the start page: %s', async (search) => {
  expect(await answerIndex(testCore(), new URLSearchParams(search))).toMatchObject({ path: '/tenders' })
})

test('a page that cannot be made yet says when to ask again, and no day', () => {
  const { status, headers, body } = pageReply(notReadyPage('/tenders/cleaning'), { ...site, ...parseEnv({}) })
  expect([status, headers['Retry-After'], headers['Cache-Control']]).toEqual([503, '60', 'no-store'])
  expect(String(body)).toContain('still being fetched')
  expect(String(body)).not.toMatch(/<time|through \d/)
})

test('a mistyped town is told what it may have meant', () => {
  expect(pageOf(many, 'area=Sheffeild')).toContain('Did you mean Sheffield?')
  expect(pageOf(many, 'area=zzzzzzz')).not.toContain('Did you mean')
})
