import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryDatabase } from '../../tests/support/database.ts'
import {
  award,
  cancellation,
  cfTender,
  ftsTender,
  generateReleases,
  type MadeRelease,
  type MadeTender,
  type OcdsSources,
  startOcdsSources,
  type TrapName,
  tenderUpdate,
} from '../../tests/support/ocds-source/index.ts'
import type { Database } from '../db/index.ts'
import { IngestParams } from './daily-ingest.ts'
import { coreOver, plainContext, runIngest } from './ingest.test-support.ts'
import { findNotice } from './snapshot/lookup.ts'
import { stopSnapshot } from './snapshot/snapshot.ts'

const settings = { FIND_A_TENDER_URL: '', CONTRACTS_FINDER_URL: '', INGEST_INTERVAL_MS: 0, INGEST_BACKOFF_SCALE: 0.00001 }

const NOW = Date.parse('2026-11-20T12:00:00Z')
const DAY = 86_400_000
const at = (text: string) => Date.parse(text)

let database: Database & { clear(): Promise<void> }
let sources: OcdsSources

beforeAll(async () => {
  database = await memoryDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.clear()
  sources = await startOcdsSources()
  Object.assign(settings, sources.env)
})
afterEach(() => sources.stop())

test('a day that has not come is refused, and what a clock running ahead has left is taken back', async () => {
  const core = coreOver(database, { settings, now: () => NOW })
  await expect(runIngest(core, { to: '2027-11-22' })).rejects.toMatchObject({ code: 'invalid_input', param: 'params.to' })
  await expect(runIngest(core, { from: '2026-11-21' })).rejects.toMatchObject({ code: 'invalid_input', param: 'params.from' })
  expect(IngestParams.safeParse({ from: '0000-01-01', to: '0000-01-02' }).success).toBe(false)
  await expect(runIngest(core, { from: '2020-01-01' })).rejects.toMatchObject({ code: 'invalid_input', param: 'params.from' })
  expect(await database.query('select 1 from tender_windows')).toEqual([])

  const ahead = coreOver(database, { settings, now: () => Date.parse('2027-11-22T12:00:00Z') })
  await runIngest(ahead, { from: '2026-11-19', to: '2026-11-20' })
  await runIngest(ahead, { from: '2027-11-20', to: '2027-11-21' })
  sources.add('fts', ftsTender(made({ date: at('2026-11-19T09:00:00Z') })))
  const result = await runIngest(core, { from: '2026-11-19', to: '2026-11-19' })
  expect(result).toMatchObject({ dataThrough: '2026-11-19', counts: { releases: expect.any(Number) } })
  expect(await database.query('select id from tender_releases')).toHaveLength(1)
  expect(await database.query(`select day from tender_windows where day > '2026-11-20'`)).toEqual([])
})

const made = (changes: Partial<MadeTender> = {}): MadeTender => ({
  ocid: 'ocds-h6vhtk-0a0001',
  id: '000201-2026',
  date: at('2026-11-18T09:00:00Z'),
  deadline: at('2026-12-10T12:00:00Z'),
  title: 'Office cleaning of civic buildings',
  description: 'Daily cleaning.',
  cpv: '90919200',
  category: 'services',
  value: 90_000,
  buyer: ['Made Council', 'Madetown', 'LS1 1UR', 'UKE42'],
  buyerId: 'GB-MADE-1',
  ...changes,
})
const cfMade = (changes: Partial<MadeTender> = {}) =>
  cfTender(
    made({
      ocid: 'ocds-b5fd17-00000000-0000-4000-8000-000000000001',
      id: '11111111-1111-4111-8111-111111111111-500001',
      title: 'Grounds maintenance of parks',
      buyer: ['Other Council', 'Othertown', 'DL7 8AD', ''],
      ...changes,
    }),
  )

const daysAround = { from: '2026-11-17', to: '2026-11-19' }
const theDay = { from: '2026-11-18', to: '2026-11-18' }
const coreAt = (now: number) => coreOver(database, { settings, now: () => now })
const run = (params: Parameters<typeof runIngest>[1] = daysAround, now = NOW) => runIngest(coreAt(now), params)

type Open = { id: string; notice: Record<string, unknown> }
const open = (now = NOW) =>
  database.query<Open>(
    `select id, notice from tender_published
     where live and deadline > to_timestamp($1 / 1000.0) and (hidden_until is null or hidden_until <= to_timestamp($1 / 1000.0)) order by id`,
    [now],
  )
const openIds = async (now = NOW) => (await open(now)).map(({ id }) => id)
const notice = async (id: string) => (await open()).find((row) => row.id === id)?.notice

describe('what a source does wrong', () => {
  const repaired: TrapName[] = [
    'refused with seconds',
    'refused with a date',
    'refused without a header',
    'forbidden',
    'unavailable with seconds',
    'gateway time-out as HTML',
    'HTML with status 200',
    'server error',
    'empty body',
    'cut in the middle',
    'connection reset',
    'reset in the body',
    'byte order mark',
    'releases of the wrong types',
    'long cursor',
  ]
  test.each(repaired.flatMap((name) => [[name, 'fts'] as const, [name, 'cf'] as const]))(
    '%s from %s loses nothing',
    async (name, source) => {
      sources.add('fts', ftsTender(made()))
      sources.add('cf', cfMade())
      sources.trap(name, { source, times: 2 })
      const result = await run(theDay)
      expect(result.outcome).toBe('succeeded')
      expect(await openIds()).toEqual(['cf:11111111-1111-4111-8111-111111111111', 'fts:000201-2026'])
    },
  )

  const fatal: [TrapName, number][] = [
    ['server error', 6],
    ['HTML with status 200', 6],
    ['cut in the middle', 6],
    ['package without releases', 1],
    ['next link repeats the page', 1],
    ['next link to another host', 1],
    ['redirect to another host', 1],
  ]
  test.each(fatal)('%s to the last try fails that window alone', async (name, times) => {
    sources.add(
      'fts',
      ftsTender(made()),
      ftsTender(made({ id: '000202-2026', ocid: 'ocds-h6vhtk-0a0002', title: 'Printing', date: at('2026-11-19T20:00:00Z') })),
    )
    sources.add('cf', cfMade())
    sources.trap(name, { source: 'fts', times, path: 'updatedFrom=2026-11-18T04' })
    const result = await run()
    expect(result).toMatchObject({ outcome: 'partial', counts: { failed: 1 }, dataThrough: '2026-11-17' })
    expect(await openIds()).toContain('fts:000202-2026')
    expect(await openIds()).toContain('cf:11111111-1111-4111-8111-111111111111')
    const failed = await database.query(`select day::text as day, part, state from tender_windows where state not in ('done', 'partial')`)
    expect(failed).toEqual([{ day: '2026-11-18', part: 1, state: 'failed' }])
    const asked = sources.requests.length
    // Once before everything that more days miss; the same days tell the rest.
    expect(await run(name === 'server error' ? { from: '2026-11-10' } : daysAround)).toMatchObject({
      outcome: 'succeeded',
      dataThrough: '2026-11-19',
    })
    expect(sources.requests[asked]?.path).toContain('updatedFrom=2026-11-18T04')
    expect(await openIds()).toContain('fts:000201-2026')
  })

  test.each(['next link with NUL and half a character', 'next link of a megabyte'] as const)(
    '%s fails that window alone, and no step returns what a database refuses or a job engine is not made for',
    async (name) => {
      sources.add('cf', cfMade())
      sources.trap(name, { source: 'fts', path: 'updatedFrom=2026-11-18T04' })
      const context = plainContext()
      context.step = async (_name, work) => {
        const [row] = await database.query<{ result: Awaited<ReturnType<typeof work>> }>('select $1::jsonb as result', [
          JSON.stringify(await work()),
        ])
        expect(JSON.stringify(row).length).toBeLessThan(100_000)
        return row?.result as Awaited<ReturnType<typeof work>>
      }
      const result = await runIngest(coreAt(NOW), theDay, context)
      expect(result).toMatchObject({ outcome: 'partial', counts: { failed: 1 } })
      expect(await openIds()).toHaveLength(1)
    },
  )

  test('a body without end is cut off and the window failed', async () => {
    sources.add('cf', cfMade())
    sources.trap('never-ending body', { source: 'fts', times: 6, path: 'updatedFrom=2026-11-18T04' })
    expect(await run(theDay)).toMatchObject({ outcome: 'partial' })
    expect(await openIds()).toHaveLength(1)
  })

  test('a window that fails at every source is no claim that no source could be read', async () => {
    sources.add('fts', ftsTender(made()))
    sources.add('cf', cfMade())
    for (const source of ['fts', 'cf'] as const) sources.trap('HTML with status 200', { source, times: 6 })
    expect(await run()).toMatchObject({ outcome: 'partial', counts: { failed: 2 } })
    expect(await openIds()).toContain('fts:000201-2026')
  })

  test('nothing that is published changes when both sources send garbage', async () => {
    sources.add('fts', ftsTender(made()))
    await run(theDay)
    const before = await open()
    for (const source of ['fts', 'cf'] as const) sources.trap('HTML with status 200', { source, times: 1000 })
    await expect(run({ from: '2026-11-19', to: '2026-11-19' })).rejects.toMatchObject({ code: 'upstream_unavailable' })
    expect(await open()).toEqual(before)
    const states = await database.query('select source, failing from tender_sources where failing order by source')
    expect(states).toEqual([
      { source: 'cf', failing: true },
      { source: 'fts', failing: true },
    ])
  })

  test.each([
    ['zeros as a number', null],
    ['number beyond all bounds', null],
  ] as const)('%s spoils that value alone', async (name, value) => {
    sources.add('cf', cfMade())
    sources.trap(name, { source: 'cf', times: 10 })
    await run()
    expect(await notice('cf:11111111-1111-4111-8111-111111111111')).toMatchObject({
      value_gbp: value,
      title: 'Grounds maintenance of parks',
    })
  })

  test.each(['ISO-8859-1', 'encoded twice'] as const)('a pound sign in a body that is %s stays one', async (name) => {
    sources.add('cf', cfMade({ title: 'Café refit under £10' }))
    sources.trap(name, { source: 'cf', times: 10 })
    await run()
    expect(await notice('cf:11111111-1111-4111-8111-111111111111')).toMatchObject({ title: 'Café refit under £10' })
  })

  test('a full page without a next link is not believed: the window is halved until it is', async () => {
    const many = Array.from({ length: 130 }, (_, index) =>
      ftsTender(
        made({
          id: `${String(300 + index).padStart(6, '0')}-2026`,
          ocid: `ocds-h6vhtk-b${index}`,
          title: `Works at site ${index}`,
          date: at('2026-11-18T07:00:00Z') + index * 60_000,
        }),
      ),
    )
    sources.add('fts', ...many)
    sources.trap('no next link', { source: 'fts', times: 1000, path: 'updatedFrom' })
    expect(await run()).toMatchObject({ outcome: 'succeeded' })
    expect(await openIds()).toHaveLength(130)
  })

  test('no request comes above the allowed rate, and being refused loses nothing', async () => {
    const startLimited = async (rate: { requests: number; windowMs: number }) => {
      await sources.stop()
      sources = await startOcdsSources({ ...generateReleases({ count: 60, now: NOW, publishedOverDays: 4 }), rate })
      Object.assign(settings, sources.env)
    }
    const refused = () => sources.requests.filter(({ status }) => status === 429)
    await startLimited({ requests: 12, windowMs: 240 })
    settings.INGEST_INTERVAL_MS = 24
    await run({ from: '2026-11-16', to: '2026-11-19' })
    expect(refused()).toEqual([])
    const rate = {
      requests: 5,
      get windowMs() {
        return refused().length < 3 ? Number.POSITIVE_INFINITY : 0
      },
    }
    await startLimited(rate)
    settings.INGEST_INTERVAL_MS = 0
    settings.INGEST_BACKOFF_SCALE = 0.001
    await database.clear()
    expect(await run({ from: '2026-11-16', to: '2026-11-19' })).toMatchObject({ outcome: 'succeeded' })
    expect(refused().length).toBeGreaterThanOrEqual(3)
    settings.INGEST_BACKOFF_SCALE = 0.00001
  })

  test('stages=tender is never sent', async () => {
    await run()
    expect(sources.requests.length).toBeGreaterThan(0)
    expect(sources.requests.filter(({ path }) => path.includes('stages'))).toEqual([])
  })
})

describe('windows and the clocks', () => {
  test.each([
    [
      'the hour that is lost',
      '2026-03-29',
      ['2026-03-28T23:30:00Z', '2026-03-29T00:30:00Z', '2026-03-29T01:00:00Z', '2026-03-29T01:30:00Z', '2026-03-29T22:59:59Z'],
    ],
    [
      'the hour that comes twice',
      '2026-10-25',
      ['2026-10-24T23:10:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T23:59:59Z'],
    ],
  ])('nothing is missed in %s', async (_name, day, moments) => {
    moments.forEach((moment, index) => {
      sources.add(
        'fts',
        ftsTender(
          made({
            id: `${400 + index}`.padStart(6, '0').concat('-2026'),
            ocid: `ocds-h6vhtk-c${index}`,
            date: at(moment),
            title: `Works ${index}`,
          }),
        ),
      )
      sources.add(
        'cf',
        cfMade({
          id: `1111111${index}-1111-4111-8111-111111111111-5`,
          ocid: `ocds-b5fd17-c${index}`,
          date: at(moment),
          title: `Supply ${index}`,
        }),
      )
    })
    await run({ from: day, to: day })
    expect(await openIds()).toHaveLength(2 * moments.length)
  })

  test('a window that is not over yet is fetched again by the next run', async () => {
    await run({ from: '2026-11-20', to: '2026-11-20' })
    sources.add('fts', ftsTender(made({ date: NOW + 1000 })))
    expect(await openIds()).toEqual([])
    await run({ from: '2026-11-20', to: '2026-11-20' }, NOW + DAY)
    expect(await openIds(NOW + DAY)).toEqual(['fts:000201-2026'])
  })
})

describe('completeness', () => {
  test('a day of which the source showed nothing is missed by its numbers as soon as the next is there', async () => {
    const on = (day: number, id: string) =>
      ftsTender(made({ ocid: `ocds-h6vhtk-${id}`, id, date: at(`2026-11-${day}T09:00:00Z`), title: `Works at quay ${id}` }))
    sources.add('fts', on(17, '000201-2026'))
    await run({ from: '2026-11-17', to: '2026-11-18' })
    sources.add('fts', on(18, '000202-2026'), on(18, '000203-2026'), on(19, '000204-2026'))
    await run({ from: '2026-11-19', to: '2026-11-19' })
    expect(await openIds()).toEqual(['fts:000201-2026', 'fts:000202-2026', 'fts:000203-2026', 'fts:000204-2026'])
  })

  test('numbers missing between the first and the last of a day are fetched singly', async () => {
    sources.add(
      'fts',
      ftsTender(made({ id: '000201-2026' })),
      ftsTender(made({ id: '000205-2026', ocid: 'ocds-h6vhtk-0a0005', title: 'Other works' })),
    )
    await run()
    const singles = sources.requests.filter(({ path }) => /Packages\/\d/.test(path)).map(({ path }) => path.slice(-11))
    expect(singles).toEqual(['000202-2026', '000203-2026', '000204-2026'])
    expect(await database.query(`select missing, absent from tender_days where day = '2026-11-18'`)).toEqual([
      { missing: 0, absent: ['000202-2026', '000203-2026', '000204-2026'] },
    ])
    await run({ ...daysAround, again: true })
    expect(sources.requests.filter(({ path }) => /Packages\/\d/.test(path))).toHaveLength(3)
  })

  test('an open Contracts Finder notice that is gone at its source vanishes; one that cannot be asked for stays', async () => {
    const second = cfMade({ id: '22222222-2222-4222-8222-222222222222-500002', ocid: 'ocds-b5fd17-2', title: 'Printing' })
    sources.add('cf', cfMade(), second)
    await run()
    expect(await openIds()).toHaveLength(2)
    sources.remove('cf', cfMade().id)
    sources.trap('server error', { source: 'cf', times: 1, path: 'Release/2222' })
    expect(await run()).toMatchObject({ counts: { vanished: 1 } })
    expect(await openIds()).toEqual(['cf:22222222-2222-4222-8222-222222222222'])
    const [gone] = await database.query(`select reason from tender_changes where after is null`)
    expect(gone).toEqual({ reason: 'vanished' })
  })
})

describe('the same result whatever happens', () => {
  const tables = async () => ({
    releases: await database.query('select source, id, ocid, date, release, gone_at from tender_releases order by source, id'),
    notices: await database.query(
      'select source, ocid, buyer_key, id, deadline, closed_reason, closed_at, unlisted, notice, history, dirty from tender_notices order by source, ocid, buyer_key',
    ),
    published: await database.query('select id, deadline, hidden_until, live, notice from tender_published order by id'),
  })
  const releases = generateReleases({ count: 80, now: NOW, publishedOverDays: 3 })
  const days = { from: '2026-11-16', to: '2026-11-19' }
  const fill = () => {
    for (const source of ['fts', 'cf'] as const) sources.add(source, ...releases[source])
  }

  test('a whole run fed twice changes nothing the second time', async () => {
    fill()
    await run(days)
    const before = await tables()
    expect(await run({ ...days, again: true })).toMatchObject({ counts: { changed: 0, changes: 0 } })
    expect(await tables()).toEqual(before)
    expect(before.published.length).toBeGreaterThan(50)
  })

  test('two runs at once give what one gives', async () => {
    fill()
    await run(days)
    const alone = await tables()
    await database.clear()
    await Promise.all([run(days), run(days)])
    expect(await tables()).toEqual(alone)
  })

  test('a run that dies at any step and starts anew gives what an undisturbed one gives', async () => {
    fill()
    await run(days)
    const undisturbed = await tables()
    await database.clear()
    let steps = 0
    for (let attempt = 0; ; attempt += 1) {
      let left = 7 + attempt * 5
      const dying = {
        signal: new AbortController().signal,
        progress: () => {},
        step: async <Result>(_name: string, work: () => Promise<Result>) => {
          if (left <= 0) throw new Error('killed')
          left -= 1
          steps += 1
          return work()
        },
      }
      const outcome = await runIngest(coreAt(NOW), days, dying).catch((error: Error) => error.message)
      if (outcome !== 'killed') break
    }
    expect(steps).toBeGreaterThan(60)
    expect(await tables()).toEqual(undisturbed)
  })

  test('every step run twice gives what one running gives', async () => {
    fill()
    await run(days)
    const once = await tables()
    await database.clear()
    const twice = {
      ...plainContext(),
      step: async <Result>(_name: string, work: () => Promise<Result>) => {
        await work()
        return work()
      },
    }
    expect(await runIngest(coreAt(NOW), days, twice)).toMatchObject({ outcome: 'succeeded' })
    expect(await tables()).toEqual(once)
    const changes = await database.query('select id, count(*) from tender_changes group by id having count(*) > 1')
    expect(changes).toEqual([])
  })

  test('releases in any order give the same notices', async () => {
    const [first, change, end] = chain()
    sources.add('fts', end)
    await run()
    sources.add('fts', change)
    await run({ ...daysAround, again: true })
    sources.add('fts', first)
    await run({ ...daysAround, again: true })
    const backwards = (await tables()).notices
    await database.clear()
    await run()
    expect((await tables()).notices).toEqual(backwards)
  })

  function chain(): [MadeRelease, MadeRelease, MadeRelease] {
    const first = ftsTender(made())
    return [
      first,
      tenderUpdate(first, '000202-2026', at('2026-11-18T15:00:00Z'), { tenderPeriod: { endDate: '2026-12-20T12:00:00Z' } }),
      award(first, '000203-2026', at('2026-11-19T15:00:00Z')),
    ]
  }
})

describe('publishing', () => {
  test('a notice that is cancelled leaves, and one opened again comes back under the same id', async () => {
    const first = ftsTender(made())
    sources.add('fts', first)
    await run()
    sources.add('fts', cancellation(first, '000202-2026', at('2026-11-19T09:00:00Z')))
    await run({ ...daysAround, again: true })
    expect(await openIds()).toEqual([])
    sources.add(
      'fts',
      tenderUpdate(first, '000203-2026', at('2026-11-19T10:00:00Z'), { tenderPeriod: { endDate: '2027-01-10T12:00:00Z' } }),
    )
    await run({ ...daysAround, again: true })
    expect(await openIds()).toEqual(['fts:000201-2026'])
    expect(await notice('fts:000201-2026')).toMatchObject({ deadline: '2027-01-10T12:00:00+00:00' })
  })

  test('a twin found on both services is listed once, and takes over when the first is over', async () => {
    const twin = { title: 'Roofing repairs to the depot', buyer: ['The Made Council', 'Madetown', 'LS1 1UR', 'UKE42'] as const }
    sources.add('fts', ftsTender(made({ ...twin })))
    sources.add('cf', cfMade({ ...twin, deadline: at('2026-12-12T12:00:00Z') }))
    await run()
    const [listed, ...rest] = await open()
    expect(rest).toEqual([])
    expect(listed).toMatchObject({
      id: 'fts:000201-2026',
      notice: { also_at: [{ id: 'cf:11111111-1111-4111-8111-111111111111', source: 'Contracts Finder' }] },
    })
    expect(await openIds(at('2026-12-10T12:00:00Z'))).toEqual(['cf:11111111-1111-4111-8111-111111111111'])
    sources.add('fts', award(ftsTender(made({ ...twin })), '000202-2026', at('2026-11-19T10:00:00Z')))
    await run({ ...daysAround, again: true })
    expect(await openIds()).toEqual(['cf:11111111-1111-4111-8111-111111111111'])
  })

  test('a notice that moved to another process is listed, though the process that had its number first is over', async () => {
    const [first, second] = [cfMade({}), cfMade({})]
    const moved = { ...second, ocid: 'ocds-b5fd17-ffffffff', id: second.id.replace(/\d+$/, '900002'), date: '2026-11-19T11:00:00Z' }
    sources.add('cf', { ...first, tender: { ...(first.tender as object), status: 'cancelled' } })
    sources.add('cf', moved as MadeRelease)
    await run()
    expect(await openIds()).toEqual(['cf:11111111-1111-4111-8111-111111111111'])
  })

  test('a process that was known by its amendment alone is listed once when its first release arrives', async () => {
    const first = ftsTender(made())
    const update = tenderUpdate(first, '000202-2026', at('2026-11-18T15:00:00Z'), { tenderPeriod: { endDate: '2026-12-20T12:00:00Z' } })
    sources.add('fts', { ...first, ...update, tender: { ...(first.tender as object), ...(update.tender as object) } })
    await run()
    expect(await openIds()).toEqual(['fts:000202-2026'])
    const core = coreAt(NOW)
    sources.add('fts', first)
    await runIngest(core, { ...daysAround, again: true })
    expect(await openIds()).toEqual(['fts:000201-2026'])
    const changes = await database.query('select id, reason from tender_changes order by seq')
    expect(changes.slice(1)).toEqual(
      expect.arrayContaining([
        { id: 'fts:000202-2026', reason: 'duplicate' },
        { id: 'fts:000201-2026', reason: null },
      ]),
    )
    expect(await findNotice(core, 'fts:000202-2026', NOW)).toMatchObject({ state: 'closed', reason: 'duplicate' })
    sources.add('fts', cancellation(first, '000203-2026', at('2026-11-19T09:00:00Z')))
    await runIngest(core, { ...daysAround, again: true })
    expect(await openIds()).toEqual([])
    await stopSnapshot(core)
  })

  test('an id once served stays when a preferred twin arrives later', async () => {
    const twin = { title: 'Roofing repairs to the depot', buyer: ['Made Council', 'Madetown', 'LS1 1UR', 'UKE42'] as const }
    sources.add('cf', cfMade({ ...twin }))
    await run()
    sources.add('fts', ftsTender(made({ ...twin })))
    await run({ ...daysAround, again: true })
    expect(await open()).toMatchObject([
      { id: 'cf:11111111-1111-4111-8111-111111111111', notice: { also_at: [{ id: 'fts:000201-2026' }] } },
    ])
  })

  test('a notice without a deadline is counted, not listed', async () => {
    const release = ftsTender(made())
    delete (release.tender as Record<string, unknown>).tenderPeriod
    sources.add('fts', release)
    await run()
    expect(await openIds()).toEqual([])
    expect(await database.query('select unlisted from tender_notices')).toEqual([{ unlisted: 'no-deadline' }])
  })

  test('no contact point is ever stored', async () => {
    sources.add('fts', { ...ftsTender(made()), 'contact Point': { email: 'someone@example.org' } })
    await run()
    const [row] = await database.query<{ text: string }>('select release::text as text from tender_releases')
    expect(row?.text).toContain('Made Council')
    expect(row?.text).not.toMatch(/contact|someone@|procurement@/i)
  })

  test('a character that a cut would halve does not keep its page from being stored', async () => {
    const title = `${'x'.repeat(499)}😀 and more`
    const release = ftsTender(made())
    const tender = { ...(release.tender as object), lots: [{ id: '1', title, renewal: { description: title } }] }
    sources.add('fts', { ...release, tender: { ...tender, documents: [{ id: 'a', title, url: 'https://bids.example.org/a' }] } })
    expect(await run()).toMatchObject({ outcome: 'succeeded' })
    expect(await notice('fts:000201-2026')).toMatchObject({ lots: [{ title: `${'x'.repeat(499)}…` }] })
  })

  test('NUL, lone surrogates and huge texts are stored without error', async () => {
    sources.add('fts', ftsTender(made({ title: 'Works\u0000 at \ud800 the quay 😀', description: `x${'word '.repeat(60_000)}` })))
    await run()
    expect(await notice('fts:000201-2026')).toMatchObject({
      title: expect.stringMatching(/^Works at .*the quay 😀$/),
      summary: expect.stringMatching(/…$/),
    })
  })
})

describe('what outlasts a run', () => {
  test('windows that fail for ever do not keep later ones from being fetched', async () => {
    sources.add('fts', ftsTender(made({ date: at('2026-11-19T20:00:00Z') })))
    for (const hour of ['T22', 'T04', 'T10', 'T16'])
      sources.trap('server error', { source: 'fts', times: 100_000, path: `updatedFrom=2026-11-17${hour}` })
    sources.trap('server error', { source: 'fts', times: 100_000, path: 'updatedFrom=2026-11-16T22' })
    expect(await run()).toMatchObject({ outcome: 'partial', counts: { failed: 3 } })
    expect(await openIds()).toEqual([])
    expect(await run()).toMatchObject({ outcome: 'partial' })
    expect(await openIds()).toEqual(['fts:000201-2026'])
    const [source] = await database.query(`select failing, last_error from tender_sources where source = 'fts'`)
    expect(source).toEqual({ failing: true, last_error: 'window 2026-11-17 part 0: status 500' })
  })

  test('days that were missed are fetched by the next daily run', async () => {
    await run({ from: '2026-11-19', to: '2026-11-19' })
    sources.add('fts', ftsTender(made({ date: at('2026-09-02T09:00:00Z') })))
    expect(await run({})).toMatchObject({ outcome: 'succeeded', dataThrough: '2026-11-19' })
    expect(await openIds()).toEqual(['fts:000201-2026'])
    const asked = sources.requests.length
    await run({})
    expect(sources.requests.slice(asked).filter(({ path }) => path.includes('updatedFrom'))).toEqual([])
  })

  test('numbers are looked at by the next run when this one died before it could', async () => {
    sources.add(
      'fts',
      ftsTender(made({ id: '000201-2026' })),
      ftsTender(made({ id: '000203-2026', ocid: 'ocds-h6vhtk-0a0005', title: 'Other works' })),
    )
    const dying = {
      ...plainContext(),
      step: <Result>(name: string, work: () => Promise<Result>) =>
        name.startsWith('unchecked') ? Promise.reject(new Error('killed')) : work(),
    }
    await expect(runIngest(coreAt(NOW), daysAround, dying)).rejects.toThrow('killed')
    await run()
    expect(sources.requests.filter(({ path }) => path.endsWith('Packages/000202-2026'))).toHaveLength(1)
  })

  test('a buyer that is renamed no longer hides its former twin', async () => {
    const twin = { title: 'Roofing repairs to the depot', buyer: ['Made Council', 'Madetown', 'LS1 1UR', 'UKE42'] as const }
    const first = ftsTender(made({ ...twin }))
    sources.add('fts', first)
    sources.add('cf', cfMade({ ...twin }))
    await run()
    expect(await openIds()).toEqual(['fts:000201-2026'])
    const renamed = {
      ...tenderUpdate(first, '000202-2026', at('2026-11-19T09:00:00Z'), {}),
      buyer: { id: 'GB-MADE-1', name: 'Entirely Other Trust' },
    }
    sources.add('fts', renamed)
    await run({ ...daysAround, again: true })
    expect(await openIds()).toEqual(['cf:11111111-1111-4111-8111-111111111111', 'fts:000201-2026'])
  })
})
