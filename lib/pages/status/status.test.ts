import { expect, test } from 'vitest'
import { testCore } from '../../../tests/support/core.ts'
import { recordFailure, recordSuccess } from '../../egress/breaker.ts'
import { ApiError } from '../../errors.ts'
import { toDocument } from '../../html/document.ts'
import { render } from '../../html/html.ts'
import { tools } from '../../tools/registry.ts'
import { listOutages, noteOutages } from '../../watch/outages.ts'
import { ago, proof } from '../landing/proof.ts'
import { dayBars, lastDays } from './bars.ts'
import { statusPage } from './page.ts'
import { exportDays, exportState, serviceState } from './state.ts'
import { verdictOf } from './verdict.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')
const day = (tool: string, settled: number, failed: number) => ({
  day: '2026-11-22',
  tool,
  settled,
  failed,
  declined: 0,
  p50_ms: 1,
  p95_ms: 1,
})
const fine = { networks: ['Base'], toolCount: 2, toolsDown: [], today: [] }

test('one verdict: down where nothing can be bought, partly where a tool cannot or fails, else up', () => {
  expect(verdictOf(fine).level).toBe('up')
  expect(verdictOf({ ...fine, networks: [] }).level).toBe('down')
  expect(verdictOf({ ...fine, today: null }).level).toBe('down')
  expect(verdictOf({ ...fine, toolsDown: ['a', 'b'] }).level).toBe('down')
  expect(verdictOf({ ...fine, toolsDown: ['a'] })).toMatchObject({ level: 'partly', words: expect.stringContaining('In trouble: a.') })
  expect(verdictOf({ ...fine, today: [day('a', 9, 1)] }).level).toBe('partly')
  expect(verdictOf({ ...fine, today: [day('a', 99, 1)] }).level).toBe('up')
  // One failed call is no trend.
  expect(verdictOf({ ...fine, today: [day('a', 0, 1)] }).level).toBe('up')
})

test('the bars have a place for each of ninety days, and say in words what they show', () => {
  expect(lastDays(NOW)).toHaveLength(90)
  expect(lastDays(NOW).at(-1)).toBe('2026-11-22')
  const svg = render(dayBars('a', [day('a', 1, 1)], lastDays(NOW)))
  expect(svg).toContain('1 bad, 89 without calls')
  expect(svg.match(/M\d/g)).toHaveLength(90)
  expect(svg).not.toContain('style=')
})

test('nothing is invented: before the first sale, and where the ledger cannot be read, both pages say so', async () => {
  const core = testCore()
  // A page does not wait for a database that is still opened.
  await core.database()
  expect(render(proof(null, core.env, NOW))).toContain('cannot be read')
  const empty = { week: [], totals: { settled: 0, failedUncharged: 0 }, last: undefined, days: [], outages: [] }
  expect(render(proof(empty, core.env, NOW))).toContain('Nothing has been sold here yet')
  const text = toDocument(await statusPage(core, tools), core.env)
  expect(text).toContain('Not working')
  expect(text.match(/no paid calls yet/g)).toHaveLength(tools.length)
  const broken = testCore({}, { openDatabase: () => Promise.reject(new Error('away')) })
  expect(toDocument(await statusPage(broken, tools), broken.env)).toContain('That is not the same as')
  await core.closeDatabase()
})

test('what the table of tools shows is drawn again as soon as a tool cannot answer', async () => {
  const core = testCore()
  await core.database()
  let isReady = true
  const ready = () => {
    if (!isReady) throw new ApiError('warming_up', 'Not yet.')
  }
  const list = tools.slice(0, 2).map((tool) => ({ ...tool, ready }))
  const shown = async (now: number) => render((await statusPage(core, list, now)).body)
  const before = await shown(NOW)
  expect(before.match(/can answer/g)).toHaveLength(2)
  expect(await shown(NOW)).toBe(before)
  isReady = false
  expect((await shown(NOW)).match(/cannot: warming_up/g)).toHaveLength(2)
  isReady = true
  expect(await shown(NOW)).toBe(before)
  await core.closeDatabase()
})

test('the last sale stands with its network, its transaction at an explorer, and how long ago it was', () => {
  const core = testCore()
  const transaction = `0x${'ab'.repeat(32)}`
  const last = { tool: 'util/ping', network: 'eip155:8453', transaction, at: new Date(NOW - 12_000), micro: 1000n }
  const text = render(proof({ week: [], totals: { settled: 3, failedUncharged: 1 }, last, days: [], outages: [] }, core.env, NOW))
  expect(text).toContain(`https://basescan.org/tx/${transaction}`)
  expect(text).toContain('12 seconds ago')
  expect(text).toContain('<strong>3</strong>')
  const odd = { ...last, transaction: '"><script>' }
  expect(
    render(proof({ week: [], totals: { settled: 3, failedUncharged: 1 }, last: odd, days: [], outages: [] }, core.env, NOW)),
  ).toContain('transaction not named')
  expect([0, 1_000, 119_000, 120_000, 7_200_000, 172_800_000].map(ago)).toEqual([
    '0 seconds',
    '1 second',
    '119 seconds',
    '2 minutes',
    '2 hours',
    '2 days',
  ])
})

test('an outage of a source is kept from when its breaker opened, as one, and exported', async () => {
  let now = Date.now()
  const core = testCore({}, { now: () => now })
  const start = now
  for (let count = 0; count < 5; count++) recordFailure(core, 'dexscreener', 'timeout')
  now += 20_000
  // It opened and closed between two looks.
  recordSuccess(core, 'dexscreener')
  expect(await noteOutages(core, start - 1)).toBe(1)
  expect(await noteOutages(core, now)).toBe(0)
  now += 60_000
  for (let count = 0; count < 5; count++) recordFailure(core, 'dexscreener', 'http_error')
  await noteOutages(core, now - 1)
  const [outage, ...others] = await listOutages(await core.database(), 10)
  expect(others).toEqual([])
  expect(outage).toMatchObject({ source: 'dexscreener', reason: 'http_error' })
  expect(outage!.started_at.getTime()).toBe(start)
  expect(outage!.seen_at.getTime()).toBe(now)
  const state = await serviceState(core, tools)
  expect(exportState(state, tools)).toMatchObject({ outages: [{ source: 'dexscreener' }], last_settled: null })
  expect(exportDays(state.figures)).toBe('day,tool,settled,failed,declined,p50_ms,p95_ms\r\n')
  expect(toDocument(await statusPage(core, tools), core.env)).toContain('<code>dexscreener</code>')
  await core.closeDatabase()
})
