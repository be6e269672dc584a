import { describe, expect, test } from 'vitest'
import { toDocument } from '../../html/document.ts'
import type { PageAnswer } from '../../html/respond.ts'
import { made, NOW, SITE, STATUS } from '../../tenders/feed.test-support.ts'
import { buildTradeIndex, findTrade, type MatchedNotice, parseFeedQuery, selectFeed } from '../../tenders/feed.ts'
import { REGIONS } from '../../tenders/regions.ts'
import { type Filter, filterSearch, parseFilter } from './filter.ts'
import { tendersIndex } from './index-page.ts'
import { noticeCalendar, noticeJson } from './notice-files.ts'
import { closedNoticePage, noticePage } from './notice-page.ts'
import { selectNotices } from './select.ts'
import { tradePage } from './trade-page.ts'

const site = { BASE_URL: SITE, TOOLS_URL: SITE }
const cleaning = findTrade('cleaning')!
const filterOf = (search: string): Filter => parseFilter(new URLSearchParams(search)).filter

/** Sixty notices: all values and regions, some without value, deadlines an hour apart. */
const many: MatchedNotice[] = Array.from({ length: 60 }, (_, at) =>
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
const idsOf = (filter: Filter, now = NOW) => selectNotices(index, 'cleaning', filter, now).rows.map(({ notice }) => notice.id)

const pageOf = (rows: MatchedNotice[], search = '', now = NOW): string => {
  const { filter, faults } = parseFilter(new URLSearchParams(search))
  return toDocument(tradePage(cleaning, { index: buildTradeIndex(rows), status: STATUS, filter, faults, site, now }), site)
}

describe('the page of a trade and its feeds', () => {
  test.each(['', 'sort=value', 'match=any', 'region=London', 'region=Wales&match=any&sort=value'])(
    'show the same notices in the same order for "%s"',
    (search) => {
      for (const now of [NOW, NOW + 5 * 86_400_000]) {
        const feed = selectFeed(index, cleaning, parseFeedQuery(new URLSearchParams(search), { path: 'cleaning.json' }), STATUS, now)
        expect(idsOf(filterOf(search), now)).toEqual(feed.items.map(({ notice }) => notice.id))
        const page = selectNotices(index, 'cleaning', filterOf(search), now)
        expect([page.total, page.matching]).toEqual([feed.total_open, feed.total_matching])
      }
    },
  )

  test('pages follow each other without gap or repeat', () => {
    const all = [1, 2, 3].flatMap((page) => idsOf(filterOf(`match=any&page=${page}`)))
    expect(all).toEqual(many.map(({ notice }) => notice.id))
  })

  test('value bands hold what is stated, and count what is not', () => {
    const { rows, unstated } = selectNotices(index, 'cleaning', filterOf('match=any&value=25k-100k'), NOW)
    expect(rows.map(({ notice }) => notice.value_gbp)).toEqual([30_000, 50_000, 60_000, 70_000, 90_000])
    expect(unstated).toBe(15)
    expect(selectNotices(index, 'cleaning', filterOf('match=any&value=not-stated'), NOW).matching).toBe(15)
  })

  test('closing within 7 days ends at the second', () => {
    const { rows } = selectNotices(index, 'cleaning', filterOf('match=any&closing=7&page=2'), NOW)
    expect(rows.at(-1)?.notice.deadline).toBe('2026-11-27T12:00:00+00:00')
  })
})

describe('a filter', () => {
  test('that is not known is named with what it may be, and the rest holds', () => {
    const { filter, faults } = parseFilter(new URLSearchParams('region=Narnia&sort=value&closing=8&value=25k-100k'))
    expect(filter).toMatchObject({ query: { region: null, sort: 'value' }, closing: null, value: '25k-100k' })
    expect(faults.map(({ parameter }) => parameter)).toEqual(['closing', 'region'])
    const page = pageOf([made()], 'region=Narnia&sort=value')
    expect(page).toContain('Narnia')
    for (const region of REGIONS) expect(page).toContain(region)
  })

  test('given twice, or hostile, is shown as text', () => {
    const page = pageOf([made()], `value=a&value=b&region=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(page).toContain('a, b')
    expect(page).not.toContain('<script>alert')
  })

  test('has one address: empty fields and defaults leave it', () => {
    const { filter, hasEmpty, faults } = parseFilter(new URLSearchParams('region=&sort=deadline&match=&value=&closing=14&page=1&utm=x'))
    expect(hasEmpty).toBe(true)
    expect(faults).toEqual([])
    expect(filterSearch(filter)).toBe('?closing=14')
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
  const documentOf = (page: PageAnswer) => toDocument(page, site)

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
    expect(JSON.parse(noticeJson(row))).toMatchObject({ notice: { id: row.notice.id }, trades: [{ trade: 'cleaning', match: 'title' }] })
    const calendar = noticeCalendar(row, site)
    expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(calendar).toContain('DTSTART:20261204T120000Z')
  })
})
