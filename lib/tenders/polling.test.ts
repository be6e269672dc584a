/**
 * Days of ingests, and of readers who keep what they saw and come again, over both changes of the clocks: days shown late, corrected deadlines,
 * notices that are withdrawn or awarded. What is listed is open; who follows misses nothing and sees nothing twice.
 */
import ICAL from 'ical.js'
import RssParser from 'rss-parser'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { memoryDatabase } from '../../tests/support/database.ts'
import { webOf } from '../../tests/support/endpoint.ts'
import { idsRead } from '../../tests/support/feed-readers.ts'
import { startOcdsSources } from '../../tests/support/ocds-source/index.ts'
import type { Core } from '../core.ts'
import type { Database } from '../db/index.ts'
import { feeds } from './feed/serve.ts'
import { nextIngest } from './ingest/schedule.ts'
import { coreOver, runIngest } from './ingest.test-support.ts'
import type { StoredNotice } from './notices/notice.ts'
import { type Event, london, portals } from './polling.test-support.ts'
import { stopSnapshot } from './snapshot/snapshot.ts'
import { addDays, londonDay, toLondon } from './words/london.ts'

const SECOND = 1000

let database: Database & { clear(): Promise<void> }
beforeAll(async () => {
  database = await memoryDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.clear())

/** A reader who asks for one file with what the last answer gave him to ask with. 304 never stands for anything but what he has. */
function poller(ask: (request: Request) => Promise<Response>, file: string, by: 'etag' | 'date') {
  let kept: { body: string; etag: string; date: string } | undefined
  return async (): Promise<string> => {
    const url = `http://localhost:3000/api/uk-tenders/${file}`
    const condition: Record<string, string> = !kept
      ? {}
      : by === 'etag'
        ? { 'If-None-Match': kept.etag }
        : { 'If-Modified-Since': kept.date }
    const answer = await ask(new Request(url, { headers: condition }))
    if (answer.status === 304) {
      const whole = await ask(new Request(url))
      expect([file, by, await whole.text()]).toEqual([file, by, kept?.body])
      return kept?.body ?? ''
    }
    expect([file, answer.status]).toEqual([file, 200])
    kept = { body: await answer.text(), etag: answer.headers.get('etag') ?? '', date: answer.headers.get('last-modified') ?? '' }
    return kept.body
  }
}

const rss = new RssParser()

/** A reader of RSS: knows guids, and reads on as long as a page has one that is new to him. */
function follower(ask: (request: Request) => Promise<Response>, file: string) {
  const first = poller(ask, file, 'etag')
  const seen = new Set<string>()
  return {
    seen,
    async poll() {
      for (let body: string | null = await first(); body !== null; ) {
        const guids: string[] = (await rss.parseString(body)).items.map(({ guid = '' }) => guid)
        expect(new Set(guids).size).toBe(guids.length)
        const isNew = guids.some((guid) => !seen.has(guid))
        for (const guid of guids) seen.add(guid)
        const next: string | undefined = /<atom:link href="([^"]+)" rel="next"/.exec(body)?.[1]?.replaceAll('&amp;', '&')
        body = isNew && next !== undefined ? await (await ask(new Request(next))).text() : null
      }
    },
  }
}

const FIRST_PAGES = ['cleaning.xml', 'cleaning.atom', 'cleaning.feed.json', 'cleaning/new.xml']

/** A reader of ids who never reads on: what is new to him is on the first page, or missed. */
function glancer(ask: (request: Request) => Promise<Response>, file: string) {
  const read = poller(ask, file, 'etag')
  const seen = new Set<string>()
  return {
    file,
    seen,
    async poll() {
      for (const id of (await read()).match(/(?:fts|cf):[0-9a-f-]+(?=<\/guid>|<\/id>|","url")/g) ?? []) seen.add(id)
    },
  }
}

type Changes = { added: StoredNotice[]; changed: { notice: StoredNotice }[]; closed: { id: string }[] }

/** A reader of changes: his copy, from the day of his last visit on. */
function mirror(ask: (request: Request) => Promise<Response>) {
  const copy = new Map<string, StoredNotice>()
  let from: string | undefined
  return {
    copy,
    async poll(now: number) {
      for (let day = from ?? londonDay(now); day <= londonDay(now); day = addDays(day, 1)) {
        const answer = await ask(new Request(`http://localhost:3000/api/uk-tenders/changes/${day}.json`))
        const { added, changed, closed }: Changes = JSON.parse(await answer.text())
        for (const { id } of closed) copy.delete(id)
        for (const notice of [...added, ...changed.map((change) => change.notice)]) copy.set(notice.id, notice)
      }
      from = londonDay(now)
    },
  }
}

function readersOf(core: Core) {
  const ask = webOf(feeds, core)
  const files = [
    'all.json?sort=deadline',
    'all/all.jsonl',
    'all/all.csv',
    'all/all.ics',
    'cleaning/new.xml',
    'cleaning/closing.json',
    'index.json',
    'feed.xml',
  ]
  const polls = files.flatMap((file) => (['etag', 'date'] as const).map((by) => ({ file, by, poll: poller(ask, file, by) })))
  const follow = follower(ask, 'cleaning.xml')
  const changes = mirror(ask)
  const glancers = FIRST_PAGES.map((file) => glancer(ask, file))

  async function allPages(): Promise<StoredNotice[]> {
    const notices: StoredNotice[] = []
    for (let next: string | null = 'http://localhost:3000/api/uk-tenders/cleaning.json'; next !== null; ) {
      const page: { notices: StoredNotice[]; meta: { next: string | null } } = JSON.parse(await (await ask(new Request(next))).text())
      notices.push(...page.notices)
      next = page.meta.next
    }
    return notices
  }

  /** `open`: what is open by all releases that the portals had shown before the last ingest. */
  async function poll(now: number, open: ReadonlyMap<string, number>): Promise<void> {
    const due = [...open].filter(([, deadline]) => deadline > now)
    const expected = due.map(([id]) => id).sort()
    const listed = await allPages()
    expect(listed.map(({ id }) => id).sort()).toEqual(expected)
    for (const { id, deadline } of listed) expect([id, deadline]).toEqual([id, toLondon(open.get(id) ?? 0)])
    for (const { file, poll: read } of polls) {
      const body = await read()
      const form = /^all\/all\.(.+)$/.exec(file)?.[1]
      if (!form) continue
      for (const ids of await idsRead(form, body, expected)) expect([file, ids.sort()]).toEqual([file, expected])
      if (form !== 'ics') continue
      for (const event of new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent')) {
        const { uid, startDate } = new ICAL.Event(event)
        expect([uid, startDate.toJSDate().getTime()]).toEqual([uid, open.get(uid.replace(/@.*$/, ''))])
      }
    }
    await follow.poll()
    expect(expected.filter((id) => !follow.seen.has(id))).toEqual([])
    for (const { file, seen, poll: glance } of glancers) {
      await glance()
      expect([file, expected.filter((id) => !seen.has(id))]).toEqual([file, []])
    }
    await changes.poll(now)
    expect([...changes.copy.keys()].sort()).toEqual(expected)
    for (const { match: _, ...notice } of listed as (StoredNotice & { match: string })[])
      expect(changes.copy.get(notice.id)).toEqual(notice)
  }
  return { poll, seen: follow.seen }
}

test.each([
  ['2026-03-26', 6, 8],
  ['2026-10-22', 6, 14],
])('from %s, %i days: what is listed is open, and who follows it misses nothing and sees nothing twice', async (from, days, seed) => {
  let now = london(from, 0)
  const sources = await startOcdsSources({ now: () => now })
  const settings = { ...sources.env, INGEST_INTERVAL_MS: 0, INGEST_BACKOFF_SCALE: 0.00001, RATE_LIMIT_PER_MINUTE: 0 }
  const server = coreOver(database, { settings, now: () => now })
  const ingesting = coreOver(database, { settings, now: () => now })
  const readers = readersOf(server)
  const day = portals(seed)
  const open = new Map<string, number>()
  const everListed = new Set<string>()
  let coming: Event[] = []
  try {
    for (let name = from; name < addDays(from, days); name = addDays(name, 1)) {
      coming.push(...day(name))
      now = nextIngest(london(name, 12))
      const told = coming.filter(({ shownAt }) => shownAt <= now)
      coming = coming.filter((event) => !told.includes(event))
      for (const { source, release } of told) sources.add(source, release)
      expect(await runIngest(ingesting, { from: from, to: name })).toMatchObject({ outcome: 'succeeded' })
      for (const { tell } of told.sort((a, b) => a.date - b.date)) tell(open)
      for (const [id, deadline] of open) if (deadline > now) everListed.add(id)
      now += 90 * SECOND
      await readers.poll(now, open)
      const [begins, ends] = [now, nextIngest(now)]
      const deadlines = [...open.values()].filter((deadline) => deadline > begins && deadline < ends)
      for (const moment of [...new Set(deadlines)].sort((a, b) => a - b).flatMap((deadline) => [deadline - SECOND, deadline])) {
        now = moment
        await readers.poll(now, open)
      }
    }
    expect([...everListed].sort()).toEqual([...readers.seen].sort())
    expect(everListed.size).toBeGreaterThan(5 * days)
  } finally {
    await stopSnapshot(server)
    await stopSnapshot(ingesting)
    await sources.stop()
  }
})
