/**
 * One query language: whatever is asked, every form, page, program and client gives the same notices in the same order; whoever follows `next`
 * reads each notice once, however many close meanwhile; and who reads news finds all of it.
 */
import { selectAll } from 'css-select'
import { DomUtils, parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenders } from '../../clients/typescript/src/tenders.ts'
import { type Core, createCore } from '../../lib/core.ts'
import { parseEnv } from '../../lib/env.ts'
import { fromRequest, toResponse } from '../../lib/http/reply.ts'
import { createSite } from '../../lib/site/table.ts'
import { FORMATS } from '../../lib/tenders/feed/formats.ts'
import { VIEWS } from '../../lib/tenders/feed/views.ts'
import { PARAMETER_NAMES } from '../../lib/tenders/search/parameters.ts'
import { reloadSnapshot, stopSnapshot } from '../../lib/tenders/snapshot/snapshot.ts'
import { TRADES } from '../../lib/tenders/trades/trades.ts'
import { REGIONS } from '../../lib/tenders/words/regions.ts'
import { virtualTenders } from '../../scripts/bench/tenders-rows.ts'
import { idsRead } from '../support/feed-readers.ts'

const START = Date.parse('2026-11-20T12:00:00Z')
const SITE = 'http://localhost:3000'
const OPEN = 5_000
const QUERIES = 200
const TRADE = 'construction'

let now = START
let core: Core
let site: ReturnType<typeof createSite>
beforeAll(async () => {
  const { database } = virtualTenders(OPEN, START)
  core = createCore(parseEnv({ RATE_LIMIT_PER_MINUTE: '0' }), { now: () => now, openDatabase: async () => database })
  await reloadSnapshot(core, now)
  site = createSite(core)
})
afterAll(() => stopSnapshot(core))

const ask: typeof fetch = async (input, init) => toResponse(await site(fromRequest(new Request(input, init))))
async function get(path: string): Promise<string> {
  const response = await ask(path.startsWith('http') ? path : `${SITE}${path}`)
  expect(response.status, path).toBe(200)
  return response.text()
}

const idsIn = async (extension: string, body: string): Promise<string[]> => (await idsRead(extension, body, []))[0]!

const idsOfPage = (body: string): string[] =>
  selectAll('.board h2 a', DomUtils.getElementsByTagName('*', parseDocument(body))).map(
    ({ attribs }) => /\/tenders\/notice\/([^?]+)/.exec(attribs.href ?? '')?.[1] ?? '',
  )

async function overMcp(query: Record<string, string>): Promise<string[]> {
  const numbers = ['limit', 'min_value', 'max_value', 'closing_within']
  const typed = Object.entries(query).map(([name, value]) => [name, numbers.includes(name) ? Number(value) : name === 'sme' ? true : value])
  const answer = await ask(`${SITE}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'search_tenders',
        arguments: Object.fromEntries(typed),
      },
    }),
  })
  const { result } = (await answer.json()) as { result: { structuredContent: { notices: { id: string }[] } } }
  return result.structuredContent.notices.map(({ id }) => id)
}

/** A generator that gives the same numbers every time: a query that fails can be asked again. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function randomQuery(pick: (below: number) => number): Record<string, string> {
  const one = <Value>(values: readonly Value[]): Value => values[pick(values.length)]!
  const often = (share: number, pairs: () => Record<string, string>) => (pick(100) < share ? pairs() : {})
  const words = ['school', 'services', 'maintenance council', '"grounds maintenance"', 'cleaning', 'housing trust', 'nothing-of-the-kind']
  const q = often(30, () => ({ q: one(words) }))
  return {
    trade: one(['all', TRADE, ...TRADES.map(({ slug }) => slug)]),
    sort: one(['deadline', 'value', 'published', ...('q' in q ? ['relevance'] : [])]),
    ...q,
    ...often(40, () => ({ limit: String(1 + pick(25)) })),
    ...often(40, () => ({ match: 'any' })),
    ...often(30, () => ({ region: pick(2) === 0 ? one(REGIONS) : `${one(REGIONS)},${one(REGIONS)}` })),
    ...often(15, () => ({ area: one(['UKE42', 'Leeds', 'LS1', 'West Yorkshire']) })),
    ...often(20, () => ({ min_value: String(pick(200_000)) })),
    ...often(20, () => ({ max_value: String(200_000 + pick(5_000_000)) })),
    ...often(20, () => ({ closing_within: String(1 + pick(60)) })),
    ...often(20, () => ({ published_since: new Date(START - pick(60) * 86_400_000).toISOString().slice(0, 10) })),
    ...often(10, () => ({ listed_since: new Date(START - pick(60) * 86_400_000).toISOString().slice(0, 10) })),
    ...often(15, () => ({ sme: 'true' })),
    ...often(15, () => ({ buyer: one(['council', 'trust', 'authority', 'college']) })),
  }
}

test(`${QUERIES} random queries with an order: the same ids from every form, the page, MCP and the client`, async () => {
  const pick = seeded(20_261_120)
  const client = tenders({ server: SITE, fetch: ask })
  let found = 0
  for (let nth = 0; nth < QUERIES; nth += 1) {
    const query = randomQuery(pick)
    const { trade, limit, ...filters } = query
    const search = `?${new URLSearchParams({ ...filters, ...(limit ? { limit } : {}) })}`
    const expected = await idsIn('json', await get(`/api/uk-tenders/${trade}.json${search}`))
    found += expected.length > 0 ? 1 : 0
    for (const { extension } of FORMATS) {
      const body = await get(`/api/uk-tenders/${trade}.${extension}${search}`)
      for (const ids of await idsRead(extension, body, expected)) expect(ids, `${extension} ${trade}${search}`).toEqual(expected)
    }
    const page = idsOfPage(await get(`/tenders/${trade}?${new URLSearchParams(filters)}`))
    expect(page.slice(0, Number(limit ?? 25)), `page ${trade}${search}`).toEqual(expected)
    expect(await overMcp({ ...query, limit: limit ?? '25' }), `MCP ${trade}${search}`).toEqual(expected)
    const { notices } = await client.search(query as Parameters<typeof client.search>[0])
    expect(
      notices.map(({ id }) => id),
      `client ${trade}${search}`,
    ).toEqual(expected)
  }
  // Most of them find something, or nothing was compared.
  expect(found).toBeGreaterThan(QUERIES * 0.6)
})

/** What nobody sane asks for, by parameter: texts of all scripts and none, values just outside, and what tries to be code. */
const HOSTILE: Record<string, string[]> = {
  q: [
    ...[
      'café',
      'CAFE\u0301',
      'ﬁre',
      'STRAẞE',
      'İstanbul',
      'گروه',
      '清掃',
      '👩\u200d🚒',
      'school\u202egnitnap',
      'school\u0000',
      'scho\u00adol',
    ],
    ...[
      '"grounds',
      '""',
      '"',
      "'; drop table notices; --",
      '<script>alert(1)</script>',
      '%',
      '*',
      '-',
      '../../etc/passwd',

      '\ud800',
    ],
    ...['a'.repeat(600), 'school '.repeat(60), 'school\tmaintenance', 'school\r\nX: y', ' school ', '', ' '],
  ],
  buyer: ['Council', 'côuncil', '<b>', '"council"', ',', 'x'.repeat(600), ''],
  area: ['leeds', 'LEEDS', ' Leeds ', 'UKE42 ', 'LS1', 'ls1', 'LS1 1UR', 'ZZ99', 'Leeds,York', "O'Connor"],
  region: ['london', 'London,', 'London,London', ',', 'London;Wales', 'Narnia', 'Yorkshire and The Humber', 'London,Narnia', ''],
  min_value: ['0', '-1', '1e3', '1.5', '0x10', '٣', '9007199254740993', 'NaN', '£5', ' 5', ''],
  closing_within: ['0', '1', '-1', '366', '99999', '1.0', '7d', ''],
  published_since: ['2026-11-20', '2026-02-30', '2026-1-1', 'yesterday', '9999-12-31', '0000-01-01', ''],
  listed_since: ['2026-11-20', '2026-02-30', 'today', '9999-12-31', ''],
  sme: ['true', 'TRUE', '1', 'false', 'yes', ''],
  match: ['title', 'ANY', 'none'],
  sort: ['relevance', 'Value', 'price', ''],
  limit: ['1', '25', '26', '0', '-1', '5.0', '٥', '1e1', ''],
  cursor: ['x', '', '0', 'eyJ9', 'A'.repeat(3_000)],
  constructor: ['1'],
  __proto__x: ['1'],
}

test('hostile values: every form, the page and the client answer the same ids, or the same refusal of the same parameter', async () => {
  const client = tenders({ server: SITE, fetch: ask })
  const kinds = { answered: 0, refused: 0 }
  const faults: string[] = []
  for (const [name, values] of Object.entries(HOSTILE))
    for (const value of values) {
      const search = `?${new URLSearchParams({ sort: 'deadline', [name]: value })}`
      const whole = await ask(`${SITE}/api/uk-tenders/all.json${search}`)
      const body = await whole.text()
      const said = whole.status === 200 ? await idsIn('json', body) : `${whole.status} ${JSON.parse(body).code} ${JSON.parse(body).param}`
      expect([200, 400], `${name}=${value} gave ${whole.status}`).toContain(whole.status)
      kinds[whole.status === 200 ? 'answered' : 'refused'] += 1
      const check = (form: string, other: unknown, meant: unknown = said) => {
        if (JSON.stringify(other) !== JSON.stringify(meant))
          faults.push(
            `${form} ${name}=${JSON.stringify(value).slice(0, 40)}: ${JSON.stringify(other).slice(0, 80)}, not ${JSON.stringify(meant).slice(0, 80)}`,
          )
      }
      for (const { extension } of FORMATS) {
        const answer = await ask(`${SITE}/api/uk-tenders/all.${extension}${search}`)
        const text = await answer.text()
        if (answer.status !== 200) check(extension, `${answer.status} ${JSON.parse(text).code} ${JSON.parse(text).param}`)
        else if (Array.isArray(said)) for (const ids of await idsRead(extension, text, said)) check(extension, ids)
        else check(extension, 'an answer')
      }
      if (name !== 'limit' && name !== 'cursor') {
        let page = await ask(`${SITE}/tenders/all${search}`)
        const target = page.status >= 300 && page.status < 400 ? new URL(page.headers.get('location') ?? '', SITE) : null
        if (target) page = await ask(target.href)
        // Money as people write it leads to the address with the number, and that is what every form reads.
        const isMoney = target !== null && !Array.isArray(said) && name.endsWith('_value')
        const meant = isMoney ? await idsIn('json', await (await ask(`${SITE}/api/uk-tenders/all.json${target.search}`)).text()) : said
        // A form sends every field that was left empty.
        if (value.trim() !== '')
          check('page', page.status === 200 ? idsOfPage(await page.text()) : page.status === 400 ? said : page.status, meant)
      }
      const query = { trade: 'all', sort: 'deadline', [name]: value } as unknown as Parameters<typeof client.search>[0]
      const byClient = await client.search(query).then(
        ({ notices }) => notices.map(({ id }) => id),
        (error: { problem?: { status: number; code: string; param: string } }) =>
          error.problem ? `${error.problem.status} ${error.problem.code} ${error.problem.param}` : String(error),
      )
      if (value !== '') check('client', byClient)
    }
  expect(faults).toEqual([])
  expect(Math.min(...Object.values(kinds))).toBeGreaterThan(20)
})

test('a cursor of one form goes on in every other, again and again, and in no other order', async () => {
  for (const sort of ['deadline', 'value', 'published']) {
    const search = `sort=${sort}&region=London,Wales&match=any&limit=7`
    const { meta } = JSON.parse(await get(`/api/uk-tenders/all.json?${search}`))
    const cursor = new URL(meta.next).searchParams.get('cursor') ?? ''
    const next = await idsIn('json', await get(`/api/uk-tenders/all.json?${search}&cursor=${cursor}`))
    expect(next).toHaveLength(7)
    for (const { extension } of [...FORMATS, ...FORMATS])
      for (const ids of await idsRead(extension, await get(`/api/uk-tenders/all.${extension}?${search}&cursor=${cursor}`), next))
        expect(ids, extension).toEqual(next)
    const other = await ask(
      `${SITE}/api/uk-tenders/all.json?${search.replace(sort, sort === 'value' ? 'deadline' : 'value')}&cursor=${cursor}`,
    )
    expect(other.status).toBe(400)
  }
})

/** Where each form says that it goes on. */
const nextOf: Record<string, (body: string) => string | null> = {
  json: (body) => JSON.parse(body).meta.next,
  xml: (body) => /<atom:link href="([^"]+)" rel="next"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? null,
  atom: (body) => /<link rel="next" href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? null,
  'feed.json': (body) => JSON.parse(body).next_url ?? null,
}
const nextOfLink = async (path: string): Promise<string | null> => {
  const response = await ask(path.startsWith('http') ? path : `${SITE}${path}`)
  return /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null
}

type Known = { id: string; published: string; deadline: string }
const wholeTrade = async (search = '', slug: string = TRADE): Promise<Known[]> =>
  (await get(`/api/uk-tenders/${slug}/all.jsonl${search}`))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

describe('reading on', () => {
  test('a whole file begins as its query does and ends with the last that matches: every filter, and every two', async () => {
    const one: [string, string][] = Object.entries({
      ...{ region: 'London,Wales', area: 'LS1', min_value: '100000', max_value: '900000', closing_within: '20' },
      ...{ published_since: '2026-11-01', listed_since: '2026-11-01', sme: 'true', buyer: 'council', q: 'school', match: 'any' },
    })
    expect(one.map(([name]) => name).sort()).toEqual(PARAMETER_NAMES.filter((name) => !/^(limit|sort|cursor)$/.test(name)).toSorted())
    const all = JSON.parse(await get(`/api/uk-tenders/${TRADE}.json`)).meta.total_open
    for (const [at, filter] of one.entries())
      for (const other of one.slice(at)) {
        const search = new URLSearchParams([filter, ...(other === filter ? [] : [other])])
        const { meta, notices } = JSON.parse(await get(`/api/uk-tenders/${TRADE}.json?${search}&sort=deadline`))
        if (other === filter && filter[0] !== 'match') expect(meta.total_matching, `${search} chooses`).toSatisfy((n) => n > 0 && n < all)
        for (const extension of ['jsonl', 'csv']) {
          const address = `/api/uk-tenders/${TRADE}/all.${extension}?${search}`
          for (const ids of await idsRead(extension, await get(address), [])) {
            expect([ids.length, new Set(ids).size], address).toEqual([meta.total_matching, meta.total_matching])
            expect(ids.slice(0, notices.length), address).toEqual(notices.map(({ id }: Known) => id))
          }
        }
      }
  })

  test.each(Object.keys(VIEWS))('the view %s: every form is read to its end by what it says comes next', async (view) => {
    const known = (await wholeTrade('', 'all')).map(({ id }) => id)
    for (const { extension } of FORMATS)
      for (const search of ['limit=9', 'limit=9&q=school', 'limit=9&sort=value']) {
        const first = `/api/uk-tenders/all/${view}.${extension}?${search}`
        const { total_matching } = JSON.parse(await get(`/api/uk-tenders/all/${view}.json?${search}`)).meta
        const read: string[] = []
        let pages = 0
        for (let path: string | null = first; path !== null; pages += 1) {
          for (const ids of (await idsRead(extension, await get(path), known)).slice(0, 1)) read.push(...ids)
          path = await nextOfLink(path)
        }
        expect([read.length, new Set(read).size], first).toEqual([total_matching, total_matching])
        if (!search.includes('q=')) expect(pages, first).toBeGreaterThan(2)
      }
  })

  test.each(['json', 'xml', 'atom', 'feed.json'])('%s: the Link header says what the body says', async (extension) => {
    const path = `/api/uk-tenders/${TRADE}.${extension}`
    expect(await nextOfLink(path)).toBe(nextOf[extension]!(await get(path)))
  })

  test('of the notices of the last three days all are in the RSS of their trade, and the first 25 are the newest 25', async () => {
    now = START
    const since = new Date(START - 3 * 86_400_000).toISOString().slice(0, 10)
    let listed = 0
    for (const { slug } of TRADES) {
      const known = await wholeTrade('', slug)
      const read: string[] = []
      for (let path: string | null = `/api/uk-tenders/${slug}.xml`; path !== null; ) {
        const body = await get(path)
        read.push(...(await idsIn('xml', body)))
        path = nextOf.xml!(body)
      }
      const recent = known.filter(({ published }) => published >= since)
      expect(recent.filter(({ id }) => !read.includes(id))).toEqual([])
      listed += recent.length
      const newestFirst = known.toSorted((a, b) => (a.published === b.published ? 0 : a.published > b.published ? -1 : 1))
      // Ties go by deadline, then id: `all` is in that order already and the sort is stable.
      expect(read.slice(0, 25), slug).toEqual(newestFirst.slice(0, 25).map(({ id }) => id))
      expect(new Set(read).size).toBe(known.length)
    }
    expect(listed).toBeGreaterThan(100)
  })

  test.each([
    ['xml', ''],
    ['atom', ''],
    ['json', ''],
    ['json', '?sort=value'],
    ['json', '?sort=published'],
    ['feed.json', '?sort=deadline'],
  ])('%s%s: a trade of over 350 while 20 of them close: none twice, none left out', async (extension, search) => {
    now = START
    const before = await wholeTrade()
    expect(before.length).toBeGreaterThan(350)
    // The deadlines of twenty that are read late by any order: two pass before each of the first ten pages.
    const closing = before.slice(0, 20).map(({ deadline }) => Date.parse(deadline))
    const read: string[] = []
    let pages = 0
    for (let path: string | null = `/api/uk-tenders/${TRADE}.${extension}${search}`; path !== null; pages += 1) {
      const body: string = await get(path)
      read.push(...(await idsIn(extension, body)))
      path = nextOf[extension]!(body)
      now = Math.max(now, closing[Math.min(2 * pages + 1, closing.length - 1)]!)
    }
    expect(pages).toBeGreaterThan(13)
    const after = await wholeTrade()
    expect(before.length - after.length).toBeGreaterThanOrEqual(20)
    expect(new Set(read).size).toBe(read.length)
    const seen = new Set(read)
    expect(after.filter(({ id }) => !seen.has(id))).toEqual([])
    now = START
  })

  test('the client reads on by itself, and its errors say what a query may be', async () => {
    const client = tenders({ server: SITE, fetch: ask })
    const ids: string[] = []
    for await (const { id } of client.all({ trade: TRADE, region: ['London', 'Wales'] })) ids.push(id)
    expect(ids).toEqual((await wholeTrade('?region=London,Wales')).map(({ id }) => id))
    expect(ids.length).toBeGreaterThan(25)
    await expect(client.search({ trade: TRADE, region: 'Narnia' })).rejects.toMatchObject({
      name: 'ProblemError',
      problem: { code: 'invalid_input', param: 'region' },
    })
    const away = tenders({ server: SITE, fetch: () => Promise.reject(new TypeError('refused')) })
    await expect(away.search()).rejects.toMatchObject({ name: 'UnreachableError' })
    const other = tenders({ server: SITE, fetch: async () => new Response('<p>login</p>') })
    await expect(other.search()).rejects.toMatchObject({ name: 'UnreachableError' })
  })
})
