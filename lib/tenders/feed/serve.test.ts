import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryDatabase } from '../../../tests/support/database.ts'
import { atOnce, getCall, webOf } from '../../../tests/support/endpoint.ts'
import { cfTender, ftsTender, type MadeRelease } from '../../../tests/support/ocds-source/index.ts'
import type { Core } from '../../core.ts'
import type { Database } from '../../db/index.ts'
import { coreOver, storeMade } from '../ingest.test-support.ts'
import type { Notice } from '../notices/notice.ts'
import { publishNotices } from '../publish/publish.ts'
import { reloadSnapshot, stopSnapshot } from '../snapshot/snapshot.ts'
import { sources } from '../sources/sources.ts'
import { TRADES } from '../trades/trades.ts'
import { ATTRIBUTION } from './feed.ts'
import { FORMATS } from './formats.ts'
import { feeds } from './serve.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const SITE = 'http://localhost:3000'
const FORMS = ['json', 'csv', 'xml', 'feed.json', 'ics'] as const
let database: Database & { clear(): Promise<void> }
let core: Core
let clock = NOW

beforeAll(async () => {
  database = await memoryDatabase()
  core = coreOver(database, { now: () => clock })
})
afterAll(() => database.close())

async function store(releases: Record<string, readonly MadeRelease[]>) {
  for (const source of sources) await storeMade(database, source, releases[source.prefix] ?? [])
}
async function publish(now = NOW) {
  await publishNotices(database, now)
  await reloadSnapshot(core, now)
}
beforeEach(async () => {
  await stopSnapshot(core)
  await database.clear()
})

const get = async (
  file: string,
  { now = NOW, headers = {}, method = 'GET' }: { now?: number; headers?: Record<string, string>; method?: string } = {},
) => {
  clock = now
  const response = await webOf(feeds, core)(new Request(`${SITE}/api/uk-tenders/${file}`, { method, headers }))
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const json = async (file: string, now = NOW) => JSON.parse((await get(file, { now })).text)

const made = (index: number, changes: Partial<Parameters<typeof ftsTender>[0]> = {}) =>
  ftsTender({
    ocid: `ocds-h6vhtk-0b${index}`,
    id: `${String(500 + index).padStart(6, '0')}-2026`,
    date: Date.parse('2026-11-18T09:00:00Z') + index * 1000,
    deadline: Date.parse('2026-11-20T12:00:10Z') + index * 60_000,
    title: `Office cleaning of building ${index}`,
    description: 'Daily cleaning.',
    cpv: '90919200',
    category: 'services',
    value: 1000 * (index + 2),
    buyer: ['Made Council', 'Madetown', 'LS1 1UR', 'UKE42'],
    buyerId: 'GB-MADE-1',
    ...changes,
  })

test('a view is called the same from day to day, and by its filters', async () => {
  await store({ fts: [made(1)] })
  await publish()
  const day = 86_400_000
  const titles = async (file: string) => {
    const at = await Promise.all([NOW, NOW + day].map((now) => get(file, { now })))
    return new Set(at.map(({ text }) => /(?:<title>|"title":"|X-WR-CALNAME:)([^<"\r]+)/.exec(text)?.[1]))
  }
  for (const form of ['xml', 'atom', 'feed.json', 'ics'])
    expect([form, ...(await titles(`cleaning/new.${form}?region=London`))]).toEqual([
      form,
      expect.stringMatching(/^UK public tenders: Cleaning\\?, new since yesterday\\?, in London$/),
    ])
})

describe('a reader who asks by day alone is told of', () => {
  const since = async (file: string, before: number, after: number) => {
    const first = await get(file, { now: before })
    const again = await get(file, { now: after, headers: { 'if-modified-since': first.headers.get('last-modified') ?? '' } })
    expect(await get(file, { now: after })).not.toMatchObject({ text: first.text })
    return again.status
  }

  test('a twin whose turn comes, in another trade than the notice that closed', async () => {
    const title = 'Services at the depot'
    const own = made(0, { title, description: '', category: 'services' })
    const twin = cfTender({
      ...{ date: NOW - 86_400_000, title, description: '', cpv: '79713000', category: 'services', value: 2000, buyerId: 'GB-CFS-1' },
      ...{ buyer: ['Made Council', 'Madetown', 'LS1 1UR', 'UKE42'], ocid: 'ocds-b5fd17-1', deadline: NOW + 86_400_000 },
      id: '33333333-3333-4333-8333-333333333333-1',
    })
    await store({ fts: [own], cf: [twin] })
    await publish()
    const closing = Date.parse('2026-11-20T12:00:10Z')
    const count = async (now: number) => (await json('security.json', now)).meta.total_open
    expect(await count(closing - 1000)).toBe(0)
    expect(await since('security.json', closing - 1000, closing + 5000)).toBe(200)
    expect(await count(closing + 5000)).toBe(1)
  })

  test('a source that has grown old', async () => {
    await store({ fts: [made(0, { deadline: NOW + 30 * 86_400_000 })] })
    for (const { prefix } of sources)
      await database.query(`insert into tender_windows (source, day, part, state) values ($1, '2026-11-19', 0, 'done')`, [prefix])
    await publish()
    const stale = async (now: number) => (await json('cleaning.json', now)).meta.stale
    expect(await stale(NOW)).toBe(false)
    expect(await since('cleaning.json', NOW, NOW + 5 * 86_400_000)).toBe(200)
    expect(await stale(NOW + 5 * 86_400_000)).toBe(true)
  })
})

describe('a notice that closes', () => {
  test('is gone from every form and every count, to the second, cached or not', async () => {
    await store({ fts: [made(0), made(1)] })
    await publish()
    const closing = Date.parse('2026-11-20T12:00:10Z')
    const count = async (now: number) => ({
      ...Object.fromEntries(
        await Promise.all(FORMS.map(async (form) => [form, (await get(`cleaning.${form}`, { now })).text.includes('building 0')])),
      ),
      newest: (await get('feed.xml', { now })).text.includes('building 0'),
      total: (await json('cleaning.json', now)).meta.total_open,
      index: (await json('index.json', now)).trades.find(({ slug }: { slug: string }) => slug === 'cleaning').total_open,
      status: (await json('status.json', now)).totals.open,
    })
    const all = (open: boolean) => ({
      ...Object.fromEntries(FORMS.map((form) => [form, open])),
      newest: open,
      total: open ? 2 : 1,
      index: open ? 2 : 1,
      status: open ? 2 : 1,
    })
    expect(await count(closing - 1000)).toEqual(all(true))
    expect(await count(closing - 1)).toEqual(all(true))
    expect(await count(closing)).toEqual(all(false))
    expect(await count(closing + 1000)).toEqual(all(false))
  })

  test('is outlived by no cache', async () => {
    await store({ fts: [made(0), made(1)] })
    await publish()
    const cache = async (secondsBefore: number, file = 'cleaning.csv') =>
      (await get(file, { now: Date.parse('2026-11-20T12:00:10Z') - secondsBefore * 1000 })).headers.get('cache-control')
    expect(await cache(900)).toBe('public, max-age=300, s-maxage=300, must-revalidate')
    expect(await cache(7.5)).toBe('public, max-age=7, s-maxage=7, must-revalidate')
    expect(await cache(0.5)).toBe('no-store')
    // On its way to a cache it may become the next second.
    expect(await cache(7.01)).toBe('public, max-age=6, s-maxage=6, must-revalidate')
    expect(await cache(5.5, 'feed.xml')).toBe('public, max-age=5, s-maxage=5, must-revalidate')
    expect(await cache(5.5, 'index.json')).toBe('public, max-age=5, s-maxage=5, must-revalidate')
    // The limit leaves the closing notice out of the answer, but it still counts in total_open.
    expect(await cache(5.5, 'cleaning.json?sort=value&limit=1')).toBe('public, max-age=5, s-maxage=5, must-revalidate')
  })

  test('leaves the changes of its day and moves Last-Modified', async () => {
    await store({ fts: [made(0), made(1)] })
    await publish()
    const closing = Date.parse('2026-11-20T12:00:10Z')
    const before = await get('cleaning.json', { now: closing - 1000 })
    const after = await get('cleaning.json', { now: closing + 5000 })
    expect(after.headers.get('last-modified')).toBe(new Date(closing).toUTCString())
    expect(Date.parse(before.headers.get('last-modified') ?? '')).toBeLessThan(closing)
    const again = await get('cleaning.json', {
      now: closing + 5000,
      headers: { 'if-modified-since': before.headers.get('last-modified') ?? '' },
    })
    expect(again.status).toBe(200)
  })

  test('hands over to its twin at that second', async () => {
    const twin = { title: 'Office cleaning of the depot', buyer: ['The Made Council', 'Madetown', 'LS1 1UR', 'UKE42'] as const }
    const later = cfTender({
      ...{ date: NOW - 86_400_000, description: '', cpv: '90919200', category: 'services', value: 2000, buyerId: 'GB-CFS-1', ...twin },
      ocid: 'ocds-b5fd17-1',
      id: '33333333-3333-4333-8333-333333333333-1',
      deadline: NOW + 86_400_000,
    })
    await store({ fts: [made(0, twin)], cf: [later] })
    await publish()
    const ids = async (now: number) => (await json('cleaning.json', now)).notices.map(({ id }: Notice) => id)
    const closing = Date.parse('2026-11-20T12:00:10Z')
    expect(await ids(closing - 1)).toEqual(['fts:000500-2026'])
    expect(await ids(closing)).toEqual(['cf:33333333-3333-4333-8333-333333333333'])
  })
})

describe('the address a feed gives for itself', () => {
  test('names that links and caches add change nothing, not even the address the feed gives for itself', async () => {
    await store({ fts: [made(1)] })
    await publish()
    const plain = await get('cleaning.xml?limit=2')
    expect(await get('cleaning.xml?utm_source=x&limit=2&_=7')).toEqual(plain)
  })
})

describe('refusals', () => {
  beforeEach(async () => {
    await store({ fts: [made(1)] })
    await publish()
  })
  test.each([
    ['nothing.json', 404],
    ['cleaning.pdf', 404],
    ['Cleaning.json', 404],
    ['cleaning', 404],
    ['', 404],
    ['changes/2026-02-30.json', 404],
    ['changes/2025-01-01.json', 404],
    ['%E0%A4%A.json', 404],
    ['cleaning.json?limit=0', 400],
    ['cleaning.json?limit=26', 400],
    ['cleaning.json?limit=+5', 400],
    ['cleaning.csv?region=', 400],
    ['cleaning.csv?region=UK-wide', 400],
    ['cleaning.xml?sort=price', 400],
    ['cleaning.ics?match=title&match=title', 400],
    ['feed.xml?sort=value', 400],
    [`all.json?q=${encodeURIComponent('"one two three" four-five-six "seven eight nine" "ten 11 12 13" 14/15/16')}`, 400],
    ['index.json?limit=3', 400],
  ])('%s answers %i with a problem document', async (file, status) => {
    const response = await get(file)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(response.headers.get('x-attribution')).toBe(ATTRIBUTION)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toBe('public, max-age=60, s-maxage=60')
    expect(JSON.parse(response.text)).toMatchObject({
      status,
      type: expect.any(String),
      title: expect.any(String),
      detail: expect.any(String),
      errors: expect.any(Array),
    })
  })

  test('an unknown trade is told all there are', async () => {
    const body = JSON.parse((await get('nothing.json')).text)
    expect(body.trades).toEqual(TRADES.map(({ slug }) => slug))
    expect(body.extensions).toEqual(expect.arrayContaining(['json', 'csv', 'xml']))
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is not allowed', async (method) => {
    const response = await get('cleaning.json', { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  test('OPTIONS answers a preflight', async () => {
    const response = await get('cleaning.json', { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
    expect(response.headers.get('x-attribution')).toBe(ATTRIBUTION)
  })
})

describe('conditional requests', () => {
  beforeEach(async () => {
    await store({ fts: [made(1)] })
    await publish()
  })
  test('a copy that is still right is confirmed with the same headers and no body', async () => {
    const full = await get('cleaning.json')
    const tag = full.headers.get('etag') ?? ''
    for (const value of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await get('cleaning.json', { headers: { 'if-none-match': value } })
      expect(answer).toMatchObject({ status: 304, text: '' })
      for (const name of ['etag', 'cache-control', 'last-modified', 'x-attribution', 'link', 'vary'])
        expect(answer.headers.get(name)).toBe(full.headers.get(name))
    }
    const since = full.headers.get('last-modified') ?? ''
    expect((await get('cleaning.json', { headers: { 'if-modified-since': since } })).status).toBe(304)
    expect((await get('cleaning.json', { headers: { 'if-modified-since': since, 'if-none-match': '"other"' } })).status).toBe(200)
    expect((await get('cleaning.json', { headers: { 'if-modified-since': 'yesterday' } })).status).toBe(200)
  })

  test('HEAD is GET without a body', async () => {
    const [head, full] = [await get('cleaning.json', { method: 'HEAD' }), await get('cleaning.json')]
    expect(head.text).toBe('')
    expect(head.status).toBe(200)
    expect([...head.headers]).toEqual([...full.headers])
  })

  test('the answer is there at once, the same object each time, and may be compressed with a tag of its own', () => {
    const ask = (headers: Record<string, string> = {}) => atOnce(feeds(core, getCall('/api/uk-tenders/cleaning.json', headers)))
    clock = NOW
    const plain = ask()
    expect(ask()).toBe(plain)
    const zipped = ask({ 'accept-encoding': 'deflate, gzip;q=0.5' })
    expect(zipped.headers['Content-Encoding']).toBe('gzip')
    expect(zipped.headers.ETag).not.toBe(plain.headers.ETag)
    expect(ask({ 'accept-encoding': 'br, gzip' }).headers['Content-Encoding']).toBe('br')
    expect(ask({ 'accept-encoding': 'gzip;q=0' }).headers['Content-Encoding']).toBeUndefined()
    expect(ask({ 'accept-encoding': 'gzip', 'if-none-match': zipped.headers.ETag ?? '' }).status).toBe(304)
  })
})

describe('when the database is away', () => {
  test('before anything was read: 503 with Retry-After, never an empty feed', async () => {
    const forms = FORMATS.flatMap(({ extension, pieces }) => [
      `cleaning.${extension}`,
      `all/new.${extension}`,
      ...(pieces ? [`cleaning/all.${extension}`] : []),
    ])
    for (const file of [...forms, 'feed.xml', 'index.json', 'changes/2026-11-20.json']) {
      const response = await get(file)
      expect([file, response.status, response.headers.get('retry-after')]).toEqual([file, 503, '60'])
    }
    expect(await json('status.json')).toMatchObject({
      stale: true,
      database: 'nothing read',
      data_through: null,
      published_at: null,
      totals: { open: null, waiting_twins: null },
    })
    for (const source of (await json('status.json')).sources)
      expect(source).toMatchObject({ data_through: null, failed_windows: null, missing_numbers: null, releases: null })
  })

  test('after a first run that read nothing: the same 503 for files, and no day that was never read', async () => {
    for (const source of ['fts', 'cf'])
      await database.query(`insert into tender_windows (source, day, part, state) values ($1, '2026-11-18', 0, 'failed')`, [source])
    await publish()
    for (const file of ['cleaning.json', 'cleaning.xml', 'index.json', 'changes/2026-11-18.json']) {
      const response = await get(file)
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60'])
      expect(response.text).toContain('first reading of the sources is in progress')
    }
    expect(await json('status.json')).toMatchObject({ data_through: null, totals: { open: null } })
    await store({ fts: [made(1)] })
    await database.query(`update tender_windows set state = 'done' where source = 'fts'`)
    await publish()
    const { meta } = await json('cleaning.json')
    expect(meta).toMatchObject({ total_open: 1, data_through: null })
    expect(meta.sources.map(({ data_through }: { data_through: string | null }) => data_through)).toEqual(
      sources.map(({ prefix }) => (prefix === 'fts' ? '2026-11-18' : null)),
    )
  })

  test('the last good notices stay, minus what has closed', async () => {
    await store({ fts: [made(0), made(1)] })
    await publish()
    const query = vi.spyOn(database, 'tx').mockRejectedValue(new Error('connection refused'))
    await reloadSnapshot(core)
    query.mockRestore()
    expect((await json('cleaning.json', Date.parse('2026-11-20T12:00:30Z'))).notices.map(({ id }: Notice) => id)).toEqual([
      'fts:000501-2026',
    ])
  })

  test('status.json says which driver drives and when it runs next', async () => {
    await store({ fts: [made(1)] })
    await publish()
    expect(await json('status.json')).toMatchObject({ driver: 'runner', next_run: '2026-11-21T00:30:00+00:00', database: 'reachable' })
    const summer = Date.parse('2027-06-30T23:29:59Z')
    expect((await json('status.json', summer)).next_run).toBe('2027-07-01T00:30:00+01:00')
    expect((await json('status.json', summer + 31_000)).next_run).toBe('2027-07-02T00:30:00+01:00')
  })

  test('a source whose last day is long ago is marked stale', async () => {
    await store({ fts: [made(0, { deadline: NOW + 10 * 86_400_000 })] })
    for (const source of ['fts', 'cf'])
      await database.query(`insert into tender_windows (source, day, part, state) values ($1, '2026-11-19', 0, 'done')`, [source])
    await publish()
    expect((await json('cleaning.json')).meta).toMatchObject({ stale: false, data_through: '2026-11-19' })
    expect((await json('cleaning.json', Date.parse('2026-11-21T23:59:59Z'))).meta.stale).toBe(false)
    expect((await json('cleaning.json', Date.parse('2026-11-22T00:00:00Z'))).meta).toMatchObject({
      stale: true,
      data_through: '2026-11-19',
    })
  })
})
