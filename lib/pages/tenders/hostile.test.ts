/**
 * Releases that no source should publish, composed at random: what is listed is open, under the trades and regions that it states, the same in
 * every form and on its page, and hides nobody.
 */
import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryDatabase } from '../../../tests/support/database.ts'
import { getCall } from '../../../tests/support/endpoint.ts'
import { idsRead } from '../../../tests/support/feed-readers.ts'
import type { Database } from '../../db/index.ts'
import { page } from '../../html/respond.ts'
import { FORMATS } from '../../tenders/feed/formats.ts'
import { feeds } from '../../tenders/feed/serve.ts'
import { storeReleases } from '../../tenders/ingest/store.ts'
import { coreOver } from '../../tenders/ingest.test-support.ts'
import type { Notice } from '../../tenders/notices/notice.ts'
import { publishNotices } from '../../tenders/publish/publish.ts'
import { reloadSnapshot, stopSnapshot } from '../../tenders/snapshot/snapshot.ts'
import { toRawRelease } from '../../tenders/sources/release.ts'
import { sources } from '../../tenders/sources/sources.ts'
import { matchNotice } from '../../tenders/trades/match.ts'
import { TRADES } from '../../tenders/trades/trades.ts'
import { REGIONS } from '../../tenders/words/regions.ts'
import { answerNotice, answerTrade } from './serve.ts'

// In the hour that the clocks of October repeat.
const NOW = Date.parse('2026-10-25T00:30:00Z')
let database: Database & { clear(): Promise<void> }
beforeAll(async () => {
  database = await memoryDatabase()
})
afterAll(() => database.close())

const one = (...values: unknown[]) => fc.constantFrom(...values)
const some = <Shape extends Record<string, fc.Arbitrary<unknown>>>(shape: Shape) => fc.record(shape, { requiredKeys: [] })
const many = (item: fc.Arbitrary<unknown>) => fc.oneof(fc.array(item, { maxLength: 3 }), one(null, {}, 'x'))

const words = one(
  ...['Cleaning', '=HYPERLINK("http://x")cleaning', '-2+3 cleaning', '\tcleaning\r\nwindows', 'cleaning &amp;amp; <b>roof</b> ]]>'],
  ...['\u202egninaelc\u202c cleaning', 'a\0b\ud800cleaning', '</script><script>alert(1)</script> cleaning', 'cleaning '.repeat(2_000)],
  ...[
    `${'x'.repeat(50_000)} cleaning`,
    '',
    ' ',
    '\u200b',
    '&#0;',
    '<',
    '"',
    '","',
    '\u2028\u2029',
    '\ufffe\uffff cleaning',
    '😀'.repeat(600),
  ],
  ...['BEGIN:VEVENT\r\nEND:VEVENT', 'cleaning\\n\\,;', '&lt;img src=x onerror=alert(1)&gt;', 'cleaning 020 7946 0000 a@b.example.org'],
  ...[null, [], 0, {}, true, ['cleaning']],
)
const date = one(
  ...['2026-10-25T01:30:00+01:00', '2026-10-25T01:30:00', '2026-10-25T00:30:00Z', '2026-10-25T00:30:01Z', '2026-10-25T00:29:59.999Z'],
  ...['2026-10-25', '2026-10-24', '2026-10-24T24:00:00', '0026-10-25T12:00:00Z', '2026-11-25T12:00:00+00:00', '2026-11-25T12:00:00-14:00'],
  ...['2026-11-25', '2027-03-28T01:30:00', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59-01:00', '2026-02-30T00:00:00Z', '25/11/2026', ''],
  ...['2026-11-25T12:00:00.5Z', '2026-11-25T23:59:60Z', '+002026-11-25T12:00:00Z', '0000-01-01T00:00:00Z', null, 0, 1e21, [], {}],
)
const amount = one('1000', -5, 0, 0.01, 1, 1.01, 1e21, 1e15, 250_000, 123_456.78, null, [], {}, '£5', Number.MAX_VALUE, 5e-324)
const id = one(
  ...['083563-2026', 'a/b', 'a%2fb', 'é-1', '../..', 'x?y#z', '', 7, null, '__proto__', 'constructor', 'a'.repeat(300), 'a'.repeat(301)],
  ...['6f9619ff-8b86-d011-b42d-00c04fc964ff-1', 'rls-1-NOV100001', 'NOV100001', `a'b"`, '<b>', 'a.json', 'a;b,c', 'a&amp;b'],
)
const url = one(
  ...[
    'https://www.publiccontractsscotland.gov.uk/search_view.aspx?ID=1&amp;b=2',
    'javascript://www.publiccontractsscotland.gov.uk/%0aalert(1)',
  ],
  ...[' https://www.publiccontractsscotland.gov.uk/a\nb c"<>?search_view.aspx?ID=', 'https://u:p@www.publiccontractsscotland.gov.uk/x'],
  ...[
    'www.example.com/a',
    `https://bids.example.com/${'a'.repeat(100_000)}`,
    'data:text/html,x',
    'https://x.example.org/?m=a@b.example.org',
    3,
  ],
)
const currency = one('GBP', 'GBP', 'EUR', 'gbp', null)
const classification = some({ scheme: one('CPV', 'cpv', 'X', null), id: one('90911300', '90911300-9', '9091130', '00000000', '', null, 9) })
const address = some({
  region: one('UKI3', 'TLM', 'UK', 'FRB', 'ZZ9', 'England', ' london ', '', null, 5, 'constructor'),
  postalCode: one('dl7 1ab', 'EC1A', 'sw1a  1aa', 'ZZ1 1ZZ', 'D02 X285', '', null, 12345, 'x'.repeat(1_000)),
  countryName: one('United Kingdom', 'France', 7),
})
const period = some({ startDate: date, endDate: date, maxExtentDate: date, durationInDays: amount })
const value = some({ amount, amountGross: amount, currency })
const suitability = some({ sme: one(true, false, 'yes', null) })
const tender = fc.record(
  {
    title: fc.oneof(fc.constant('Window cleaning'), words),
    description: words,
    status: one('active', 'active', 'active', 'cancelled', 'planned', 5, null),
    tenderPeriod: fc.record({ endDate: date }),
    expressionOfInterestDeadline: fc.option(date, { freq: 5 }),
    enquiryPeriod: fc.record({ endDate: date }),
    value,
    procurementMethodDetails: words,
    mainProcurementCategory: one('services', 'x', null, []),
    classification,
    additionalClassifications: many(classification),
    items: many(some({ id, classification, additionalClassifications: many(classification), deliveryAddresses: many(address) })),
    lots: many(some({ id, title: words, status: one('cancelled'), value, contractPeriod: period, suitability, tenderPeriod: period })),
    documents: many(
      some({ id, documentType: one('contractNotice', '<b>\u202e', null), url, title: words, noticeType: one('UK4', 'UK3', 4) }),
    ),
    submissionMethodDetails: fc.oneof(words, url),
  },
  { requiredKeys: ['title', 'tenderPeriod'] },
)
const release = fc.record(
  {
    place: fc.nat({ max: sources.length - 1 }),
    ocid: one('ocds-h6vhtk-1', 'ocds-h6vhtk-2', 'ocds-b5fd17-1', 'x/y', 'ocds-1 2', null, 'constructor'),
    id,
    date,
    tag: one(['tender'], ['tender'], ['tenderUpdate'], ['tenderAmendment'], ['award'], ['tenderCancellation'], [], 'tender', [null]),
    buyer: some({ id, name: words }),
    parties: many(some({ id, name: words, roles: one(['buyer'], 'buyer', null), address })),
    tender,
    title: words,
    links: one([], null, [{ rel: 'canonical', href: 'x?id=ocds-h6vhtk-1' }]),
  },
  { requiredKeys: ['place', 'ocid', 'id', 'date', 'tag', 'tender'] },
)

const GOOD_IDS = ['fts:000777-2026', 'cf:6f9619ff-8b86-d011-b42d-00c04fc964aa', 'pcs:NOV777777', 's2w:NOV888888']
const GOOD_RELEASES = ['000777-2026', '6f9619ff-8b86-d011-b42d-00c04fc964aa-1', 'rls-1-NOV777777', 'rls-1-NOV888888']
const GOOD_BUYERS = ['UKI3', 'TLM8', 'UKL2', 'TLN0']
const GOOD_DELIVERIES = ['UKD3', 'UK', 'TLK', 'UKL1']
/** A notice of each source that nothing may hide. */
const good = sources.map(({ ocidPrefix }, place) => ({
  place,
  ocid: `${ocidPrefix}0000good`,
  id: GOOD_RELEASES[place],
  date: '2026-10-20T09:00:00Z',
  tag: ['tender'],
  buyer: { id: `good-${place}`, name: `Good Council ${place}` },
  parties: [{ id: `good-${place}`, name: `Good Council ${place}`, roles: ['buyer'], address: { region: GOOD_BUYERS[place] } }],
  tender: {
    title: `Good window cleaning ${place}`,
    tenderPeriod: { endDate: '2026-11-20T12:00:00Z' },
    items: [{ id: '1', deliveryAddresses: [{ region: GOOD_DELIVERIES[place] }] }],
  },
}))

/** Stores what can be read of each source and publishes it. */
async function stored(releases: readonly { place: number }[]): Promise<void> {
  for (const [index, source] of sources.entries()) {
    const received: unknown[] = JSON.parse(JSON.stringify(releases.flatMap(({ place, ...own }) => (place === index ? [own] : []))))
    const usable = received.flatMap((each) => {
      const raw = toRawRelease(source, each)
      return 'reported' in raw ? [] : [raw]
    })
    expect((await storeReleases(database, source, usable)).refused).toEqual([])
  }
  await publishNotices(database, NOW)
}

/** Every list of a trade or a region holds what follows from the words, codes and regions of the notices themselves, in the same order. */
async function expectLists(all: readonly Notice[], list: (query: string) => Promise<readonly Notice[]>): Promise<void> {
  const rows = await database.query<{ id: string; notice: Notice; description: string }>(
    'select id, notice, description from tender_published where live and deadline > to_timestamp($1 / 1000.0) and coalesce(hidden_until, to_timestamp(0)) <= to_timestamp($1 / 1000.0)',
    [NOW],
  )
  const trades = new Map(rows.map(({ id, notice, description }) => [id, matchNotice({ ...notice, description })]))
  expect(all.map(({ id }) => id).sort()).toEqual(rows.flatMap(({ id }) => (trades.get(id)?.size ? [id] : [])).sort())
  const expectList = async (query: string, isListed: (notice: Notice) => boolean) => {
    const listed = await list(`${query}&sort=deadline`)
    expect([query, listed.map(({ id }) => id)]).toEqual([query, all.filter(isListed).map(({ id }) => id)])
  }
  for (const { slug } of TRADES) {
    await expectList(`${slug}.json?match=any`, ({ id }) => trades.get(id)?.has(slug) === true)
    await expectList(`${slug}.json?match=title`, ({ id }) => trades.get(id)?.get(slug)?.match === 'title')
  }
  for (const region of REGIONS)
    await expectList(
      `all.json?match=any&region=${encodeURIComponent(region)}`,
      ({ buyer_region, delivery_regions }) =>
        buyer_region === region || delivery_regions.includes(region) || delivery_regions.includes('UK-wide'),
    )
}

const pageOf = page('tenders', (core, { path }, { params }) =>
  path.startsWith('/tenders/notice/')
    ? answerNotice(core, params.name ?? '', new URLSearchParams(), core.now(), !/\.json$/.test(path))
    : answerTrade(core, 'all', new URLSearchParams('match=any')),
)

test('hostile releases are listed alike in every form, with pages that work, and hide no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(release, { minLength: 1, maxLength: 15 }), async (bad) => {
      await database.clear()
      await stored([...bad, ...good])
      const core = coreOver(database, { now: () => NOW })
      await reloadSnapshot(core, NOW)
      try {
        const get = async (file: string): Promise<string> => {
          const { status, body } = await feeds(core, getCall(`/api/uk-tenders/${file}`))
          expect([file, status]).toEqual([file, 200])
          return body?.toString() ?? ''
        }
        const read = async (path: string, params = {}) => {
          const { status, body } = await pageOf(core, getCall(path), params)
          expect([path, status]).toEqual([path, 200])
          return body?.toString() ?? ''
        }
        const answer = JSON.parse(await get('all.json?sort=deadline&match=any'))
        const notices: Notice[] = answer.notices
        const listed = notices.map((notice) => notice.id)
        expect(listed).toEqual(expect.arrayContaining(GOOD_IDS))

        await expectLists(notices, async (query) => JSON.parse(await get(query)).notices)

        const validate = addFormats.default(new Ajv({ strict: true })).compile(JSON.parse(await get('schema.json')))
        expect(validate(answer), JSON.stringify(validate.errors)).toBe(true)
        const files = [
          ...FORMATS.map(({ extension }) => [extension, `all.${extension}?sort=deadline&match=any`] as const),
          ...FORMATS.filter(({ pieces }) => pieces).map(({ extension }) => [extension, `all/all.${extension}?match=any`] as const),
        ]
        for (const [extension, file] of files) {
          const body = await get(file)
          expect([file, body.isWellFormed(), /[\u202a-\u202e\u2066-\u2069]/.test(body)]).toEqual([file, true, false])
          for (const found of await idsRead(extension, body, listed)) expect([file, found]).toEqual([file, listed])
        }

        for (const { deadline, notice_url, source } of notices) {
          expect(Date.parse(deadline)).toBeGreaterThan(NOW)
          expect(new URL(notice_url).origin).toBe(sources.find(({ name }) => name === source)?.site)
        }
        const linksOf = (html: string) =>
          Array.from(new JSDOM(html).window.document.querySelectorAll('a[href]'), (link) => link.getAttribute('href') ?? '')
        const paths = new Set(linksOf(await read('/tenders/all')).flatMap((href) => /^\/tenders\/notice\/[^?]+/.exec(href)?.[0] ?? []))
        expect([...paths]).toEqual(listed.map((each) => `/tenders/notice/${each}`))
        for (const [place, path] of [...paths].entries()) {
          const links = linksOf(await read(path, { name: listed[place] }))
          expect(links).toContain(notices[place]?.notice_url)
          for (const href of links) expect(href).toMatch(/^(?:https?:|\/|#|mailto:|webcal:)/)
          expect(JSON.parse(await read(`${path}.json`, { name: `${listed[place]}.json` }))).toBeTruthy()
        }

        const added: string[] = []
        for (let next: string | null = 'changes/2026-10-25.json?limit=1'; next !== null; ) {
          const day: { added: { id: string }[]; meta: { next: string | null } } = JSON.parse(await get(next))
          added.push(...day.added.map((notice) => notice.id))
          next = day.meta.next?.split('/api/uk-tenders/')[1] ?? null
        }
        expect(added).toEqual(expect.arrayContaining(listed))
      } finally {
        await stopSnapshot(core)
      }
    }),
    { numRuns: 6 },
  )
})
