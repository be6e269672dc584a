import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Core, createCore } from '../../lib/core.ts'
import { parseEnv } from '../../lib/env.ts'
import { pagesSection } from '../../lib/pages/tenders/export-pages.ts'
import { createSite } from '../../lib/site/table.ts'
import { exportOnce, keepExported } from '../../lib/tenders/export/export.ts'
import { feedSections } from '../../lib/tenders/export/feed-section.ts'
import { reloadSnapshot, stopSnapshot } from '../../lib/tenders/snapshot/snapshot.ts'
import { virtualTenders } from '../../scripts/bench/tenders-rows.ts'
import { getCall } from '../support/endpoint.ts'

const START = Date.parse('2026-11-20T12:00:00Z')
let now = START
let core: Core
let dir = ''
let site: ReturnType<typeof createSite>
beforeAll(async () => {
  const { database } = virtualTenders(60, START)
  core = createCore(parseEnv({ RATE_LIMIT_PER_MINUTE: '0' }), { now: () => now, openDatabase: async () => database })
  await reloadSnapshot(core, now)
  site = createSite(core)
  dir = await mkdtemp(join(tmpdir(), 'tenders-export-'))
})
afterAll(async () => {
  await stopSnapshot(core)
  await rm(dir, { recursive: true })
})

const SECTIONS = [...feedSections, pagesSection]
const names = () => SECTIONS.flatMap((section) => section.names(now))
const overHttp = async (name: string): Promise<Buffer> => {
  // The page for when the program is down, which therefore it does not answer.
  if (name === 'tenders/away.html') return readFile(at(name))
  const { status, body } = await site(getCall(`/${name.replace(/\.html$/, '')}`))
  expect(status, name).toBe(200)
  return Buffer.from(body ?? '')
}
const at = (name: string): string => join(dir, name)
const feed = (name: string): string => at(`api/uk-tenders/${name}`)

const TWINS = ['', '.gz', '.br']
async function expectAsAnswered(some: string[]): Promise<void> {
  for (const name of some) {
    const file = await readFile(at(name))
    expect(file.equals(await overHttp(name)), name).toBe(true)
    expect(gunzipSync(await readFile(at(`${name}.gz`))).equals(file)).toBe(true)
    expect(brotliDecompressSync(await readFile(at(`${name}.br`))).equals(file)).toBe(true)
  }
}

test('every file and page is what the program answers, byte for byte, and so are its twins', async () => {
  expect(await exportOnce(core, dir, SECTIONS)).toBe(names().length)
  expect(names()).toContain('api/uk-tenders/changes/2026-11-20.json')
  expect(names()).toContain('tenders/cleaning/closing.html')
  expect(names()).toContain('tenders/cleaning/renewals.html')
  expect(names()).toContain('api/uk-tenders/planned/all.ics')
  await expectAsAnswered(names())
  expect((await readdir(dir, { recursive: true })).filter((name) => name.includes('.new'))).toEqual([])
})

/** Addresses of our own that a file names: attributes and texts of markup, strings of JSON, calendars unfolded. */
function addressesIn(text: string): string[] {
  const found = text
    .replaceAll('\r\n ', '')
    .matchAll(
      /(?:href|action|xmlUrl|htmlUrl|domain)="(\/[^"#]*|http:\/\/localhost:3000[^"#]*)|(?<=[">])http:\/\/localhost:3000[^"<>]*|(?<=^URL[^\r\n]*:)http:\/\/localhost:3000[^\s"]*/gm,
    )
  return [...found]
    .map(([all, attribute]) => new URL((attribute ?? all).replaceAll('&amp;', '&'), 'http://localhost:3000'))
    .map(({ pathname, search }) => pathname + search)
}

test('every address that a file, a page or its header names is answered', async () => {
  const named = new Map<string, string>()
  for (const name of names()) {
    const reply = name === 'tenders/away.html' ? undefined : await site(getCall(`/${name.replace(/\.html$/, '')}`))
    const inHeader = [...(reply?.headers.Link ?? '').matchAll(/<http:\/\/localhost:3000([^>]*)>/g)].map(([, path = '']) => path)
    for (const address of [...inHeader, ...addressesIn(await readFile(at(name), 'utf8'))]) named.set(address, name)
  }
  // Images are Next's own; a scheme of categories is a name; the page for when the program is down is the web server's.
  const ours = [...named].filter(([address]) => !/\.(?:ico|png|svg)$|^\/tenders\/(?:away)?$/.test(address))
  expect(ours.length).toBeGreaterThan(500)
  const dead: string[] = []
  for (const [address, name] of ours) {
    const { status } = await site(getCall(address))
    if (status !== 200) dead.push(`${status} ${address} in ${name}`)
  }
  expect(dead).toEqual([])
})

test('what did not change keeps its time, by which servers make entity tags; what changed gets a later one', async () => {
  const all = names().flatMap((name) => TWINS.map((twin) => name + twin))
  const times = async () => new Map(await Promise.all(all.map(async (name) => [name, (await stat(at(name))).mtimeMs] as const)))
  const before = await times()
  await writeFile(feed('cleaning.json'), 'something else')
  await exportOnce(core, dir, SECTIONS)
  const after = await times()
  const changed = 'api/uk-tenders/cleaning.json'
  expect([...after].filter(([name, time]) => time !== before.get(name)).map(([name]) => name)).toEqual(TWINS.map((twin) => changed + twin))
  expect(after.get(changed)).toBeGreaterThan(before.get(changed) ?? 0)
  // The others are the bytes that were compared before: nobody has written them.
  await expectAsAnswered([changed])
})

test('a day of changes that nobody keeps is taken away, and what is not ours stays', async () => {
  await writeFile(feed('changes/2020-01-01.json'), '{}')
  await writeFile(feed('changes/2020-01-01.json.gz'), '')
  await writeFile(at('robots.txt'), '')
  await exportOnce(core, dir, SECTIONS)
  expect((await readdir(feed('changes'))).filter((name) => name.startsWith('2020'))).toEqual([])
  expect(await readdir(dir)).toContain('robots.txt')
})

test('a notice that closes leaves the files when its second has come, with the words and counts of every page', async () => {
  const { notices } = JSON.parse((await readFile(feed('all.json'))).toString()) as { notices: { id: string; deadline: string }[] }
  const [first] = notices
  if (!first) throw new Error('nothing is open')
  now = Date.parse(first.deadline) - 3_000
  const keeping = keepExported(core, dir, SECTIONS)
  try {
    const holds = async () => (await readFile(feed('all.json'))).toString().includes(first.id)
    const isOf = async (name: string) => (await readFile(at(name))).equals(await overHttp(name))
    while (!(await isOf('tenders/all.html'))) await sleep(20)
    expect(await holds()).toBe(true)
    now = Date.parse(first.deadline)
    for (let tries = 0; (await holds()) && tries < 600; tries += 1) await sleep(100)
    for (const name of ['api/uk-tenders/all.json', 'tenders/all.html', 'tenders.html', 'api/uk-tenders/index.json'])
      for (let tries = 0; !(await isOf(name)) && tries < 600; tries += 1) await sleep(100)
    for (const name of names().filter((one) => !one.includes('/changes/'))) expect(await isOf(name), name).toBe(true)
  } finally {
    await keeping.stop()
  }
})
