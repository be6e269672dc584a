import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cfTender, ftsTender } from '../../../tests/support/ocds-source/index.ts'
import { parseJson } from '../sources/json-repair.ts'
import { replay } from './replay.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const made = (title: string, buyer = 'Made Council') => ({
  ocid: 'ocds-h6vhtk-0a0001',
  id: '000201-2026',
  date: Date.parse('2026-11-18T09:00:00Z'),
  deadline: Date.parse('2026-12-18T12:00:00Z'),
  title,
  description: 'Daily.',
  cpv: '90919200',
  category: 'services',
  value: 50_000,
  buyer: [buyer, 'Madetown', 'G1 1AA', 'UKM82'] as const,
  buyerId: 'GB-MADE-1',
})
const linked = (title: string, ocid: string, rel = 'canonical') => ({
  ...ftsTender(made(title)),
  links: [{ rel, href: `https://api.publiccontractsscotland.gov.uk/v1/Notice?id=${ocid}` }],
})
const scottish = (ocid: string, title: string, buyer = 'Somewhat Other Council') => ({
  ocid,
  date: '2026-11-17T00:00:00Z',
  tag: ['tender'],
  parties: [{ id: 'org-1', name: buyer, roles: ['buyer'] }],
  buyer: { id: 'org-1', name: buyer },
  tender: {
    title,
    status: 'active',
    tenderPeriod: { endDate: '2026-12-18T12:00:00Z' },
    documents: [{ id: `NOV${ocid.slice(-6)}`, documentType: 'contractNotice' }],
  },
  links: [{ rel: 'canonical', href: `https://api.publiccontractsscotland.gov.uk/v1/Notice?id=${ocid}` }],
})
const read = (...releases: unknown[]) => replay([{ releases }], NOW, (problem) => expect.unreachable(problem))
const brief = (notices: ReturnType<typeof read>) => notices.map(({ id, open, also_at }) => [id, open, also_at.map((other) => other.id)])

test('a link between portals makes two notices one, whatever buyer and title say', () => {
  const twin = scottish('ocds-r6ebe6-0000900001', 'Glanadh')
  expect(brief(read(linked('Cleaning', 'ocds-r6ebe6-0000900001'), twin))).toEqual([
    ['fts:000201-2026', true, ['pcs:NOV900001']],
    ['pcs:NOV900001', false, []],
  ])
  expect(brief(read(linked('Cleaning', 'ocds-r6ebe6-0000900009'), twin)).map(([, open]) => open)).toEqual([true, true])
  expect(brief(read(linked('Cleaning', 'ocds-r6ebe6-0000900001', 'related'), twin)).map(([, open]) => open)).toEqual([true, true])
})

test('with a link to another notice likeness counts no more', () => {
  const like = scottish('ocds-r6ebe6-0000900002', 'Office cleaning of the town hall', 'Made Council')
  expect(brief(read(linked('Office cleaning of the town hall', 'ocds-r6ebe6-0000900001'), like)).map(([, open]) => open)).toEqual([
    true,
    true,
  ])
  expect(brief(read(ftsTender(made('Office cleaning of the town hall')), like)).map(([, open]) => open)).toEqual([true, false])
})

test('the one that is served names every portal', () => {
  const cf = cfTender({ ...made('Office cleaning of the town hall'), ocid: 'ocds-b5fd17-1', id: '11111111-1111-4111-8111-111111111111-1' })
  const twin = scottish('ocds-r6ebe6-0000900001', 'Glanadh')
  const [first] = brief(read(cf, twin, linked('Office cleaning of the town hall', 'ocds-r6ebe6-0000900001')))
  expect(first).toEqual(['fts:000201-2026', true, ['cf:11111111-1111-4111-8111-111111111111', 'pcs:NOV900001']])
})

const RECORDED = '../shared/fixtures/ocds'
test.runIf(existsSync(RECORDED))(
  'over all recorded notices of four portals nothing is joined but two notices that their portals published twice',
  () => {
    const files = [
      'cf/releases-2025-01-23_2025-03-11',
      'cf/search-page-2024-11-05',
      'fts/mixed-2026-09-03',
      'fts/stages-tender-2026-05-27_29',
      'fts/tenders-2021-07_09',
      'other/pcs-scotland',
      'other/sell2wales',
      'proactis/pcs-scotland-full',
      'proactis/sell2wales-full',
    ]
    const packages = files.map((file) => parseJson(readFileSync(`${RECORDED}/${file}.json`, 'utf8')))
    // Before the first of them was published nothing is closed yet by the clock.
    const notices = replay(packages, 0, () => {})
    const pairs = notices.flatMap(({ id, also_at }) => also_at.map((other) => `${id} ${other.id}`))
    expect(pairs).toEqual(['fts:050719-2026 fts:050712-2026', 's2w:148390 s2w:148297'])
  },
)
