/** The front server and the Next mount are one program: the same requests get the same answers, but for what Next forces. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, londonDay } from '../../lib/tenders/words/london.ts'
import { bin } from '../../scripts/steps/run.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { generateReleases, type OcdsSources, startOcdsSources } from '../support/ocds-source/index.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { requires } from '../support/requires.ts'
import { type Server, startServer } from '../support/server.ts'
import { bodyWithoutTicket, withoutTicket } from '../support/ticket.ts'
import { freePort } from '../support/tied-process.ts'

type Answer = { status: number; headers: Record<string, string>; body: Buffer }
type Ask = { method?: string; path: string; headers?: Record<string, string> }

const REQUEST_ID = 'parity-1'

function ask(origin: string, { method = 'GET', path, headers = {} }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // The path goes out as it is written: a URL object would tidy it.
    const { hostname, port } = new URL(origin)
    const outgoing = request({ hostname, port, method, path, headers: { 'x-request-id': REQUEST_ID, ...headers } }, async (incoming) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      resolve({
        status: incoming.statusCode!,
        headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
        body: Buffer.concat(chunks),
      })
    })
    outgoing.once('error', reject)
    outgoing.end()
  })
}

/** Of the connection, of the moment, or set by Next whatever a handler says. */
const FORCED = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])
/** Next adds these to every Vary. */
const NEXT_VARY = new Set([
  'rsc',
  'next-router-state-tree',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-url',
  'accept-encoding',
])

function comparable({ status, headers, body }: Answer, path: string) {
  const kept = Object.entries(withoutTicket(headers)).flatMap(([name, value]): [string, string][] => {
    if (FORCED.has(name)) return []
    // The one file that changes by the clock alone: its date is when it was made, by either process.
    if (name === 'last-modified' && path.startsWith('/api/uk-tenders/index.json')) return []
    if (name !== 'vary') return [[name, value]]
    const own = value
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !NEXT_VARY.has(part))
    return own.length > 0 ? [[name, [...new Set(own)].sort().join(', ')]] : []
  })
  // Feeds give their failures an id of their own.
  const text = bodyWithoutTicket(body.toString('utf8')).replace(/"requestId":"[0-9a-f-]{36}"/, '"requestId":"any"')
  const id = kept.map(([name, value]): [string, string] =>
    name === 'x-request-id' && value !== REQUEST_ID ? [name, 'any'] : [name, value],
  )
  return { status, headers: Object.fromEntries(id.sort(([a], [b]) => (a < b ? -1 : 1))), text }
}

const html = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
const paid: Ask[] = [
  '/v1/util/ping',
  '/v1/util/uuid?n=3',
  '/v1/util/time?tz=Europe/London',
  '/v1/evm/4byte?selector=0xa9059cbb',
  '/v1/dns/lookup?name=example.com&type=MX',
  '/v1/util/uuid?n=0',
  '/v1/util/uuid?n=abc',
  '/v1/util/uuid?n=1&n=2',
  '/v1/util/uuid?unknown=1',
  '/v1/util/uuid?_ignored=1',
  '/v1/util/uuid?n=%31',
  '/v1/util/uuid?n=%zz',
  '/v1/util/uuid?n=3&',
  '/v1/util/uuid?',
  '/v1/evm/4byte',
  '/v1/evm/4byte?selector=%F0%9F%98%80',
  '/v1/evm/4byte?selector=a+b',
  '/v1/nothing/here',
  '/v1',
  '/v1/util',
  '/v1/util/ping/more',
  '/v1/util/%70ing',
  '/v1/util/PING',
  '/v1/util/ping?v1=1',
  '/v1/util/ping?0=1',
  '/nothing%zz',
  '/nothing/%ff?n=1',
  '/v1x',
  '/api/v1',
  '/api/v1/util/ping',
].map((path) => ({ path }))
for (const method of ['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])
  for (const path of ['/v1/util/ping', '/v1/util/uuid?n=0', '/v1/nothing/here']) paid.push({ method, path })
paid.push(
  { path: '/v1/util/ping', headers: html },
  { path: '/v1/util/ping', headers: { accept: 'text/html;q=0, application/json' } },
  { path: '/v1/util/uuid?n=0', headers: html },
  { path: '/v1/util/ping', headers: { 'x-payment': 'e30=' } },
  { path: '/v1/util/ping', headers: { 'payment-signature': 'nonsense' } },
  { path: '/v1/util/ping', headers: { 'payment-signature': Buffer.from('{}').toString('base64') } },
  { path: '/v1/util/uuid?n=0', headers: { 'payment-signature': 'nonsense' } },
  { path: '/v1/nothing/here', headers: { 'payment-signature': 'nonsense' } },
  { method: 'HEAD', path: '/v1/util/ping', headers: { 'payment-signature': 'nonsense' } },
  { path: '/v1/util/ping', headers: { origin: 'https://elsewhere.example' } },
)

const identity = { 'accept-encoding': 'identity' }
const names = ['cleaning.json', 'cleaning.csv', 'cleaning.xml', 'cleaning.ics', 'cleaning.feed.json', 'feed.xml', 'index.json']
const feeds: Ask[] = [
  ...names,
  'cleaning.json?limit=1',
  'cleaning.json?limit=2&sort=newest',
  'cleaning.json?sort=newest&limit=2',
  'cleaning.csv?limit=0',
  'cleaning.json?limit=1&limit=2',
  'cleaning.json?region=UKI',
  'cleaning.json?region=Atlantis',
  'cleaning.xml?limit=3&utm_source=x',
  'unknown.json',
  'cleaning.pdf',
  'cleaning',
  '',
  'cleaning.json/',
  '%63leaning.json',
  'changes/1999-01-01.json',
].map((name) => ({ path: `/api/uk-tenders/${name}`, headers: identity }))
for (const method of ['HEAD', 'OPTIONS', 'POST', 'DELETE'])
  for (const name of ['cleaning.json', 'unknown.json', 'feed.xml'])
    feeds.push({ method, path: `/api/uk-tenders/${name}`, headers: identity })

const title = ({ method = 'GET', path, headers = {} }: Ask) =>
  `${method} ${path} ${Object.keys(headers).length > 0 ? JSON.stringify(headers) : ''}`

requires('postgres')('front server and Next mount', () => {
  let world: LocalWorld
  let postgres: TestPostgres
  let sources: OcdsSources
  let front: Server
  let next: { url: string; stop: () => Promise<void> }
  const folder = mkdtempSync(join(tmpdir(), 'parity-'))

  /** The same build without `server.ts`. */
  async function startNext(env: Record<string, string>): Promise<typeof next> {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const child = spawn(process.execPath, [bin.next, 'start', '-p', String(port)], {
      env: { ...process.env, ...env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      stdio: 'ignore',
    })
    const stop = async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await gone
      clearTimeout(timer)
    }
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
      if (child.exitCode !== null) throw new Error(`next start ended with ${child.exitCode}`)
      const answer = await fetch(`${url}/v1/util/ping`).catch(() => undefined)
      if (answer?.status === 402) return { url, stop }
    }
    await stop()
    throw new Error('next start does not sell')
  }

  beforeAll(async () => {
    world = await startLocalWorld()
    postgres = await startPostgres()
    sources = await startOcdsSources(generateReleases({ count: 300, now: Date.now() }))
    const env = world.appEnv({
      ...sources.env,
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      BASE_URL: 'http://tools.test',
      INGEST_INTERVAL_MS: '0',
      JOBS_DRIVER: 'off',
      LOG_LEVEL: 'error',
    })
    front = await startServer({ env, logFile: join(folder, 'front.log') })
    const asked = await fetch(`${front.url}/api/jobs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.operatorToken}`, 'content-type': 'application/json' },
      // The days of which the stand-in has notices; a first fill would look for some in four months.
      body: JSON.stringify({ type: 'ingest-tenders', params: { from: addDays(londonDay(Date.now()), -26) } }),
    })
    expect(asked.status).toBe(202)
    for (const end = Date.now() + 120_000; ; await sleep(250)) {
      const index = await fetch(`${front.url}/api/uk-tenders/index.json`)
      const { trades = [] } = (await index.json()) as { trades?: { slug: string; total_open: number }[] }
      if (trades.some(({ slug, total_open }) => slug === 'cleaning' && total_open > 0)) break
      if (Date.now() > end) throw new Error('No notice was served after the ingest.')
    }
    await settled()
    next = await startNext(env)
  })
  afterAll(async () => {
    await next?.stop()
    await front?.stop()
    await sources?.stop()
    await postgres?.stop()
    await world?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Waits until the ingest has ended, so that both read the same data. */
  async function settled(): Promise<void> {
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(250)) {
      const answer = await fetch(`${front.url}/api/jobs`, { headers: { authorization: `Bearer ${world.operatorToken}` } })
      const text = await answer.text()
      if (!/"state":\s*"(queued|running)"/.test(text)) return
    }
    throw new Error('The ingest did not end.')
  }

  const both = async (request: Ask) => Promise.all([ask(front.url, request), ask(next.url, request)])

  describe('paid paths', () => {
    test.each(paid.map((request) => [title(request), request] as const))('%s', async (_, request) => {
      const [ours, theirs] = await both(request)
      expect(comparable(ours, request.path)).toEqual(comparable(theirs, request.path))
      expect(ours.status).toBeGreaterThan(0)
      expect(ours.headers['x-request-id']).toBe(REQUEST_ID)
    })
    test('the corpus reaches every kind of answer', async () => {
      const statuses = new Set((await Promise.all(paid.map((request) => ask(front.url, request)))).map(({ status }) => status))
      expect([...statuses].sort()).toEqual([204, 400, 402, 404, 405])
    })
  })

  describe('feeds', () => {
    test.each(feeds.map((request) => [title(request), request] as const))('%s', async (_, request) => {
      const [ours, theirs] = await both(request)
      expect(comparable(ours, request.path)).toEqual(comparable(theirs, request.path))
    })

    test.each(names)('%s: gzip of the front is the identity of both, and each 304 is the same', async (name) => {
      const path = `/api/uk-tenders/${name}`
      const [packed, plain] = [
        await ask(front.url, { path, headers: { 'accept-encoding': 'gzip' } }),
        await ask(next.url, { path, headers: identity }),
      ]
      const text = packed.headers['content-encoding'] === 'gzip' ? gunzipSync(packed.body) : packed.body
      expect(text.equals(plain.body)).toBe(true)
      expect(Number(packed.headers['content-length'])).toBe(packed.body.length)
      const conditions: Record<string, string>[] = [
        { 'if-none-match': plain.headers.etag! },
        { 'if-none-match': packed.headers.etag! },
        { 'if-none-match': `W/${plain.headers.etag!}` },
        { 'if-none-match': '"other"' },
        { 'if-none-match': '*' },
        // Of the file that changes by the clock alone each process has its own date.
        ...(name === 'index.json' ? [] : [{ 'if-modified-since': plain.headers['last-modified']! }]),
      ]
      for (const condition of conditions) {
        const [ours, theirs] = await both({ path, headers: { ...identity, ...condition } })
        expect(comparable(ours, path)).toEqual(comparable(theirs, path))
      }
      expect((await ask(front.url, { path, headers: { ...identity, 'if-none-match': plain.headers.etag! } })).status).toBe(304)
    })
  })
})
