import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { halves, searchWindow } from '../ingest/windows.ts'
import { retryAfterSeconds } from '../sources/client.ts'
import { decodeBody, repairDoubleEncoding } from '../sources/decode.ts'
import { parseJson, repairNumbers } from '../sources/json-repair.ts'
import { toRawRelease } from '../sources/release.ts'
import { sources } from '../sources/sources.ts'
import { addDays, fromLondonWallClock, londonDay, londonOffsetMs, parseMoment, toLondon } from '../words/london.ts'
import { mergeReleases } from './merge.ts'

describe('JSON as the sources write it', () => {
  test.each([
    ['{"a":000}', { a: 0 }],
    ['{"a":007,"b":-012.50,"c":[00,1e05]}', { a: 7, b: -12.5, c: [0, 1e5] }],
    ['{"a":"000","b":"say \\"007\\"","c":000}', { a: '000', b: 'say "007"', c: 0 }],
    ['\ufeff{"a":0.05,"b":100}', { a: 0.05, b: 100 }],
  ])('%s', (text, value) => {
    expect(parseJson(text)).toEqual(value)
  })

  test('valid JSON is never changed by the repair', () => {
    fc.assert(fc.property(fc.json(), (text) => repairNumbers(text) === text))
  })

  test('what is cut off stays an error', () => {
    expect(() => parseJson('{"releases":[{"id":"1"')).toThrow(SyntaxError)
  })
})

describe('encodings', () => {
  test('UTF-8 strictly, else windows-1252', () => {
    expect(decodeBody(Buffer.from('£5 – “tea”'))).toBe('£5 – “tea”')
    expect(decodeBody(Buffer.from([0xa3, 0x35, 0x20, 0x96, 0x20, 0x93, 0x94]))).toBe('£5 – “”')
  })
  test('one byte that is no UTF-8 spoils no other text', () => {
    const bytes = Buffer.concat([Buffer.from('{"title":"£5 – “tea”, Ynys Môn","buyer":"Caf'), Buffer.from([0xe9]), Buffer.from('"}')])
    expect(JSON.parse(decodeBody(bytes))).toEqual({ title: '£5 – “tea”, Ynys Môn', buyer: 'Café' })
  })
  test('double encodings are repaired, other text stays', () => {
    expect(repairDoubleEncoding('Â£5 â€™ CafÃ© â€œxâ€\u009d')).toBe('£5 ’ Café “x”')
    for (const text of ['£5', 'Café', 'Ynys Môn', 'naïve', 'Â', 'â€']) expect(repairDoubleEncoding(text)).toBe(text)
  })
})

describe('London time', () => {
  const intl = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    hourCycle: 'h23',
    hour: '2-digit',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  })
  test('agrees with the time zone database', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1997, 0), max: Date.UTC(2036, 0) }), (instant) => {
        const parts = Object.fromEntries(intl.formatToParts(instant).map(({ type, value }) => [type, value]))
        expect(toLondon(instant).slice(0, 19)).toBe(
          `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`,
        )
      }),
    )
  })
  test('a moment written and read again is the same second', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(1997, 0) / 1000, max: Date.UTC(9998, 0) / 1000 }),
        (second) => parseMoment(toLondon(second * 1000)) === second * 1000,
      ),
    )
  })
  test('no moment has a year of other than four digits', () => {
    expect(parseMoment('0000-01-01T00:00:00+15:00')).toBeUndefined()
    expect(parseMoment('9999-12-31T23:59:59-00:01')).toBeUndefined()
    expect(toLondon(parseMoment('0000-01-01T00:00:00Z') ?? Number.NaN)).toBe('0000-01-01T00:00:00+00:00')
  })
  test('wall clock to instant, on both sides of both changes', () => {
    for (const [wall, instant] of [
      ['2026-03-29T00:59:59Z', '2026-03-29T00:59:59Z'],
      ['2026-03-29T02:00:00Z', '2026-03-29T01:00:00Z'],
      ['2026-10-25T00:59:59Z', '2026-10-24T23:59:59Z'],
      ['2026-10-25T02:00:00Z', '2026-10-25T02:00:00Z'],
    ] as const)
      expect(new Date(fromLondonWallClock(Date.parse(wall))).toISOString()).toBe(instant.replace('Z', '.000Z'))
    expect(londonOffsetMs(Date.parse('2026-10-25T01:00:00Z'))).toBe(0)
    expect(londonDay(Date.parse('2026-06-30T23:30:00Z'))).toBe('2026-07-01')
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
  })
})

test('windows start two hours early and leave no gap, halved or not', () => {
  const [fts] = sources
  if (!fts) throw new Error('no source')
  expect(searchWindow(fts, { day: '2026-01-01', part: 0 })).toEqual({ from: '2025-12-31T22:00:00', to: '2026-01-01T06:00:00', part: 0 })
  expect(searchWindow(fts, { day: '2026-01-01', part: 3 })).toEqual({ from: '2026-01-01T16:00:00', to: '2026-01-02T00:00:00', part: 3 })
  const [first, second] = halves({ from: '2025-12-31T22:00:00', to: '2026-01-01T06:00:00', part: 0 }) ?? []
  expect([first, second]).toEqual([
    { from: '2025-12-31T22:00:00', to: '2026-01-01T02:00:00', part: 0 },
    { from: '2026-01-01T02:00:00', to: '2026-01-01T06:00:00', part: 0 },
  ])
  expect(halves({ from: '2026-01-01T00:00:00', to: '2026-01-01T00:01:00', part: 0 })).toBeUndefined()
})

test('Retry-After is seconds or an HTTP date, or nothing', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  expect(retryAfterSeconds('120', now)).toBe(120)
  expect(retryAfterSeconds('Fri, 20 Nov 2026 12:02:00 GMT', now)).toBe(120)
  expect(retryAfterSeconds('Fri, 20 Nov 2026 11:00:00 GMT', now)).toBe(0)
  for (const value of [null, '', 'soon', '-5', '1.5']) expect(retryAfterSeconds(value, now)).toBeUndefined()
})

describe('merging', () => {
  test('fields one by one, lists by id, null deletes, absent means unchanged', () => {
    const before = { title: 'A', value: { amount: 5, currency: 'GBP' }, lots: [{ id: '1', sme: true }, { id: 2 }], tags: ['x'], gone: 1 }
    const patch = { value: { amount: 6 }, lots: [{ id: '1', title: 'L' }, { id: '3' }], tags: ['y'], gone: null }
    expect(mergeReleases(before, patch)).toEqual({
      title: 'A',
      value: { amount: 6, currency: 'GBP' },
      lots: [{ id: '1', sme: true, title: 'L' }, { id: 2 }, { id: '3' }],
      tags: ['y'],
    })
  })
  test('changes neither side', () => {
    const [before, patch] = [{ a: { b: [{ id: '1', c: 1 }] } }, { a: { b: [{ id: '1', c: 2 }] } }]
    mergeReleases(before, patch)
    expect([before, patch]).toEqual([{ a: { b: [{ id: '1', c: 1 }] } }, { a: { b: [{ id: '1', c: 2 }] } }])
  })
})

describe('releases on their way into the database', () => {
  const [source] = sources
  if (!source) throw new Error('no source')
  const good = { id: '1', ocid: 'ocds-1', date: '2026-01-01T00:00:00Z', tag: ['tender'] }
  test('contact points are gone at any depth and in any spelling; the rest stays', () => {
    const raw = toRawRelease(source, {
      ...good,
      parties: [
        {
          name: 'X',
          contactPoint: { email: 'a@example.org' },
          ' contact Point': 1,
          details: { contactpoint: 2, contact: 3, additionalContactPoints: [] },
        },
      ],
    })
    expect(raw).toMatchObject({ release: { parties: [{ name: 'X', details: { contact: 3 } }] } })
    expect(JSON.stringify(raw)).not.toMatch(/contact ?point/i)
  })
  /** Every name and string of a value, at any depth. */
  const stringsIn = (value: unknown): string[] => {
    if (typeof value === 'string') return [value]
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, member]) => [name, ...stringsIn(member)])
  }
  // The six characters of an escape may be quoted in a text: PostgreSQL takes them. `{"\0":{}}` was a counter-example to a cruder check.
  test('whatever arrives, the stored text is valid and holds no NUL', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' })), (extra) => {
        const raw = toRawRelease(source, { ...structuredClone(extra), ...good, note: `a\0b\ud800${JSON.stringify(extra)}` })
        if ('reported' in raw) throw new Error(raw.reported)
        const json = JSON.stringify(raw.release)
        expect(json).not.toMatch(/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/)
        for (const text of stringsIn(JSON.parse(json))) expect([text.includes('\0'), text.isWellFormed()]).toEqual([false, true])
        expect(JSON.parse(json)).toMatchObject({ ...good, note: expect.stringMatching(/^ab/) })
      }),
      { examples: [[{ '\0': {} }], [{ 'tag\0': 'x', '__pro\0to__': 1 }], [{ '\ud800': '\0\udc00' }]] },
    )
  })
  test('a release is filed by what is stored of it', () => {
    expect(toRawRelease(source, { ...good, 'tag\0': 'x', tag: ['ten\0der'] })).toMatchObject({
      tags: ['tender'],
      release: { tag: ['tender'] },
    })
  })
  test.each([
    null,
    [],
    7,
    'x',
    {},
    { ...good, id: 5 },
    { ...good, id: '' },
    { ...good, ocid: null },
    { ...good, date: 'soon' },
    { ...good, tag: [] },
    { ...good, tag: 'tender' },
  ])('%j is reported, not thrown', (value) => {
    expect(toRawRelease(source, value)).toMatchObject({ reported: expect.any(String) })
  })
  test('nesting without end is cut, not followed', () => {
    let deep: unknown = 1
    for (let depth = 0; depth < 5_000; depth += 1) deep = { deep }
    expect(toRawRelease(source, { ...good, deep })).toMatchObject({ id: '1' })
  })
})
