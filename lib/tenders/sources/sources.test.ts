import { expect, test, vi } from 'vitest'
import { cfTender, ftsTender } from '../../../tests/support/ocds-source/index.ts'
import { ATTRIBUTION } from '../feed/feed.ts'
import { SourceFacts } from '../ingest/source-facts.ts'
import { duplicateGroups } from '../notices/duplicates.ts'
import { Notice } from '../notices/notice.ts'
import { replay } from '../notices/replay.ts'
import { isNoticeId, noticeId, sources } from './sources.ts'

// What somebody does who adds a publisher: one value of the type, one line in the list.
vi.mock('./sources.ts', async (original) => {
  const real = await original<typeof import('./sources.ts')>()
  const [first] = real.sources
  const third = { ...first, prefix: 'made', name: 'Made Tenders', site: 'https://www.example.org', ocidPrefix: 'ocds-made01-' }
  return { ...real, sources: [...real.sources, third] }
})

const made = {
  id: '000321-2026',
  date: Date.parse('2026-11-18T09:00:00Z'),
  deadline: Date.parse('2026-12-18T12:00:00Z'),
  title: 'Office cleaning of the town hall',
  description: 'Daily cleaning.',
  cpv: '90919200',
  category: 'services',
  value: 50_000,
  buyer: ['Made Council', 'Madetown', 'G1 1AA', 'UKM82'] as const,
  buyerId: 'GB-MADE-1',
}

test('a further source needs its own file and a line in the list, and nothing else', () => {
  const third = { releases: [ftsTender({ ...made, ocid: 'ocds-made01-1' })] }
  const twin = { releases: [cfTender({ ...made, ocid: 'ocds-b5fd17-1', id: '11111111-1111-4111-8111-111111111111-1' })] }
  const notices = replay([third, twin], Date.parse('2026-11-20T12:00:00Z'), (problem) => expect.unreachable(problem))
  expect(notices.map(({ id, source, open, reason }) => [id, source, open, reason])).toEqual([
    ['cf:11111111-1111-4111-8111-111111111111', 'Contracts Finder', true, null],
    ['made:000321-2026', 'Made Tenders', false, 'duplicate'],
  ])
  const { open: _open, reason: _reason, ...notice } = notices[1]!
  expect(Notice.parse({ ...notice, match: 'title' })).toMatchObject({ id: 'made:000321-2026', source: 'Made Tenders' })
  expect(Notice.safeParse({ ...notice, match: 'title', id: 'xyz:1' }).success).toBe(false)
  expect(SourceFacts.parse([{ source: 'made', data_through: null, failing: false }])).toHaveLength(1)
  expect(ATTRIBUTION).toMatch(/sources: Find a Tender and Contracts Finder and .+ and Made Tenders$/)
})

test('of one opportunity announced by several, the source listed first is served', () => {
  const candidates = sources.map(({ prefix }) => ({
    id: `${prefix}:1`,
    prefix,
    ocid: prefix,
    link: null,
    buyer: 'Made Council',
    title: 'Office cleaning',
    value: null,
    deadline: 0,
    firstPublished: 0,
    listedAt: null,
  }))
  for (const [one, other] of [[0, 1] as const, [1, 2] as const, [0, 2] as const]) {
    const pair = [candidates[other]!, candidates[one]!]
    expect(duplicateGroups(pair, () => '1970-01-01')).toEqual([[candidates[one]!.id, candidates[other]!.id]])
  }
})

test('an id stands in a path as it is, whatever the number of its notice holds', () => {
  expect(noticeId('fts', '083563-2026')).toBe('fts:083563-2026')
  const numbers = ['a/b', 'a%2fb', 'a-b', '../..', 'x?y#z', 'a.json', '...', '🏛', 'x'.repeat(300), `${'x'.repeat(300)}y`]
  const ids = numbers.map((number) => noticeId('fts', number))
  expect(new Set(ids).size).toBe(numbers.length)
  for (const id of ids) expect([id, isNoticeId(id), encodeURIComponent(id)]).toEqual([id, true, id.replace(':', '%3A')])
})
