/**
 * The forms that feed readers and calendars read, by the letter of their standards (Atom and RSS by schemas and xmllint, iCalendar by RFC 5545),
 * for every trade and view, with texts that were sent to break them.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Core } from '../../lib/core.ts'
import type { Database } from '../../lib/db/index.ts'
import { fromRequest, toResponse } from '../../lib/http/reply.ts'
import { createSite } from '../../lib/site/table.ts'
import { coreOver, storeMade } from '../../lib/tenders/ingest.test-support.ts'
import { publishNotices } from '../../lib/tenders/publish/publish.ts'
import { reloadSnapshot, stopSnapshot } from '../../lib/tenders/snapshot/snapshot.ts'
import { sourceOf } from '../../lib/tenders/sources/sources.ts'
import { TRADES } from '../../lib/tenders/trades/trades.ts'
import { memoryDatabase } from '../support/database.ts'
import { generateReleases, type MadeRelease } from '../support/ocds-source/index.ts'
import { findRequirement } from '../support/programs.ts'
import { requires } from '../support/requires.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const SLUGS = TRADES.map(({ slug }) => slug)

const HOSTILE = [
  'NUL\u0000 bell\u0007 vertical\u000B unit\u001F del\u007F next\u0085 end',
  'lone \uD800 surrogate \uDC00, swapped \uDE00\uD83D, and \uFFFE\uFFFF',
  'right \u202Eto left\u2069 zero\u200Bwidth \uFEFF mark',
  ']]> <![CDATA[ </title></item><item><title>injected &amp;lt; &#0; &#x1F; &bogus; <?xml version="1.0"?>',
  'END:VEVENT\r\nBEGIN:VEVENT\r\nUID:injected\r\nSUMMARY;X="a:b";Y=\\n\\,\\;',
  `very long ${'ünï😀'.repeat(400)}`,
  'word'.repeat(400),
  '\'quotes" & <b>tags</b>; back\\slash, $& $1 %s {{x}}',
  '\u2028\u2029\t\r\n  ',
]

let database: Database
let core: Core
let site: ReturnType<typeof createSite>
const folder = mkdtempSync(join(tmpdir(), 'feed-schemas-'))

function spoil(release: MadeRelease, index: number): MadeRelease {
  const text = HOSTILE[index % HOSTILE.length]!
  const tender = release.tender as { title: string }
  const spoilt = { ...tender, title: `${tender.title} ${text}`, description: text, procurementMethodDetails: text }
  return { ...release, buyer: { ...(release.buyer as object), name: `Council ${text}` }, tender: spoilt }
}

/** Contracts that end soon and plans, so that what comes up has something to say too. */
const outlook = SLUGS.flatMap((slug, index) => {
  const name = TRADES[index]!.keywords[0]!.replace('*', '')
  const text = HOSTILE[index % HOSTILE.length]!
  const common = (number: number) => ({
    ocid: `ocds-h6vhtk-0f${number}`,
    id: `${number}-2026`,
    date: '2026-09-03T09:00:00+01:00',
    buyer: { id: 'GB-1', name: `Council ${text}` },
  })
  const title = `${name} (${slug}) ${text}`
  const award = { id: '1', status: 'active', suppliers: [{ id: 'X', name: `Made ${text} Ltd` }] }
  return [
    { ...common(800_000 + index), tag: ['award'], tender: { title }, awards: [{ ...award, contractPeriod: { endDate: '2027-01-31' } }] },
    {
      ...common(810_000 + index),
      ...{ tag: ['planning'], tender: { title, description: text } },
      planning: { documents: [{ id: `${810_000 + index}-2026`, noticeType: 'UK2' }] },
    },
  ]
})

beforeAll(async () => {
  database = await memoryDatabase()
  core = coreOver(database, { now: () => NOW })
  const made = generateReleases({ count: 300, now: NOW, seed: 11 })
  for (const [prefix, releases] of Object.entries({ fts: [...made.fts.map(spoil), ...outlook], cf: made.cf.map(spoil) })) {
    await storeMade(database, sourceOf(prefix as 'fts' | 'cf'), releases)
  }
  await publishNotices(database, NOW)
  await reloadSnapshot(core, NOW)
  site = createSite(core)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await stopSnapshot(core)
  await database.close()
})

async function get(path: string): Promise<string> {
  const response = toResponse(await site(fromRequest(new Request(`http://localhost:3000/api/uk-tenders/${path}`))))
  expect(response.status, path).toBe(200)
  const bytes = Buffer.from(await response.arrayBuffer())
  // As a strict reader decodes it.
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

const each = (path: string) => ['all', ...SLUGS].map((slug) => path.replace('<trade>', slug))
const some = (...paths: string[]) =>
  ['all', 'cleaning', 'construction'].flatMap((slug) => paths.map((path) => path.replace('<trade>', slug)))

requires('xmllint')('by their schemas', () => {
  const validate = async (schema: string, paths: readonly string[]) => {
    const files: string[] = []
    let entries = 0
    for (const [index, path] of paths.entries()) {
      const body = await get(path)
      entries += body.split(/<(?:item|entry)>/).length - 1
      files.push(join(folder, `${schema}-${index}.xml`))
      writeFileSync(files.at(-1)!, body)
    }
    const rng = join(import.meta.dirname, `../support/feed-schemas/${schema}.rng`)
    // Every finding is on standard error, and any makes the command fail.
    execFileSync(findRequirement('xmllint')!, ['--noout', '--nonet', '--relaxng', rng, ...files], { stdio: ['ignore', 'ignore', 'pipe'] })
    return entries
  }

  test('RSS', async () => {
    const paths = [
      'feed.xml',
      ...each('<trade>.xml?match=any'),
      ...some('<trade>.xml?limit=2', '<trade>/new.xml', '<trade>/closing.xml'),
      ...SLUGS.flatMap((slug) => [`renewals/${slug}.xml`, `planned/${slug}.xml`]),
    ]
    expect(await validate('rss', paths)).toBeGreaterThan(200)
  })

  test('Atom', async () => {
    const paths = [
      ...each('<trade>.atom?match=any'),
      ...some('<trade>.atom?limit=2&sort=value', '<trade>/new.atom', '<trade>/closing.atom'),
    ]
    expect(await validate('atom', paths)).toBeGreaterThan(200)
  })

  test('the schemas find what is wrong', async () => {
    for (const [schema, path, from, to] of [
      ['atom', 'all.atom', /<updated>[^<]*<\/updated>/, '<updated>yesterday</updated>'],
      ['atom', 'all.atom', /<id>[^<]*<\/id>/, ''],
      ['rss', 'all.xml', /<guid/, '<guid>twice</guid><guid'],
      ['rss', 'all.xml', /<pubDate>[^<]*</, '<pubDate>2026-11-20<'],
    ] as const) {
      const file = join(folder, 'broken.xml')
      writeFileSync(file, (await get(path)).replace(from, to))
      const rng = join(import.meta.dirname, `../support/feed-schemas/${schema}.rng`)
      expect(() => execFileSync(findRequirement('xmllint')!, ['--noout', '--relaxng', rng, file], { stdio: 'ignore' }), to).toThrow()
    }
  })
})

/** A property by the grammar of RFC 5545, section 3.1: a name, parameters, a colon, and no control character but TAB. */
const CONTENT_LINE = /^[A-Z0-9-]+(?:;[A-Z0-9-]+=(?:"[^"\p{Cc}]*"|[^";:,\p{Cc}]*)(?:,(?:"[^"\p{Cc}]*"|[^";:,\p{Cc}]*))*)*:(?:\t|\P{Cc})*$/u

test('iCalendar', async () => {
  let [events, alarms] = [0, 0]
  for (const path of [
    ...each('<trade>/all.ics'),
    ...some('<trade>.ics?match=any', '<trade>/new.ics', '<trade>/closing.ics'),
    ...SLUGS.flatMap((slug) => [`renewals/${slug}.ics`, `planned/${slug}.ics`]),
  ]) {
    const body = await get(path)
    expect(body.endsWith('END:VCALENDAR\r\n'), path).toBe(true)
    const folded = body.slice(0, -2).split('\r\n')
    for (const line of folded) {
      expect(Buffer.byteLength(line), path).toBeLessThanOrEqual(75)
      expect(line, path).not.toMatch(/[\r\n]/)
    }
    for (const line of body.slice(0, -2).replaceAll('\r\n ', '').split('\r\n')) expect(line, path).toMatch(CONTENT_LINE)
    const calendar = new ICAL.Component(ICAL.parse(body))
    expect([calendar.getFirstPropertyValue('version'), typeof calendar.getFirstPropertyValue('prodid')]).toEqual(['2.0', 'string'])
    const uids: string[] = []
    for (const event of calendar.getAllSubcomponents('vevent')) {
      events += 1
      for (const name of ['uid', 'dtstamp', 'dtstart', 'summary']) expect(event.getAllProperties(name), `${path} ${name}`).toHaveLength(1)
      uids.push(String(event.getFirstPropertyValue('uid')))
      // Section 3.8.7.2: always in UTC.
      expect(event.getFirstProperty('dtstamp')?.toICALString()).toMatch(/^DTSTAMP:\d{8}T\d{6}Z$/)
      expect(event.getAllProperties('dtend').length + event.getAllProperties('duration').length).toBeLessThanOrEqual(1)
      for (const alarm of event.getAllSubcomponents('valarm')) {
        alarms += 1
        for (const name of ['action', 'trigger', 'description']) expect(alarm.getAllProperties(name), `${path} ${name}`).toHaveLength(1)
        expect(alarm.getFirstPropertyValue('action')).toBe('DISPLAY')
      }
    }
    expect(new Set(uids).size, path).toBe(uids.length)
  }
  expect(Math.min(events, alarms)).toBeGreaterThan(200)
})

test('JSON Feed and JSON Lines hold no text that is not text', async () => {
  for (const path of [...each('<trade>.feed.json?match=any'), ...some('<trade>/all.jsonl', '<trade>/new.feed.json')]) {
    const body = await get(path)
    for (const line of path.endsWith('.jsonl') ? body.split('\n').filter(Boolean) : [body])
      expect(JSON.stringify(JSON.parse(line)), path).not.toMatch(/[\p{Cs}]|\\u(?:00[01]|d[89a-f]|fff[ef])/iu)
  }
})
