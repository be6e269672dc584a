import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse as parseCsv } from 'csv-parse/sync'
import { parseFeed } from 'htmlparser2'
import ICAL from 'ical.js'
import { JSDOM } from 'jsdom'
import RssParser from 'rss-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { memoryDatabase } from '../../../../tests/support/database.ts'
import { getCall } from '../../../../tests/support/endpoint.ts'
import { idsRead } from '../../../../tests/support/feed-readers.ts'
import { generateReleases } from '../../../../tests/support/ocds-source/index.ts'
import { SUBJECTS } from '../../../../tests/support/ocds-source/words.ts'
import type { Core } from '../../../core.ts'
import type { Database } from '../../../db/index.ts'
import { coreOver, storeMade } from '../../ingest.test-support.ts'
import type { Notice } from '../../notices/notice.ts'
import { publishNotices } from '../../publish/publish.ts'
import { reloadSnapshot, stopSnapshot } from '../../snapshot/snapshot.ts'
import { contractsFinder } from '../../sources/contracts-finder.ts'
import { findATender } from '../../sources/find-a-tender.ts'
import { TRADES } from '../../trades/trades.ts'
import { ATTRIBUTION } from '../feed.ts'
import { FORMATS } from '../formats.ts'
import { feeds } from '../serve.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const SITE = 'http://localhost:3000'
let database: Database
let core: Core

/** Generated notices, with titles and texts between them that every form must escape in its own way. */
const HOSTILE = [
  'Cleaning & "windows", <b>all</b>; floors \\ stairs',
  '=cleaning ]]> &amp; naïve façade 😀'.padEnd(180, ' ünï'),
  '-cleaning, 1',
]

beforeAll(async () => {
  database = await memoryDatabase()
  core = coreOver(database, { now: () => NOW })
  const made = generateReleases({ count: 600, now: NOW, seed: 5 })
  for (const [index, release] of made.fts.entries())
    if (index % 9 === 0) release.tender = { ...(release.tender as object), title: `${HOSTILE[(index / 9) % HOSTILE.length]} ${index}` }
  await storeMade(database, findATender, made.fts)
  await storeMade(database, contractsFinder, made.cf)
  await publishNotices(database, NOW)
  await reloadSnapshot(core, NOW)
})
afterAll(async () => {
  await stopSnapshot(core)
  await database.close()
})

async function get(file: string, search = ''): Promise<string> {
  const { status, body } = await feeds(core, getCall(`/api/uk-tenders/${file}${search}`))
  expect(status, `${file}${search}`).toBe(200)
  return body?.toString() ?? ''
}

const SEARCHES = [
  '?sort=deadline',
  '?limit=1&sort=published',
  '?limit=7&sort=value',
  '?match=any&sort=deadline',
  '?match=any&sort=value&limit=25',
  '?region=london&sort=published',
  '?region=UKI&sort=value&limit=2',
  '?region=Northern+Ireland,Wales&match=any&sort=deadline',
  '?q=services&sort=relevance&match=any',
  '?closing_within=30&min_value=10000&sort=deadline&match=any',
]

const rss = new RssParser()
const xml = (text: string) => new JSDOM(text, { contentType: 'text/xml' }).window.document
const eventsOf = (text: string) => new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')

describe.each(TRADES.map(({ slug }) => slug))('%s', (slug) => {
  test('is the same notices in the same order in every form, for any query', async () => {
    for (const search of SEARCHES) {
      const { notices, meta } = JSON.parse(await get(`${slug}.json`, search)) as { notices: Notice[]; meta: { returned: number } }
      expect(notices).toHaveLength(meta.returned)
      if (SUBJECTS.some(([trade]) => trade === slug) && !/region|q=|closing/.test(search)) expect(notices.length).toBeGreaterThan(0)
      const expected = notices.map(({ id }) => id)
      for (const { extension } of FORMATS) {
        const body = await get(`${slug}.${extension}`, search)
        for (const ids of await idsRead(extension, body, expected)) expect(ids, `${extension} ${search}`).toEqual(expected)
      }
    }
  })
})

const wideOpen = ['?match=any', '?match=any&sort=value']
const trades = TRADES.map(({ slug }) => slug)
const bodies = async (extension: string) =>
  Promise.all(trades.flatMap((slug) => wideOpen.map((search) => get(`${slug}.${extension}`, search))))

test('the JSON of every trade validates against the schema that is served', async () => {
  const validate = addFormats.default(new Ajv({ strict: true, allErrors: true })).compile(JSON.parse(await get('schema.json')))
  for (const body of await bodies('json')) expect(validate(JSON.parse(body)), JSON.stringify(validate.errors)).toBe(true)
})

test('the CSV of every trade ends with the attribution and gives back every title', async () => {
  for (const [index, slug] of trades.entries()) {
    const csv = await get(`${slug}.csv`)
    expect(csv.endsWith(`\r\n${ATTRIBUTION}`), trades[index]).toBe(true)
    const rows: { title: string }[] = parseCsv(csv.slice(0, csv.lastIndexOf('\r\n')), { bom: true, columns: true })
    const { notices } = JSON.parse(await get(`${slug}.json`)) as { notices: Notice[] }
    expect(rows.map(({ title }) => title.replace(/^'(?=[=+\-@])/, ''))).toEqual(notices.map(({ title }) => title))
  }
})

test('two RSS readers find the same titles, links and days', async () => {
  for (const slug of trades) {
    const body = await get(`${slug}.xml`)
    const { notices } = JSON.parse(await get(`${slug}.json`, '?sort=published')) as { notices: Notice[] }
    const [one, other] = [await rss.parseString(body), parseFeed(body)]
    expect(other?.type).toBe('rss')
    for (const items of [one.items, other?.items ?? []]) {
      expect(items.map(({ title }) => title)).toEqual(notices.map(({ title }) => title))
      expect(items.map(({ link }) => link)).toEqual(notices.map(({ notice_url }) => notice_url))
    }
    expect(other?.items.map(({ pubDate }) => pubDate?.toISOString().slice(0, 10))).toEqual(
      one.items.map(({ isoDate }) => isoDate?.slice(0, 10)),
    )
  }
})

/** JSON Feed 1.1, the members that this feed has; nothing beside them but names with an underscore. */
const JsonFeed = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string().min(1),
  home_page_url: z.url(),
  feed_url: z.url(),
  next_url: z.url().optional(),
  description: z.string().optional(),
  user_comment: z.string().optional(),
  language: z.string().optional(),
  authors: z.array(z.strictObject({ name: z.string().optional(), url: z.url().optional() })).optional(),
  expired: z.boolean().optional(),
  items: z.array(
    z
      .object({
        id: z.string().min(1),
        url: z.url(),
        title: z.string().min(1),
        content_text: z.string().min(1),
        date_published: z.iso.datetime({ offset: true }),
        date_modified: z.iso.datetime({ offset: true }),
        tags: z.array(z.string()),
        _notice: z.looseObject({ id: z.string() }),
      })
      .strict(),
  ),
})

test('the JSON Feed of every trade is one by the standard', async () => {
  for (const body of await bodies('feed.json')) {
    const feed = JSON.parse(body)
    const known = Object.fromEntries(Object.entries(feed).filter(([name]) => !name.startsWith('_')))
    const { items } = JsonFeed.parse(known)
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    for (const { id, _notice } of items) expect(_notice.id).toBe(id)
  }
})

test('the calendar of every trade is folded by octets and read back with its deadlines', async () => {
  for (const slug of trades) {
    const body = await get(`${slug}.ics`, '?match=any')
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of body.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line.isWellFormed()).toBe(true)
    }
    const { notices } = JSON.parse(await get(`${slug}.json`, '?match=any')) as { notices: Notice[] }
    const events = eventsOf(body)
    expect(events.map((event) => String(event.getFirstPropertyValue('summary')))).toEqual(notices.map(({ title }) => `Closes: ${title}`))
    const starts = events.map((event) => (event.getFirstPropertyValue('dtstart') as ICAL.Time).toJSDate().getTime())
    expect(starts).toEqual(notices.map(({ deadline }) => Date.parse(deadline)))
  }
})

test('the OPML subscribes to a feed that is there, for every trade and for all', async () => {
  const document = xml(await get('feeds.opml'))
  expect(document.querySelector('parsererror')).toBeNull()
  expect(document.documentElement.getAttribute('version')).toBe('2.0')
  expect(Array.from(document.documentElement.children, ({ nodeName }) => nodeName)).toEqual(['head', 'body'])
  expect(document.querySelector('head > title')?.textContent).toBeTruthy()
  const outlines = Array.from(document.querySelectorAll('body > outline'))
  expect(outlines).toHaveLength(TRADES.length + 1)
  for (const outline of outlines) {
    expect(outline.getAttribute('type')).toBe('rss')
    const url = new URL(outline.getAttribute('xmlUrl') ?? '')
    expect(url.origin).toBe(SITE)
    const feed = await rss.parseString(await get(url.pathname.replace('/api/uk-tenders/', '')))
    expect([feed.feedUrl, feed.link]).toEqual([url.href, outline.getAttribute('htmlUrl')])
    expect(outline.getAttribute('text')).toBeTruthy()
  }
})

test('two lists of one trade are told apart in a reader: by their filters, in words, in the feed and in OPML', async () => {
  const search = '?area=Leeds&min_value=50000&closing_within=21&sme=true'
  const title = 'UK public tenders: Cleaning, in Leeds, closing within 21 days, of at least £50,000, suitable for small firms'
  expect((await rss.parseString(await get('cleaning.xml', search))).title).toBe(title)
  expect(
    xml(await get('cleaning/feeds.opml', search))
      .querySelector('body > outline')
      ?.getAttribute('text'),
  ).toBe(title)
})

test('feed.xml is the newest fifty, each once, for two readers', async () => {
  for (const search of ['', '?region=Wales']) {
    const body = await get('feed.xml', search)
    const [one, other] = [await rss.parseString(body), parseFeed(body)]
    const ids = one.items.map(({ guid }) => guid)
    expect(other?.items.map(({ id }) => id)).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
    if (search === '') expect(ids).toHaveLength(50)
    const days = one.items.map(({ isoDate }) => Date.parse(isoDate ?? ''))
    expect(days).toEqual(days.toSorted((a, b) => b - a))
  }
})
