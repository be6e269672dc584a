/** What holds for every row of the site table, so that no new one can forget it: an allowance, a bound on bodies, a deadline. */
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { refusals } from '../../lib/http/admission.ts'
import { FREE_DEADLINE_MS } from '../../lib/http/endpoint.ts'
import { type Reply, toCall } from '../../lib/http/reply.ts'
import { createSite, siteRows } from '../../lib/site/table.ts'
import { testCore } from '../support/core.ts'
import { memoryDatabase } from '../support/database.ts'

const PER_MINUTE = 6
/** Whoever balances load asks these, from one address, as often as it likes. */
const PROBES = ['/healthz', '/readyz']
/** The largest body that is read at all. */
const MAX_BODY_BYTES = 512 * 1024
const STARTED_AT = Date.now()
const OPERATOR_TOKEN = 'an-operator-token-of-tests'

const paths = [...new Set(siteRows().map(({ path }) => path.replaceAll(/:\w+|\*/g, 'none')))]
const settings = { RATE_LIMIT_PER_MINUTE: String(PER_MINUTE), OPERATOR_TOKEN, METRICS_TOKEN: 'a-metrics-token-of-tests' }

type Asking = { method?: string; headers?: Record<string, string>; body?: (maxBytes: number) => Promise<Buffer | undefined>; ip?: string }
const siteOf = (core: ReturnType<typeof testCore>) => {
  const site = createSite(core)
  return (path: string, { method = 'GET', headers = {}, body, ip = '192.0.2.1' }: Asking = {}): Promise<Reply> =>
    Promise.resolve(site(toCall(method, path, (name) => headers[name], ip, body)))
}

const asWho: readonly Asking[] = [
  {},
  { method: 'HEAD' },
  { method: 'POST' },
  { method: 'DELETE' },
  { headers: { authorization: 'Bearer wrong' } },
  { headers: { authorization: `Basic ${Buffer.from('a:wrong').toString('base64')}` } },
  { headers: { 'payment-signature': 'no payment' } },
  { method: 'POST', headers: { 'content-type': 'application/json', 'payment-signature': 'no payment' } },
]

afterEach(() => void vi.useRealTimers())

const database = memoryDatabase()
// Its clock stands: nothing refills while a busy machine answers.
const shared = Object.assign(testCore(settings, { openDatabase: () => database }), { now: () => STARTED_AT })
const operated = testCore({ OPERATOR_TOKEN }, { openDatabase: () => database })
afterAll(() => shared.closeDatabase())
let strangers = 0

describe.each(paths.filter((path) => !PROBES.includes(path)))('%s', (path) => {
  test('a client has so many calls a minute, good or bad, then 429, and others are served', async () => {
    const ask = siteOf(shared)
    for (const who of asWho)
      for (const target of [path, `${path}?x=1`]) {
        strangers += 1
        const ip = `10.${strangers >> 8}.${strangers & 255}.1`
        const replies = await Promise.all(Array.from({ length: 2 * PER_MINUTE }, () => ask(target, { ...who, ip })))
        expect(replies.filter(({ status }) => status !== 429).length, JSON.stringify(who)).toBeLessThanOrEqual(PER_MINUTE)
        const last = await ask(target, { ...who, ip })
        expect([last.status, Number(last.headers['Retry-After']) >= 1], JSON.stringify(who)).toEqual([429, true])
        expect((await ask(target, { ...who, ip: ip.replace(/1$/, '2') })).status).not.toBe(429)
      }
    // Some ask the database each time.
  })

  test('a body is read as far as it may be long, and not at all when it says that it is longer', async () => {
    const ask = siteOf(operated)
    const asked: number[] = []
    const body = async (maxBytes: number) => {
      asked.push(maxBytes)
      return Buffer.from('{}')
    }
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' }
    await ask(path, { method: 'POST', body, headers })
    for (const maxBytes of asked) expect(maxBytes).toBeLessThanOrEqual(MAX_BODY_BYTES)
    asked.length = 0
    await ask(path, { method: 'POST', body, headers: { ...headers, 'content-length': '8000000' } })
    expect(asked).toEqual([])
  })

  test('a store that hangs does not hold a free call for ever', async () => {
    vi.useFakeTimers()
    const core = Object.assign(testCore({ ...settings, RATE_LIMIT_PER_MINUTE: '0' }), { database: () => new Promise<never>(() => {}) })
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` }
    const pending = siteOf(core)(path, { headers }).then(({ status }) => status)
    await vi.advanceTimersByTimeAsync(FREE_DEADLINE_MS + 1)
    expect(await Promise.race([pending, 'hangs'])).not.toBe('hangs')
  })
})

test('what was turned away is counted by reason', () => {
  expect([...refusals(shared).keys()]).toEqual(expect.arrayContaining(['allowance', 'bad_input']))
})

test('large bodies that come at once have room for some, for each client and in all; small ones always', async () => {
  const core = testCore({ OPERATOR_TOKEN }, { openDatabase: () => database })
  const ask = siteOf(core)
  let end = () => {}
  const slowly = new Promise<void>((resolve) => {
    end = resolve
  })
  const body = async () => {
    await slowly
    return Buffer.from('{}')
  }
  const send = (ip: string, length: number | undefined) =>
    ask('/mcp', {
      method: 'POST',
      ip,
      body,
      headers: { 'content-type': 'application/json', ...(length === undefined ? {} : { 'content-length': String(length) }) },
    }).then(({ status }) => status)
  const own = Array.from({ length: 100 }, () => send('192.0.2.1', 500_000))
  const others = Array.from({ length: 200 }, (_, at) => send(`198.51.100.${at}`, 500_000))
  const small = Array.from({ length: 100 }, (_, at) => send(`203.0.113.${at}`, 20_000))
  // What does not say its length may not be long.
  const chunked = Array.from({ length: 100 }, () => send('192.0.2.2', undefined))
  await new Promise((resolve) => setImmediate(resolve))
  end()
  expect((await Promise.all(own)).filter((status) => status === 429)).toHaveLength(75)
  expect((await Promise.all(others)).filter((status) => status === 503).length).toBeGreaterThan(100)
  expect(new Set(await Promise.all([...small, ...chunked]))).toEqual(new Set([400]))
  // And all of it is given back.
  expect(await send('192.0.2.1', 500_000)).toBe(400)
})
