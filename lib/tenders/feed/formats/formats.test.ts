import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse as parseCsv } from 'csv-parse/sync'
import ICAL from 'ical.js'
import { JSDOM } from 'jsdom'
import RssParser from 'rss-parser'
import { describe, expect, test } from 'vitest'
import { depthShape } from '../../notices/depth.ts'
import { PARAMETER_NAMES } from '../../search/parameters.ts'
import { parseQuery, type Query } from '../../search/query.ts'
import { buildTradeIndex, type MadeNotice, made, NOW } from '../../search/search.test-support.ts'
import { TRADES, type Trade } from '../../trades/trades.ts'
import { toAsked } from '../ask.ts'
import { SITE, STATUS } from '../feed.test-support.ts'
import { ATTRIBUTION, findTrade, selectFeed } from '../feed.ts'
import { findFile } from '../feed-file.ts'
import { FORMATS, feedLinks, feedSchema, formOf, renderIndex, renderOpml } from '../formats.ts'
import { NO_QUERY } from '../no-query.ts'
import { FeedResponse } from '../schema.ts'
import { COLUMNS } from './csv.ts'

const cleaning = findTrade('cleaning') as Trade

function render(extension: string, rows: MadeNotice[], search = ''): string {
  const { query } = toAsked(`/api/uk-tenders/cleaning.${extension}`, search === '' ? '' : `?${search}`)
  const feed = selectFeed(buildTradeIndex(rows), cleaning, query, STATUS, NOW)
  const format = FORMATS.find((one) => one.extension === extension)
  if (!format) throw new Error(`no format ${extension}`)
  const self = `${SITE}/api/uk-tenders/cleaning.${extension}${search === '' ? '' : `?${search}`}`
  return format.render(feed, feedLinks(SITE, { slug: 'cleaning' }, query, { self, form: format, next: feed.next }))
}

const xml = (text: string) => new JSDOM(text, { contentType: 'text/xml' }).window.document
const texts = (text: string, selector: string) => Array.from(xml(text).querySelectorAll(selector), (node) => node.textContent)

/** Records by the letter of RFC 4180, without any leniency. */
function rfc4180(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  while (at <= text.length) {
    const quoted = /"((?:[^"]|"")*)"/y
    const plain = /[^",\r\n]*/y
    quoted.lastIndex = at
    plain.lastIndex = at
    const cell = text[at] === '"' ? quoted.exec(text) : plain.exec(text)
    if (!cell) throw new Error(`unquoted quote at ${at}`)
    rows.at(-1)?.push(cell[1] === undefined ? cell[0] : cell[1].replaceAll('""', '"'))
    at += cell[0].length
    if (at === text.length) break
    if (text[at] === ',') at++
    else if (text.startsWith('\r\n', at)) {
      rows.push([])
      at += 2
    } else throw new Error(`neither comma nor line end at ${at}`)
  }
  return rows
}

const HOSTILE = [
  '=HYPERLINK("https://example.org","x")',
  '-1+1 cleaning',
  '+44 cleaning',
  '@SUM(A1)',
  'Cleaning, "quoted", and more',
  'A & B <b>bold</b> &amp; ]]> ]]> end',
  'Text with &lt;script&gt; and &amp;amp;',
  'NUL\u0000 bell\u0007 vertical\u000B unit\u001F',
  'lone \uD800 surrogate \uDC00',
  'right \u202Eto left\u2069 and \uFFFE',
  'emoji 😀😀 and é and 日本',
  'line\r\nbreak\ttab\u2028separator',
  'semi;colon, back\\slash',
  `long ${'ü'.repeat(300)}`,
  '"; DROP TABLE notices; --',
  '</title></item><item><title>injected',
  '$& $1 $$ `x` $',
]
const hostile = HOSTILE.map((title, index) =>
  made({ id: `fts:${String(index).padStart(2, '0')}`, title, buyer: title, summary: title, procedure: title }),
)
const clean = (text: string | null | undefined) =>
  (text ?? '')
    .replace(/[\r\n\t\v\u2028]+/g, ' ')
    .replace(/[\u0000-\u001F\u202E\u2069\uFFFE]/g, '')
    .toWellFormed()
    .replaceAll('\uFFFD', '')
    .replace(/ +/g, ' ')
    .trim()

describe.each(FORMATS.map(({ extension }) => extension))('every form: %s', (extension) => {
  test('carries each hostile title without harm', () => {
    const body = render(extension, hostile)
    expect(body.isWellFormed()).toBe(true)
    // JSON escapes control characters; the other forms must not hold them at all.
    if (!extension.includes('json')) expect(body).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u202E\uFFFE]/)
  })

  test('is the same for the same feed', () => {
    expect(render(extension, hostile)).toBe(render(extension, hostile))
  })

  test('is valid with nothing to list', () => {
    expect(render(extension, [])).not.toContain('undefined')
  })
})

test('all forms list the same notices in the same order', () => {
  const rows = Array.from({ length: 40 }, (_, index) =>
    made({ id: `fts:${index}`, value_gbp: (index * 7) % 11, deadline: `2026-12-0${(index % 9) + 1}T12:00:00+00:00` }),
  )
  for (const search of [
    'sort=deadline',
    'sort=value&limit=7',
    'sort=published&region=North+West',
    'sort=deadline&region=Wales',
    'sort=relevance&q=windows',
  ]) {
    const ids: string[] = JSON.parse(render('json', rows, search)).notices.map(({ id }: { id: string }) => id)
    expect(texts(render('xml', rows, search), 'item guid')).toEqual(ids)
    expect(
      rfc4180(render('csv', rows, search))
        .slice(1, -1)
        .map(([id]) => id),
    ).toEqual(ids)
    expect(JSON.parse(render('feed.json', rows, search)).items.map(({ id }: { id: string }) => id)).toEqual(ids)
    const events = new ICAL.Component(ICAL.parse(render('ics', rows, search))).getAllSubcomponents('vevent')
    expect(events.map((event) => String(event.getFirstPropertyValue('uid')))).toEqual(ids.map((id) => `${id}@tools.example.org`))
  }
})

describe('JSON', () => {
  const ajv = addFormats.default(new Ajv({ strict: true, allErrors: true }))
  const validate = ajv.compile(feedSchema() as object)

  test('validates against the published schema', () => {
    for (const rows of [
      [],
      [made()],
      [
        made({
          value_gbp: null,
          buyer_region: null,
          value_basis: null,
          sme_suitable: null,
          contract_start: null,
          contract_end: null,
          category: null,
          main_cpv: null,
          cpvs: [],
          delivery_regions: [],
        }),
      ],
    ]) {
      const body = JSON.parse(render('json', rows))
      expect(validate(body), JSON.stringify(validate.errors)).toBe(true)
      expect(FeedResponse.parse(body)).toEqual(body)
    }
  })

  test('the schema refuses what the feed would never say', () => {
    const body = JSON.parse(render('json', [made()]))
    expect(validate({ ...body, meta: { ...body.meta, cap: 26 } })).toBe(false)
    expect(validate({ ...body, notices: [{ ...body.notices[0], deadline: '2026-12-04T12:00:00Z' }] })).toBe(false)
  })

  test('fields stand in the order of the specification, extras last', () => {
    const { meta, notices } = JSON.parse(render('json', [made()]))
    expect(Object.keys(meta).slice(0, 8)).toEqual([
      'trade',
      'data_through',
      'total_open',
      'returned',
      'cap',
      'license',
      'attribution',
      'keywords',
    ])
    expect(Object.keys(notices[0])).toEqual(COLUMNS.filter((name) => !(name in depthShape)))
    expect(meta).toMatchObject({
      trade: 'cleaning',
      total_open: 1,
      returned: 1,
      cap: 25,
      license: 'Open Government Licence v3.0',
      region: null,
      sort: 'deadline',
      match: 'title',
    })
    expect(meta.keywords).toContain('window cleaning')
  })

  test('links lead to the same notices in the other forms', () => {
    expect(JSON.parse(render('json', [], 'utm_source=1&region=london')).meta.links).toMatchObject({
      html: `${SITE}/tenders/cleaning?region=London`,
      json: `${SITE}/api/uk-tenders/cleaning.json?region=London`,
      csv: `${SITE}/api/uk-tenders/cleaning.csv?region=London`,
      rss: `${SITE}/api/uk-tenders/cleaning.xml?region=London`,
      json_feed: `${SITE}/api/uk-tenders/cleaning.feed.json?region=London`,
      ical: `${SITE}/api/uk-tenders/cleaning.ics?region=London`,
      atom: `${SITE}/api/uk-tenders/cleaning.atom?region=London`,
      jsonl: `${SITE}/api/uk-tenders/cleaning.jsonl?region=London`,
    })
  })

  test('numbers are plain', () => {
    expect(render('json', [made({ value_gbp: 1e11 })])).toContain('"value_gbp":100000000000,')
    expect(render('csv', [made({ value_gbp: 1e11 })])).toContain(',100000000000,')
  })
})

describe('CSV', () => {
  test('two readers find what was written', () => {
    const body = render('csv', hostile)
    const strict = rfc4180(body.slice(1))
    const lenient: string[][] = parseCsv(body, { bom: true, relax_column_count: true })
    expect(lenient).toEqual(strict)
    expect(strict[0]).toEqual(COLUMNS)
    expect(strict.at(-1)).toEqual([ATTRIBUTION])
    const titles = strict.slice(1, -1).map(([, title]) => title ?? '')
    expect(titles).toHaveLength(HOSTILE.length)
    for (const title of titles) expect(title).not.toMatch(/^[=+\-@\t\r]/)
    expect(titles[0]).toBe(`'${HOSTILE[0]}`)
    expect(titles.map((title) => clean(title.replace(/^'/, '')))).toEqual(HOSTILE.map(clean))
  })

  test('columns, lists, nulls and booleans', () => {
    const twin = { id: 'cf:1', source: 'Contracts Finder', notice_url: 'https://www.contractsfinder.service.gov.uk/Notice/1' }
    const row = made({
      id: 'fts:1',
      value_gbp: null,
      value_basis: null,
      sme_suitable: null,
      delivery_regions: ['Wales', 'London'],
      also_at: [twin, { ...twin, id: 'cf:2' }],
    })
    expect(render('csv', [row])).toBe(
      '\uFEFFid,title,buyer,buyer_region,value_gbp,value_includes_vat,deadline,published,procedure,sme_suitable,source,notice_url,match,summary,delivery_regions,contract_start,contract_end,category,main_cpv,cpvs,value_basis,updated,also_at,title_cy,questions_deadline,bid_url,documents,lots,framework,dynamic_market,extendable,extension_options,latest_end,vcse_suitable,delivery_areas,unavailable\r\n' +
        'fts:1,Window cleaning of the town hall,Exampleton Borough Council,North West,,false,2026-12-04T12:00:00+00:00,2026-11-02,Open procedure,,Find a Tender,https://www.find-tender.service.gov.uk/Notice/1,title,"Windows, inside and out, four times a year.",Wales; London,2027-01-01,2029-12-31,services,90911300,90911300; 90910000,,2026-11-03T09:30:00+00:00,cf:1; cf:2,,,,,,,,,,,,,\r\n' +
        ATTRIBUTION,
    )
  })

  test('what a notice says in depth stands in its cell: plain, or as JSON where it has parts', () => {
    const lot = { id: '1', title: 'North', value_gbp: 5, value_basis: null, contract_start: null, contract_end: null, duration_days: null }
    const row = made({ framework: true, latest_end: '2030-01-01', lots: [{ ...lot, sme_suitable: null, vcse_suitable: true }] })
    const [, line = ''] = parseCsv(render('csv', [row]), { bom: true, relax_column_count: true })
    const cells = Object.fromEntries(COLUMNS.map((name, index) => [name, line[index]]))
    expect(cells).toMatchObject({ framework: 'true', latest_end: '2030-01-01', title_cy: '' })
    expect(JSON.parse(cells.lots ?? '')).toEqual([{ ...lot, sme_suitable: null, vcse_suitable: true }])
  })

  test('the attribution is there with no notices, and is the same bytes everywhere', () => {
    expect(render('csv', [])).toBe(`\uFEFF${COLUMNS.join(',')}\r\n${ATTRIBUTION}`)
    expect(ATTRIBUTION).toMatch(/^[\x20-\x7E]+$/)
    expect(ATTRIBUTION).not.toMatch(/[",]/)
  })
})

test('no cell of the CSV is longer than a spreadsheet takes, and a list that is cut for it is still JSON', () => {
  const lots = Array.from({ length: 200 }, (_, at) => ({ id: String(at), title: `Lot "${at}" ${'x'.repeat(400)}` }))
  const row = made({ lots: lots as never, cpvs: Array.from({ length: 500 }, (_, at) => String(90_000_000 + at)) })
  const [header = [], cells = []] = rfc4180(render('csv', [row]).slice(1))
  expect(Math.max(...cells.map(({ length }) => length))).toBeLessThanOrEqual(32_767)
  const listed: unknown[] = JSON.parse(cells[header.indexOf('lots')] ?? '')
  expect(listed.length).toBeGreaterThan(60)
  expect(listed).toEqual(lots.slice(0, listed.length))
  expect(cells[header.indexOf('cpvs')]).toBe(row.notice.cpvs.join('; '))
})

describe('RSS', () => {
  test('is well-formed and gives back every title and text', () => {
    const body = render('xml', hostile)
    expect(xml(body).querySelector('parsererror')).toBeNull()
    expect(texts(body, 'item > title').map(clean)).toEqual(HOSTILE.map(clean))
    expect(xml(body).querySelectorAll('item *').length).toBe(HOSTILE.length * 7)
  })

  test('is read by a feed reader', async () => {
    const feed = await new RssParser().parseString(render('xml', hostile))
    expect(feed.items.map(({ title }) => clean(title))).toEqual(HOSTILE.map(clean))
    expect(feed.items[0]).toMatchObject({
      guid: 'fts:00',
      link: 'https://www.find-tender.service.gov.uk/Notice/00',
      isoDate: '2026-11-02T00:00:00.000Z',
    })
  })

  test('says of channel and item what readers need', () => {
    const body = render(
      'xml',
      [
        made(
          { id: 'fts:1', published: '2026-07-01', delivery_regions: ['Wales', 'London'] },
          { cleaning: 'title', 'waste-management': 'title', legal: 'any' },
        ),
      ],
      'region=Wales&limit=3',
    )
    const document = xml(body)
    const of = (selector: string) => document.querySelector(selector)?.textContent
    expect(of('channel > language')).toBe('en-GB')
    expect(of('channel > copyright')).toBe(ATTRIBUTION)
    expect(of('channel > ttl')).toBe('60')
    expect(of('channel > link')).toBe(`${SITE}/tenders/cleaning?region=Wales`)
    expect(of('channel > lastBuildDate')).toBe('Fri, 20 Nov 2026 00:40:00 +0000')
    const self = Array.from(document.querySelectorAll('channel > *')).find(({ nodeName }) => nodeName === 'atom:link')
    expect(self?.getAttribute('href')).toBe(`${SITE}/api/uk-tenders/cleaning.xml?region=Wales&limit=3`)
    expect([self?.getAttribute('rel'), self?.getAttribute('type')]).toEqual(['self', 'application/rss+xml'])
    expect(of('item > pubDate')).toBe('Wed, 01 Jul 2026 00:00:00 +0100')
    expect(document.querySelector('item > guid')?.getAttribute('isPermaLink')).toBe('false')
    expect(Array.from(document.querySelectorAll('item > category'), (node) => [node.textContent, node.getAttribute('domain')])).toEqual([
      ['Cleaning', `${SITE}/tenders/cleaning`],
      ['Waste management', `${SITE}/tenders/waste-management`],
      ['Wales', null],
      ['London', null],
    ])
    expect(of('item > description')).toBe(
      'Buyer: Exampleton Borough Council. Value: £182,500 (excluding VAT). Deadline: Friday 4 December 2026, 12:00 London time. Changed on 3 November 2026. Windows, inside and out, four times a year.',
    )
  })

  test('an amendment keeps the guid and the first publication', () => {
    const before = render('xml', [made({ id: 'fts:1' })])
    const after = render('xml', [
      made({ id: 'fts:1', updated: '2026-11-15T08:00:00+00:00', notice_url: 'https://www.find-tender.service.gov.uk/Notice/2' }),
    ])
    for (const selector of ['item > guid', 'item > pubDate']) expect(texts(after, selector)).toEqual(texts(before, selector))
  })

  test('the feed over all trades has the form too', () => {
    const feed = selectFeed(buildTradeIndex(hostile), null, parseQuery(new URLSearchParams()), STATUS, NOW)
    const body = formOf('rss').render(
      feed,
      feedLinks(SITE, { slug: 'all', newest: true }, NO_QUERY, { self: `${SITE}/api/uk-tenders/feed.xml` }),
    )
    expect(xml(body).querySelectorAll('item')).toHaveLength(HOSTILE.length)
  })
})

describe('iCalendar', () => {
  const bytes = (line: string) => new TextEncoder().encode(line).length

  test('is folded at 75 octets without splitting a character, with CRLF', () => {
    const body = render('ics', hostile)
    expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of body.split('\r\n')) {
      expect(bytes(line)).toBeLessThanOrEqual(75)
      expect(line.isWellFormed()).toBe(true)
    }
  })

  test('a parser gives back every title', () => {
    const events = new ICAL.Component(ICAL.parse(render('ics', hostile))).getAllSubcomponents('vevent')
    expect(events.map((event) => clean(String(event.getFirstPropertyValue('summary'))))).toEqual(
      HOSTILE.map((title) => clean(`Closes: ${title}`)),
    )
  })

  test('one event says when, whence and how often it moved', () => {
    const body = render('ics', [
      made(
        { id: 'fts:1', deadline: '2027-07-01T12:00:00+01:00', updated: '2026-11-03T09:30:00+00:00' },
        { cleaning: 'title' },
        { sequence: 3 },
      ),
    ])
    for (const line of [
      'DTSTART:20270701T110000Z',
      'DTSTAMP:20261103T093000Z',
      'LAST-MODIFIED:20261103T093000Z',
      'SEQUENCE:3',
      'UID:fts:1@tools.example.org',
      'TRANSP:TRANSPARENT',
      'CATEGORIES:Cleaning',
      'REFRESH-INTERVAL;VALUE=DURATION:P1D',
      'SUMMARY:Closes: Window cleaning of the town hall',
    ]) {
      expect(body.split('\r\n')).toContain(line)
    }
    expect(body).toContain('URL;VALUE=URI:https://www.find-tender.service.gov.uk/Notice/1')
    expect(body).not.toMatch(/DTEND|DURATION:PT/)
    expect(body.match(/TRIGGER:-P[17]D|TRIGGER:-P1W/g)).toHaveLength(2)
  })
})

test('JSON Feed 1.1 has what the standard demands', () => {
  const feed = JSON.parse(render('feed.json', [made({ id: 'fts:1' })], 'limit=2'))
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    feed_url: `${SITE}/api/uk-tenders/cleaning.feed.json?limit=2`,
    home_page_url: `${SITE}/tenders/cleaning`,
    language: 'en-GB',
  })
  expect(feed.items[0]).toMatchObject({
    id: 'fts:1',
    date_published: '2026-11-02T00:00:00+00:00',
    date_modified: '2026-11-03T09:30:00+00:00',
    tags: ['Cleaning', 'North West'],
  })
  expect(feed.items[0]._notice.id).toBe('fts:1')
  expect(feed.items[0].content_text).toContain('£182,500')
})

test('OPML lists each trade and the feed over all', () => {
  const document = xml(renderOpml(SITE))
  expect(document.querySelector('parsererror')).toBeNull()
  const outlines = Array.from(document.querySelectorAll('outline'))
  expect(outlines).toHaveLength(TRADES.length + 1)
  for (const outline of outlines) for (const name of ['type', 'text', 'xmlUrl', 'htmlUrl']) expect(outline.getAttribute(name)).toBeTruthy()
  expect(outlines.at(-1)?.getAttribute('xmlUrl')).toBe(`${SITE}/api/uk-tenders/feed.xml`)
})

test('a trade has what ends soon and what comes up beside it: in its OPML, unless filters were chosen, and in the index', () => {
  const addresses = (query: Query) =>
    Array.from(xml(renderOpml(SITE, query, ['cleaning'])).querySelectorAll('outline'), (outline) => outline.getAttribute('xmlUrl'))
  const [renewals, planned] = ['renewals', 'planned'].map((kind) => `${SITE}/api/uk-tenders/${kind}/cleaning.xml`)
  expect(addresses(NO_QUERY).slice(1)).toEqual([renewals, planned])
  expect(addresses({ ...NO_QUERY, sme: true })).toHaveLength(1)
  const [trade] = JSON.parse(renderIndex(buildTradeIndex([]), STATUS, SITE, NOW)).trades
  expect(trade.links).toMatchObject({ renewals: { html: `${SITE}/tenders/cleaning/renewals`, rss: renewals }, planned: { rss: planned } })
})

test('the index lists every trade in order with their counts', () => {
  const document = JSON.parse(renderIndex(buildTradeIndex([made({ deadline: '2026-11-21T12:00:00+00:00' }), made()]), STATUS, SITE, NOW))
  expect(document.trades.map(({ slug }: { slug: string }) => slug)).toEqual(TRADES.map(({ slug }) => slug))
  expect(document.trades[0]).toMatchObject({ slug: 'cleaning', name: 'Cleaning', total_open: 2, closing_within_7_days: 1 })
  expect(document.trades.at(-1)).toMatchObject({ total_open: 0 })
  expect(document.regions).toHaveLength(12)
  expect(Object.keys(document.parameters)).toEqual(PARAMETER_NAMES)
})

test('file names: the trade ends at the first dot', () => {
  expect(findFile('cleaning.feed.json')).toMatchObject({ slug: 'cleaning', format: { extension: 'feed.json' } })
  expect(findFile('cleaning.xml')).toMatchObject({ kind: 'feed', format: { extension: 'xml' } })
  expect(findFile('cleaning/all.jsonl')).toMatchObject({ kind: 'whole', slug: 'cleaning' })
  expect(findFile('all/new.atom')).toMatchObject({ kind: 'feed', trade: null, feed: { slug: 'all', view: 'new' } })
  for (const name of [
    'cleaning',
    'cleaning.',
    'cleaning.JSON',
    'cleaning.json.bak',
    '.json.x',
    '',
    'cleaning/all.xml',
    'cleaning/old.json',
    'cleaning/all/new.json',
    'nobody/feeds.opml',
    'cleaning/constructor.json',
  ])
    expect(findFile(name), name).toBeUndefined()
})
