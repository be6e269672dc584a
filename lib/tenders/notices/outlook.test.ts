import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseJson } from '../sources/json-repair.ts'
import { toRawRelease } from '../sources/release.ts'
import { sources } from '../sources/sources.ts'
import { toOutlook } from './outlook.ts'
import { supplierName, UNNAMED } from './supplier.ts'

const [fts] = sources
if (!fts) throw new Error('no source')
const outlook = (...releases: unknown[]) => {
  const raw = releases.map((release) => {
    const made = toRawRelease(fts, structuredClone(release))
    return 'reported' in made ? expect.unreachable(made.reported) : made
  })
  return toOutlook(fts, 'ocds-h6vhtk-0a0001', raw, () => null)
}
const head = { ocid: 'ocds-h6vhtk-0a0001', buyer: { id: 'GB-1', name: 'Made Council' } }
const award = {
  ...head,
  id: '000301-2026',
  date: '2026-09-03T09:00:00+01:00',
  tag: ['award', 'contract'],
  parties: [
    { id: 'GB-COH-1', name: 'Made Cleaning', roles: ['supplier'], identifier: { scheme: 'GB-COH', id: '01234567' } },
    { id: 'X', name: 'Somebody Else Ltd', roles: ['supplier'] },
  ],
  tender: { title: 'Cleaning', techniques: { hasFrameworkAgreement: true }, classification: { scheme: 'CPV', id: '90910000' } },
  awards: [{ id: '1', status: 'active', suppliers: [{ id: 'GB-COH-1', name: 'Made Cleaning' }] }],
  contracts: [
    {
      id: '1',
      awardID: '1',
      status: 'active',
      dateSigned: '2026-09-02T00:00:00+01:00',
      value: { amount: 35_000, amountGross: 42_000, currency: 'GBP' },
      period: { startDate: '2026-10-01T00:00:00+01:00', endDate: '2027-03-31T23:59:59+01:00', maxExtentDate: '2028-03-31T23:59:59+01:00' },
      hasRenewal: true,
    },
  ],
}

test('an award: the suppliers of the award and no others, its value as a ceiling, its dates', () => {
  expect(outlook(award)).toEqual([
    {
      kind: 'award',
      id: 'fts:ocds-h6vhtk-0a0001:1',
      title: 'Cleaning',
      buyer: 'Made Council',
      main_cpv: '90910000',
      cpvs: ['90910000'],
      suppliers: [{ name: 'Made Cleaning', named: true }],
      value_gbp: 35_000,
      value_basis: 'net',
      value_is_ceiling: true,
      source: 'Find a Tender',
      notice_url: 'https://www.find-tender.service.gov.uk/Notice/000301-2026',
      awarded: '2026-09-02',
      contract_start: '2026-10-01',
      contract_end: '2027-03-31',
      latest_end: '2028-03-31',
      extendable: true,
    },
  ])
})

test('awards of unrelated buyers in one ocid keep each their own buyer, title, value and dates', () => {
  const other = {
    ...award,
    id: '000302-2026',
    date: '2026-09-04T09:00:00+01:00',
    buyer: { id: 'GB-2', name: 'Other Council' },
    tender: { ...award.tender, title: 'Catering', classification: { scheme: 'CPV', id: '55520000' } },
    awards: [{ id: '1', status: 'active', suppliers: [{ id: 'Y', name: 'Made Catering Ltd' }] }],
    contracts: [{ ...award.contracts[0], value: { amount: 9_000, currency: 'GBP' } }],
  }
  const ofBoth = [
    { id: 'fts:ocds-h6vhtk-0a0001:1', title: 'Cleaning', buyer: 'Made Council', value_gbp: 35_000, suppliers: [{ name: 'Made Cleaning' }] },
    { id: 'fts:ocds-h6vhtk-0a0001:GB-2:1', title: 'Catering', buyer: 'Other Council', value_gbp: 9_000, main_cpv: '55520000' },
  ]
  expect(outlook(award, other)).toMatchObject(ofBoth)
  expect(outlook(other, award)).toMatchObject(ofBoth)
  expect(outlook(award, { ...other, buyer: { id: 'GB-PPON-1', name: 'The Made Council' } })).toHaveLength(1)
})

test.each([
  ['Call-off from a framework agreement', false],
  ['Call off under a framework', false],
  ['Direct award under an existing framework agreement', false],
  ['Framework agreement', true],
  ['Open procedure (framework)', true],
  ['Open procedure', false],
])('the value of a contract by "%s" is a ceiling: %s', (procurementMethodDetails, value_is_ceiling) => {
  expect(outlook({ ...award, tender: { title: 'Cleaning', procurementMethodDetails } })).toMatchObject([{ value_is_ceiling }])
})

test('a change of the contract moves its end, in whatever order they come; a cancelled award is none', () => {
  const change = {
    ...head,
    id: '000399-2026',
    date: '2026-10-03T09:00:00+01:00',
    tag: ['contractAmendment'],
    contracts: [{ id: '1', awardID: '1', period: { endDate: '2027-06-30T23:59:59+01:00' } }],
  }
  for (const order of [
    [award, change],
    [change, award],
  ])
    expect(outlook(...order)).toMatchObject([{ contract_start: '2026-10-01', contract_end: '2027-06-30', value_gbp: 35_000 }])
  expect(outlook({ ...award, awards: [{ id: '1', status: 'cancelled' }] })).toEqual([])
})

test('market engagement is planned, with its dates, and becomes no award', () => {
  const engagement = {
    ...head,
    id: '000101-2026',
    date: '2026-09-03T09:00:00+01:00',
    tag: ['planning'],
    planning: {
      documents: [{ id: '000101-2026', noticeType: 'UK2' }],
      milestones: [{ id: '1', type: 'engagement', dueDate: '2026-10-01T23:59:59+01:00' }],
    },
    tender: { title: 'Cleaning', status: 'planning', communication: { futureNoticeDate: '2026-12-01T00:00:00Z' } },
  }
  expect(outlook(engagement)).toMatchObject([
    {
      kind: 'planned',
      stage: 'market engagement',
      published: '2026-09-03',
      expected: '2026-12-01',
      engagement_ends: '2026-10-01',
      tender: null,
    },
  ])
})

test.each([
  ['Acme Cleaning Ltd', [], true],
  ['Acme Cleaning LIMITED', [], true],
  ['Leeds City Council', [], true],
  ['Cwmni Glanhau Cyf', [], true],
  ['Jane Example', [], false],
  ['Jane Example Cleaning', [], false],
  ['Mrs Jane Example, Council cleaner', [], false],
  ['Jane Example t/a Acme Ltd', [], false],
  ['Jane Example trading as Acme Limited', [], false],
  ['Example & Sons', [{ scheme: 'GB-COH', id: '01234567' }], true],
  ['Example & Sons', [{ scheme: 'GB-COH', id: ' ' }], false],
  ['Example & Sons', [{ scheme: 'VAT', id: '1' }], false],
  ['Alimited Example', [], false],
  ['Jane\u200b Example\u0001', [], false],
  ['', [{ scheme: 'GB-COH', id: '01234567' }], false],
])('%s %j is shown: %s', (name, identifiers, named) => {
  expect(supplierName(name, identifiers)).toEqual({ name: named ? name : UNNAMED, named })
})

const RECORDED = '../shared/fixtures/ocds'
test.runIf(existsSync(RECORDED))('every recorded award of Contracts Finder has its value and dates, and names nobody', () => {
  const cf = sources.find(({ prefix }) => prefix === 'cf')
  if (!cf) throw new Error('no source')
  let count = 0
  for (const file of ['releases-2025-01-23_2025-03-11', 'search-page-2024-11-05']) {
    const { releases } = parseJson(readFileSync(`${RECORDED}/cf/${file}.json`, 'utf8')) as { releases: Record<string, never>[] }
    for (const release of releases) {
      const [part] = (release.awards ?? []) as {
        id: string
        value: { amount: number }
        contractPeriod: Record<string, string>
        suppliers: []
      }[]
      if (!part) continue
      const raw = toRawRelease(cf, structuredClone(release))
      if ('reported' in raw) expect.unreachable(raw.reported)
      else
        expect(toOutlook(cf, raw.ocid, [raw], () => null)).toMatchObject([
          {
            value_gbp: part.value.amount > 1 ? part.value.amount : null,
            // All that speak of a framework are call-offs from one.
            value_is_ceiling: false,
            contract_start: part.contractPeriod.startDate?.slice(0, 10),
            contract_end: part.contractPeriod.endDate?.slice(0, 10),
            suppliers: part.suppliers.map(() => ({ name: UNNAMED, named: false })),
          },
        ])
      count += 1
    }
  }
  expect(count).toBe(120)
})

test('what no reader may see is taken out of a supplier’s name', () => {
  expect(supplierName('Made\u0001 \u202eCleaning\n Ltd\uffff', [])).toEqual({ name: 'Made Cleaning Ltd', named: true })
})
