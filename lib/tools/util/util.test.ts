import { afterEach, expect, test, vi } from 'vitest'
import { testCore } from '../../../tests/support/core.ts'
import ping from './ping/tool.ts'
import { toLocalTime } from './time/local-time.ts'
import time from './time/tool.ts'
import uuid from './uuid/tool.ts'

const core = testCore()

const context = { core: core, signal: new AbortController().signal, requestId: 'test' }

afterEach(() => {
  vi.useRealTimers()
})

test('ping says pong and the time', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00.123Z'), toFake: ['Date'] })
  expect(await ping.run({}, context)).toEqual({ message: 'pong', time: '2026-11-20T12:00:00.123Z' })
})

test.each(['1', '9', '10', '99', '100'])('n=%s gives that many different UUIDs', async (n) => {
  const output = uuid.output.parse(await uuid.run(uuid.input.parse({ n }), context)) as { count: number; uuids: string[] }
  expect(output.count).toBe(Number(n))
  expect(new Set(output.uuids).size).toBe(Number(n))
})

test('without n there is one UUID', () => {
  expect(uuid.input.parse({})).toEqual({ n: 1 })
})

test.each(['0', '101', '01', '1.0', '-1', '+1', ' 1', '1e1', '', 'ten', '１'])('n=%j is refused with what is allowed', (n) => {
  expect(uuid.input.safeParse({ n }).error?.issues[0]?.message).toMatch(/from 1 to 100/)
})

test('the time in a zone carries offset, abbreviation, summer time and the next change', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-07-01T12:00:00.500Z'), toFake: ['Date'] })
  expect(await time.run(time.input.parse({ tz: 'europe/london' }), context)).toEqual({
    iso: '2026-07-01T12:00:00.500Z',
    unix: 1782907200,
    unixMs: 1782907200500,
    timezone: 'Europe/London',
    local: '2026-07-01T13:00:00.500+01:00',
    offset: '+01:00',
    abbreviation: 'BST',
    isDst: true,
    nextTransitionAt: '2026-10-25T01:00:00.000Z',
  })
})

test('without tz the local fields are null', async () => {
  expect(await time.run(time.input.parse({}), context)).toMatchObject({ timezone: null, local: null, offset: null, isDst: null })
})

test.each([
  ['Asia/Kolkata', '+05:30', 'IST', false, null],
  ['America/New_York', '-04:00', 'EDT', true, '2026-11-01T06:00:00.000Z'],
  ['Australia/Lord_Howe', '+10:30', null, false, '2026-10-03T15:30:00.000Z'],
  ['UTC', '+00:00', 'UTC', false, null],
  ['Asia/Kathmandu', '+05:45', null, false, null],
] as const)('%s in July', (zone, offset, abbreviation, isDst, nextTransitionAt) => {
  const local = toLocalTime(Date.parse('2026-07-01T12:00:00Z'), zone)
  expect(local).toMatchObject({ offset, isDst, nextTransitionAt, ...(abbreviation ? { abbreviation } : {}) })
})

test.each([
  ['Europe/London', '2026-11-23', false],
  ['Europe/London', '2026-07-01', true],
  ['Europe/Dublin', '2026-07-01', true],
  ['Australia/Sydney', '2026-01-15', true],
  ['Australia/Sydney', '2026-07-15', false],
  // Went from +06:00 to +05:00 for good on 2024-03-01.
  ['Asia/Almaty', '2024-01-15', false],
  ['Asia/Almaty', '2024-06-15', false],
  // Went from +03:00 to +04:00 for good on 2016-12-04.
  ['Europe/Saratov', '2016-12-15', false],
])('%s on %s: summer time %j', (zone, day, isDst) => {
  expect(toLocalTime(Date.parse(`${day}T12:00:00Z`), zone).isDst).toBe(isDst)
})

test('Irish summer time has its name', () => {
  expect(toLocalTime(Date.parse('2026-07-01T12:00:00Z'), 'Europe/Dublin').abbreviation).toBe('IST')
})

test.each([
  ['US/Pacific', 'US/Pacific'],
  ['asia/kolkata', 'Asia/Kolkata'],
  ['utc', 'UTC'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
  ['nz-chat', 'NZ-CHAT'],
  ['W-SU', 'W-SU'],
  ['GB-Eire', 'GB-Eire'],
  ['America/Knox_IN', 'America/Knox_IN'],
  ['australia/lhi', 'Australia/LHI'],
  ['Mexico/BajaSur', 'Mexico/BajaSur'],
])('%s is a zone, spelled %s', (tz, expected) => {
  expect(time.input.parse({ tz })).toEqual({ tz: expected })
})

test.each([
  ['Europe/Lundon', 'Europe/London'],
  ['new york', 'America/New_York'],
  ['Tokyo', 'Asia/Tokyo'],
  ['+01:00', ''],
  ['', ''],
  ['Europe/London\u0000', ''],
  ['../etc/passwd', ''],
])('%j is no zone; the nearest is suggested', (tz, nearest) => {
  expect(time.input.safeParse({ tz }).error?.issues[0]?.message).toContain(`nearest known name is ${nearest}`)
})
