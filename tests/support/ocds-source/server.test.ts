import { afterEach, expect, test } from 'vitest'
import { generateReleases, type OcdsSources, startOcdsSources } from './index.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const FTS = '/api/1.0/ocdsReleasePackages'
const CF = '/Published/Notices/OCDS/Search'

let sources: OcdsSources
afterEach(() => sources.stop())
const get = (path: string) => fetch(`${sources.originOf(path.startsWith(CF) ? 'cf' : 'fts')}${path}`)
const page = async (path: string) => (await (await get(path)).json()) as { releases: { id: string }[]; links?: { next: string } }

test.each([
  `${FTS}?limit=0`,
  `${FTS}?limit=101`,
  `${FTS}?publishedFrom=2026-01-01`,
  `${FTS}?updatedFrom=yesterday`,
  `${CF}?limit=0`,
  `${CF}?updatedFrom=2026-01-01T00:00:00`,
])('refuses %s, as the real source does', async (path) => {
  sources = await startOcdsSources()
  expect((await get(path)).status).toBe(400)
})

test('refuses the 13th request in its window, and counts them all', async () => {
  sources = await startOcdsSources({ rate: { requests: 12, windowMs: 120_000 } })
  const statuses: number[] = []
  for (let index = 0; index < 13; index += 1) statuses.push((await get(FTS)).status)
  expect(statuses).toEqual([...Array(12).fill(200), 429])
  expect((await get(CF)).status).toBe(200)
  expect(sources.requests).toHaveLength(14)
})

test('pages newest first until nothing is left, and gives every release once', async () => {
  const made = generateReleases({ count: 130, now: NOW })
  sources = await startOcdsSources(made)
  const ids: string[] = []
  for (let path: string | undefined = `${FTS}?limit=30`; path !== undefined; ) {
    const { releases, links }: Awaited<ReturnType<typeof page>> = await page(path)
    ids.push(...releases.map(({ id }) => id))
    path = links && new URL(links.next).pathname + new URL(links.next).search
  }
  expect(ids).toHaveLength(made.fts.length)
  expect(new Set(ids).size).toBe(ids.length)
})

test('serves nothing from the future of its clock, and hides new notices behind stages=tender', async () => {
  let now = NOW - 10 * 86_400_000
  const made = generateReleases({ count: 80, now: NOW })
  sources = await startOcdsSources({ ...made, now: () => now })
  const before = (await page(FTS)).releases.length
  now = NOW
  expect((await page(FTS)).releases.length).toBeGreaterThan(before)
  expect((await page(`${FTS}?stages=tender`)).releases).toEqual([])
})

test('the same seed gives the same releases, numbered without a hole', () => {
  sources = { ...sources, stop: async () => {} }
  const made = generateReleases({ count: 150, now: NOW, seed: 3 })
  expect(generateReleases({ count: 150, now: NOW, seed: 3 })).toEqual(made)
  const numbers = made.fts.map(({ id }) => Number(id.slice(0, 6)))
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
})
