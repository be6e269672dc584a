import { expect, test } from 'vitest'
import {
  award,
  cancellation,
  cfTender,
  ftsTender,
  type MadeRelease,
  type MadeTender,
  marketEngagement,
  tenderUpdate,
} from '../../../tests/support/ocds-source/index.ts'
import { replay } from './replay.ts'

const at = (text: string) => Date.parse(text)
const NOW = at('2026-11-20T12:00:00Z')

const base: MadeTender = {
  ocid: 'ocds-h6vhtk-0c0001',
  id: '000601-2026',
  date: at('2026-11-02T09:00:00Z'),
  deadline: at('2026-12-10T12:00:00Z'),
  title: 'Window cleaning of schools',
  description: 'Twice a year.',
  cpv: '90911300',
  category: 'services',
  value: 60_000,
  buyer: ['Made Council', 'Madetown', 'LS1 1UR', 'UKE42'],
  buyerId: 'GB-MADE-1',
}
const fts = (changes: Partial<MadeTender> = {}) => ftsTender({ ...base, ...changes })
const cf = (changes: Partial<MadeTender> = {}) =>
  cfTender({ ...base, ocid: 'ocds-b5fd17-aaaa', id: '44444444-4444-4444-8444-444444444444-7', ...changes })
/** The tender of a release with members changed; `undefined` takes one away. */
const withTender = (release: MadeRelease, changes: Record<string, unknown>): MadeRelease => ({
  ...release,
  tender: { ...(release.tender as Record<string, unknown>), ...changes },
})
const notices = (releases: readonly unknown[], now = NOW) => replay([{ releases: JSON.parse(JSON.stringify(releases)) }], now, () => {})
const only = (releases: readonly unknown[], now = NOW) => {
  const [first, ...rest] = notices(releases, now)
  expect(rest).toEqual([])
  return first
}

test('a notice is open while now < deadline, compared to the second', () => {
  const deadline = base.deadline
  expect(only([fts()], deadline - 1000)).toMatchObject({ open: true, reason: null })
  expect(only([fts()], deadline)).toMatchObject({ open: false, reason: 'expired' })
})

test('market engagement with a date, a value and a period is no opportunity', () => {
  expect(notices([marketEngagement(fts(), '000602-2026', NOW)])).toEqual([])
  const uk3 = fts()
  expect(notices([{ ...uk3, tag: ['planning', 'planningUpdate'] }])).toEqual([])
  expect(notices([withTender(uk3, { documents: [{ id: uk3.id, noticeType: 'UK3' }] })])).toEqual([])
  expect(
    notices([
      withTender(uk3, {
        documents: [
          { id: 'L-1', noticeType: 'UK2' },
          { id: uk3.id, noticeType: 'UK4' },
        ],
      }),
    ]),
  ).toHaveLength(1)
})

test('an update moves what it says and keeps the rest, the id above all', () => {
  const moved = tenderUpdate(fts(), '000603-2026', at('2026-11-05T10:00:00Z'), {
    tenderPeriod: { endDate: '2026-11-25T17:00:00Z' },
    value: null,
  })
  expect(only([moved, fts()])).toMatchObject({
    id: 'fts:000601-2026',
    title: base.title,
    deadline: '2026-11-25T17:00:00+00:00',
    value_gbp: null,
    value_basis: null,
    notice_url: 'https://www.find-tender.service.gov.uk/Notice/000603-2026',
    published: '2026-11-02',
    updated: '2026-11-05T10:00:00+00:00',
    contract_start: expect.any(String),
  })
})

test('lots merge by id: one lot that changes leaves the others', () => {
  const two = withTender(fts({ value: 60_001 }), {
    lots: [
      { id: '1', suitability: { sme: false } },
      { id: '2', suitability: { sme: false } },
    ],
  })
  const changed = tenderUpdate(two, '000603-2026', at('2026-11-05T10:00:00Z'), { lots: [{ id: '2', suitability: { sme: true } }] })
  expect(only([two])).toMatchObject({ sme_suitable: false })
  expect(only([two, changed])).toMatchObject({ sme_suitable: true })
})

test('a termination without a buyer closes; for a process never seen it does nothing', () => {
  const end = cancellation(fts(), '000604-2026', at('2026-11-06T10:00:00Z'))
  expect(only([fts(), end])).toMatchObject({ open: false, reason: 'cancelled' })
  expect(only([fts(), { ...end, parties: undefined }])).toMatchObject({ open: false, reason: 'cancelled' })
  expect(notices([end])).toEqual([])
})

test('a later amendment with a future deadline opens again; one without does not', () => {
  const end = cancellation(fts(), '000604-2026', at('2026-11-06T10:00:00Z'))
  const again = (endDate: string) => tenderUpdate(fts(), '000605-2026', at('2026-11-07T10:00:00Z'), { tenderPeriod: { endDate } })
  expect(only([fts(), end, again('2026-12-20T12:00:00Z')])).toMatchObject({ id: 'fts:000601-2026', open: true })
  expect(only([fts(), end, again('2026-11-06T12:00:00Z')])).toMatchObject({ open: false, reason: 'cancelled' })
})

test('an award ends its own process and no other', () => {
  const given = award(fts(), '000606-2026', at('2026-11-06T10:00:00Z'))
  expect(only([fts(), given])).toMatchObject({ open: false, reason: 'awarded' })
  expect(only([fts(), { ...given, ocid: 'ocds-h6vhtk-0cffff' }])).toMatchObject({ open: true })
  expect(only([fts(), given], at('2026-11-06T09:59:59Z'))).toMatchObject({ open: true })
})

test('the structure rules: lots that are cancelled and texts that speak of an award change nothing', () => {
  const odd = withTender(fts(), { description: 'This contract is now awarded.', lots: [{ id: '1', status: 'cancelled' }] })
  expect(only([odd])).toMatchObject({ open: true })
})

test.each(['cancelled', 'withdrawn', 'unsuccessful', 'complete'])('status %s closes', (status) => {
  expect(only([withTender(fts(), { status })])).toMatchObject({ open: false, reason: 'cancelled' })
})

test('two unrelated buyers in one ocid are two notices, five joint buyers one', () => {
  const other = {
    ...fts({ id: '000607-2026', buyerId: 'GB-MADE-2', title: 'Printing', buyer: ['Other Council', 'Othertown', 'G1 1AA', 'UKM82'] }),
  }
  expect(notices([fts(), other]).map(({ id, buyer_region }) => [id, buyer_region])).toEqual([
    ['fts:000601-2026', 'Yorkshire and The Humber'],
    ['fts:000607-2026', 'Scotland'],
  ])
  const joint = fts()
  const parties = Array.from({ length: 5 }, (_, index) => ({
    id: `P${index}`,
    name: `Partner ${index}`,
    roles: ['buyer'],
    address: { region: 'UKI' },
  }))
  expect(only([{ ...joint, parties: [...parties, ...(joint.parties as object[])] }])).toMatchObject({
    buyer: 'Made Council',
    buyer_region: 'Yorkshire and The Humber',
  })
})

test.each([
  ['another scheme', { id: 'GB-PPON-PMDE-0001-MADE', name: 'Made Council' }],
  ['another spelling too', { id: 'GB-PPON-PMDE-0001-MADE', name: 'THE MADE COUNCIL ' }],
  ['a name that only its party states', { id: 'GB-PPON-PMDE-0001-MADE' }],
])('a buyer that goes by another id in a later release of the ocid is the same buyer: %s', (_, buyer) => {
  const renamed = (release: MadeRelease): MadeRelease => ({
    ...release,
    buyer,
    parties: [{ id: buyer.id, name: 'Made Council', roles: ['buyer'], address: { region: 'UKE42' } }],
  })
  const { buyer: _buyer, ...end } = renamed(cancellation(fts(), '000604-2026', at('2026-11-06T10:00:00Z')))
  expect(only([fts(), end])).toMatchObject({ open: false, reason: 'cancelled' })
  expect(only([fts(), renamed(award(fts(), '000606-2026', at('2026-11-06T10:00:00Z')))])).toMatchObject({ open: false, reason: 'awarded' })
  const moved = renamed(
    tenderUpdate(fts(), '000605-2026', at('2026-11-07T10:00:00Z'), { tenderPeriod: { endDate: '2026-12-20T12:00:00Z' } }),
  )
  for (const order of [
    [fts(), moved],
    [moved, fts()],
  ])
    expect(only(order)).toMatchObject({
      id: 'fts:000601-2026',
      deadline: '2026-12-20T12:00:00+00:00',
      buyer_region: 'Yorkshire and The Humber',
      open: true,
    })
})

test('three GUIDs in one ocid of Contracts Finder are one notice: first id, last address', () => {
  const guid = (digit: string) => `${digit.repeat(8)}-4444-4444-8444-444444444444`
  const chain = ['1', '2', '3'].map((digit, index) =>
    cf({ id: `${guid(digit)}-${800 + index}`, date: at('2026-11-02T09:00:00Z') + index * 60_000 }),
  )
  expect(only(chain)).toMatchObject({
    id: `cf:${guid('1')}`,
    notice_url: `https://www.contractsfinder.service.gov.uk/Notice/${guid('3')}`,
    updated: '2026-11-02T09:02:00+00:00',
  })
  // The same moment three times: the running number decides.
  expect(only(chain.map((release) => ({ ...release, date: '2026-11-02T09:00:00Z' })).reverse())).toMatchObject({ id: `cf:${guid('1')}` })
})

test('an amendment published after its own deadline is closed on arrival', () => {
  const late = cf({ date: at('2026-11-20T10:00:00Z'), deadline: at('2026-11-20T09:00:00Z') })
  expect(only([{ ...late, tag: ['tenderAmendment'] }])).toMatchObject({ open: false, reason: 'expired' })
})

test.each<[string, unknown, string | null]>([
  ['a date alone is the end of that day in London', '2026-12-01', '2026-12-01T23:59:59+00:00'],
  ['in summer too', '2027-06-19', '2027-06-19T23:59:59+01:00'],
  ['without zone it is London time', '2027-06-19T12:00:00', '2027-06-19T12:00:00+01:00'],
  ['midnight stays as given', '2026-12-01T00:00:00Z', '2026-12-01T00:00:00+00:00'],
  ['Z in summer is shown in London time', '2027-06-19T12:00:00Z', '2027-06-19T13:00:00+01:00'],
  ['on the day clocks go forward, before and after', '2027-03-28T00:59:59Z', '2027-03-28T00:59:59+00:00'],
  ['an hour that is lost', '2027-03-28T01:30:00', '2027-03-28T02:30:00+01:00'],
  ['an hour that comes twice is the first', '2027-10-31T01:30:00', '2027-10-31T01:30:00+01:00'],
  ['the day clocks go back ends in winter', '2027-10-31', '2027-10-31T23:59:59+00:00'],
  ['29 February', '2028-02-29', '2028-02-29T23:59:59+00:00'],
  ['29 February of a common year is no date', '2027-02-29', null],
  ['the year 9999', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59+00:00'],
  ['an offset that leads beyond it', '9999-12-31T23:59:59-15:00', null],
  ['fractions and offsets', '2026-12-01T12:00:00.123+05:30', '2026-12-01T06:30:00+00:00'],
  ['free text', 'soon', null],
  ['a number', 20261201, null],
  ['nothing', null, null],
])('deadline: %s', (_name, endDate, deadline) => {
  const notice = only([withTender(fts(), { tenderPeriod: { endDate } })])
  expect(notice).toMatchObject({ deadline })
  if (deadline === null) expect(notice).toMatchObject({ open: false, reason: 'no-deadline' })
})

test('the earlier of both deadlines counts, on Find a Tender', () => {
  const early = { expressionOfInterestDeadline: '2026-11-19T12:00:00Z' }
  expect(only([withTender(fts(), early)])).toMatchObject({ deadline: '2026-11-19T12:00:00+00:00', open: false, reason: 'expired' })
  expect(only([withTender(fts(), { expressionOfInterestDeadline: '2027-11-19T12:00:00Z' })])).toMatchObject({
    deadline: '2026-12-10T12:00:00+00:00',
  })
})

test.each<[string, unknown, number | null, string | null]>([
  ['0', { amount: 0, currency: 'GBP' }, null, null],
  ['0.01', { amount: 0.01, amountGross: 0.01, currency: 'GBP' }, null, null],
  ['1', { amount: 1, currency: 'GBP' }, null, null],
  ['1.01', { amount: 1.01, currency: 'GBP' }, 1.01, 'net'],
  ['gross only', { amountGross: 1200, currency: 'GBP' }, 1200, 'gross'],
  ['a placeholder beside a gross amount', { amount: 0, amountGross: 1200, currency: 'GBP' }, 1200, 'gross'],
  ['gross 0', { amountGross: 0, currency: 'GBP' }, null, null],
  ['euros', { amount: 5000, currency: 'EUR' }, null, null],
  ['no currency', { amount: 5000 }, null, null],
  ['1e15', { amount: 1e15, currency: 'GBP' }, null, null],
  ['1e11', { amount: 1e11, currency: 'GBP' }, 1e11, 'net'],
  ['a string', { amount: '5000', currency: 'GBP' }, null, null],
  ['negative', { amount: -5, currency: 'GBP' }, null, null],
  ['lots but no total', undefined, null, null],
])('value: %s', (_name, value, value_gbp, value_basis) => {
  const lots = [{ id: '1', value: { amount: 900, currency: 'GBP' } }]
  expect(only([withTender(fts(), { value, lots })])).toMatchObject({ value_gbp, value_basis, value_includes_vat: value_basis === 'gross' })
})

test('Contracts Finder states no VAT and no gross amount', () => {
  expect(only([cf()])).toMatchObject({ value_gbp: 60_000, value_basis: 'unstated', value_includes_vat: false })
  expect(only([withTender(cf(), { value: { amountGross: 900, currency: 'GBP' } })])).toMatchObject({ value_gbp: null, value_basis: null })
})

test.each([
  ['Other - ', undefined, 'Other'],
  ['', 'open', 'open'],
  [undefined, 'selective', 'selective'],
  [undefined, undefined, 'Not specified'],
  ['Other - other', 'open', 'Other - other'],
])('procedure: %j and %j give %j', (procurementMethodDetails, procurementMethod, procedure) => {
  expect(only([withTender(cf(), { procurementMethodDetails, procurementMethod })])).toMatchObject({ procedure })
})

test('CPV codes: the classification first, eight digits, in order, once; the items lead where there is none', () => {
  const cpv = (id: string, scheme = 'CPV') => ({ scheme, id })
  const items = [
    { id: '1', additionalClassifications: [cpv('45000000-7'), cpv('90911300'), cpv('x', 'UNSPSC')] },
    { id: '2', additionalClassifications: [cpv('45000000')] },
  ]
  const extra = { additionalClassifications: [cpv('50000000')], items }
  expect(only([withTender(cf(), { ...extra, classification: cpv('90911300-9') })])).toMatchObject({
    main_cpv: '90911300',
    cpvs: ['90911300', '50000000', '45000000'],
  })
  expect(only([withTender(fts(), extra)])).toMatchObject({ main_cpv: '45000000', cpvs: ['45000000', '50000000', '90911300'] })
  expect(only([withTender(fts(), { items: [] })])).toMatchObject({ main_cpv: null, cpvs: [] })
})

test('contract dates are as written, the earliest and the latest of tender and lots', () => {
  const period = (startDate: string, endDate: string) => ({ contractPeriod: { startDate, endDate, maxExtentDate: '2040-01-01T00:00:00Z' } })
  const lots = [
    { id: '1', ...period('2027-04-01T00:00:00+01:00', '2029-03-31T23:59:59+01:00') },
    { id: '2', ...period('2027-01-01', '2026-09-20T23:59:59Z') },
  ]
  expect(only([withTender(fts(), { lots })])).toMatchObject({ contract_start: '2027-01-01', contract_end: '2029-03-31' })
  expect(only([withTender(fts(), { lots: [{ id: '1', contractPeriod: { durationInDays: 90 } }] })])).toMatchObject({
    contract_start: null,
    contract_end: null,
  })
})

test.each([
  'title',
  'description',
  'status',
  'items',
  'lots',
  'value',
  'classification',
  'mainProcurementCategory',
  'suitability',
  'contractPeriod',
  'documents',
  'additionalClassifications',
])('null, a list or a number as tender.%s spoils that field at most', (name) => {
  for (const wrong of [null, [], 7, {}, [null, 5, 'x', []]]) {
    const [notice] = notices([withTender(fts(), { [name]: wrong }), withTender(cf(), { [name]: wrong })])
    expect(notice).toMatchObject({ buyer: 'Made Council', deadline: '2026-12-10T12:00:00+00:00' })
  }
})

test.each(['parties', 'buyer', 'tender', 'tag', 'language', 'awards', 'contracts', 'planning'])(
  '%s of a wrong type never throws',
  (name) => {
    for (const wrong of [null, [], 7, 'x', {}, [null, 5, 'x', []]])
      expect(() =>
        notices([
          { ...fts(), [name]: wrong },
          { ...cf(), [name]: wrong },
        ]),
      ).not.toThrow()
  },
)

test('the same notice on both services is listed once', () => {
  const twin = cf({ buyer: ['The Made Council', 'Madetown', 'LS1 1UR', ''], deadline: base.deadline + 2 * 86_400_000 })
  const [first, second] = notices([fts(), twin])
  expect(first).toMatchObject({ open: true, also_at: [{ id: 'cf:44444444-4444-4444-8444-444444444444', source: 'Contracts Finder' }] })
  expect(second).toMatchObject({ open: false, reason: 'duplicate' })
  expect(notices([fts(), cf({ deadline: base.deadline + 4 * 86_400_000 })]).map(({ open }) => open)).toEqual([true, true])
})

test('published twice on one service: the later publication stays', () => {
  const again = fts({ ocid: 'ocds-h6vhtk-0c0002', id: '000608-2026', date: base.date + 420_000 })
  expect(notices([fts(), again]).map(({ id, reason }) => [id, reason])).toEqual([
    ['fts:000601-2026', 'duplicate'],
    ['fts:000608-2026', null],
  ])
})

test('lots and references that differ by a number are never one', () => {
  const lot = (number: number, changes: Partial<MadeTender> = {}) => ({
    title: `Window cleaning of schools in the north of the county, lot ${number}`,
    ...changes,
  })
  expect(notices([fts(lot(1)), cf(lot(2))]).map(({ open }) => open)).toEqual([true, true])
})

test('a Contracts Finder notice that is amended under another buyer is the same one, with what the amendment says', () => {
  const other = { buyer: ['Entirely Other Trust', 'Madetown', 'LS1 1UR', 'UKE42'] as const, buyerId: 'GB-OTHER-2' }
  const amended = cf({
    ...other,
    id: '44444444-4444-4444-8444-444444444444-8',
    date: at('2026-11-10T09:00:00Z'),
    deadline: at('2026-12-20T12:00:00Z'),
  })
  const releases = [cf(), { ...amended, tag: ['tenderAmendment'] }]
  expect(only(releases)).toMatchObject({
    id: 'cf:44444444-4444-4444-8444-444444444444',
    buyer: 'Entirely Other Trust',
    deadline: '2026-12-20T12:00:00+00:00',
    open: true,
  })
  expect(
    only([...releases, award({ ...cf(), buyer: amended.buyer }, '44444444-4444-4444-8444-444444444444-9', at('2026-11-12T09:00:00Z'))]),
  ).toMatchObject({ open: false, reason: 'awarded' })
  const stranger = cf({ ...other, id: '55555555-5555-4555-8555-555555555555-8' })
  expect(notices([cf(), stranger]).map(({ open }) => open)).toEqual([true, true])
})
