import { expect, test } from 'vitest'
import { replay } from './replay.ts'

const NOW = Date.parse('2026-07-10T12:00:00Z')
const tender = {
  title: 'School meals',
  status: 'active',
  value: { amount: 182_500, amountGross: 219_000, currency: 'GBP' },
  tenderPeriod: { endDate: '2026-07-30T12:00:00+01:00' },
  enquiryPeriod: { endDate: '2026-07-20T17:00:00+01:00' },
  submissionMethodDetails: 'Bids at https://bids.example.org/tender/7, not by e-mail to bids@example.org.',
  techniques: { hasFrameworkAgreement: true, frameworkAgreement: { maximumParticipants: 9999999 } },
  items: [{ id: '1', deliveryAddresses: [{ region: 'UKM82' }, { region: 'UKM8' }, { region: 'UKE42' }] }],
  lots: [
    {
      id: 'LOT-1',
      title: 'North, ask 020 7946 0123',
      value: { amount: 1000, amountGross: 1200, currency: 'GBP' },
      suitability: { sme: true, vcse: false },
      contractPeriod: {
        startDate: '2026-09-01T00:00:00+01:00',
        endDate: '2028-08-31T23:59:59+01:00',
        maxExtentDate: '2030-08-31T23:59:59+01:00',
      },
      hasRenewal: true,
      renewal: { description: 'Two years more.' },
    },
    { id: 2, value: { amount: 5000, currency: 'EUR' }, contractPeriod: { durationInDays: 720 }, suitability: { vcse: true } },
  ],
  documents: [
    {
      id: '000321-2026',
      documentType: 'tenderNotice',
      noticeType: 'UK4',
      url: 'https://www.find-tender.service.gov.uk/Notice/000321-2026',
    },
    { id: 'a', documentType: 'biddingDocuments', title: 'Pack', url: 'https://bids.example.org/pack.zip' },
    { id: 'b', documentType: 'biddingDocuments', title: 'Again', url: 'https://bids.example.org/pack.zip' },
    { id: 'c', documentType: 'economicSelectionCriteria' },
    { id: 'd', url: 'javascript:alert(1)' },
  ],
}
const release = (changes: Record<string, unknown>) => ({
  ocid: 'ocds-h6vhtk-0a0001',
  id: '000321-2026',
  date: '2026-07-02T09:00:00+01:00',
  tag: ['tender'],
  buyer: { id: 'GB-MADE-1', name: 'Made Council' },
  tender: { ...tender, ...changes },
})
const [full] = replay([{ releases: [release({})] }], NOW, (problem) => expect.unreachable(problem))

test('all that a notice says in depth', () => {
  expect(full).toMatchObject({
    value_gbp: 182_500,
    questions_deadline: '2026-07-20T17:00:00+01:00',
    bid_url: 'https://bids.example.org/tender/7',
    documents: [{ title: 'Again', type: 'biddingDocuments', url: 'https://bids.example.org/pack.zip' }],
    lots: [
      {
        id: 'LOT-1',
        title: 'North, ask [phone removed]',
        value_gbp: 1000,
        value_basis: 'net',
        contract_start: '2026-09-01',
        contract_end: '2028-08-31',
        duration_days: null,
        sme_suitable: true,
        vcse_suitable: false,
      },
      {
        id: '2',
        title: null,
        value_gbp: null,
        value_basis: null,
        contract_end: null,
        duration_days: 720,
        sme_suitable: null,
        vcse_suitable: true,
      },
    ],
    framework: true,
    dynamic_market: null,
    extendable: true,
    extension_options: 'Two years more.',
    latest_end: '2030-08-31',
    vcse_suitable: true,
    delivery_areas: [
      { code: 'UKM82', name: expect.stringContaining('Glasgow') },
      { code: 'UKE42', name: 'Leeds' },
    ],
  })
})

test('what it does not say is null or empty, with a reason', () => {
  const bare = { lots: 'none', documents: [], items: [], techniques: null, submissionMethodDetails: 'by post', enquiryPeriod: undefined }
  const [notice] = replay([{ releases: [release(bare)] }], NOW, () => {})
  expect(notice).toMatchObject({
    lots: [],
    documents: [],
    delivery_areas: [],
    questions_deadline: null,
    bid_url: null,
    framework: null,
    extendable: null,
  })
  const fields = notice?.unavailable?.map(({ field }) => field)
  expect(fields).toEqual([
    'title_cy',
    'questions_deadline',
    'bid_url',
    'documents',
    'lots',
    'framework',
    'dynamic_market',
    'extendable',
    'extension_options',
    'latest_end',
    'vcse_suitable',
    'delivery_areas',
  ])
  expect(full?.unavailable).toEqual([
    { field: 'title_cy', reason: 'not published in Welsh' },
    { field: 'dynamic_market', reason: 'not stated by the notice' },
  ])
})

test.each([
  ['a comma for a dot', 'https://tenders.example,org/'],
  ['a host that is none', 'http://tbc/'],
  ['a machine of its own network', 'http://10.0.0.7/bids'],
  ['an e-mail address in it', 'https://bids.example.org/login?user=jo@council.example.org'],
  ['one in disguise', 'https://bids.example.org/login?user=jo%40council.example.org'],
])('an address that leads nowhere, or to a person, is none: %s', (_, url) => {
  const [notice] = replay(
    [{ releases: [release({ submissionMethodDetails: url, documents: [{ id: 'a', title: 'Pack', url }] })] }],
    NOW,
    () => {},
  )
  expect(notice).toMatchObject({ bid_url: null, documents: [] })
  expect(JSON.stringify(notice)).not.toMatch(/jo(?:@|%40)/)
})

test.each(['https://bids.example.org:8443/a?b=1&c=2', 'https://xn--bcher-kva.example.org/', 'https://my_portal.example.org/s/Welcome'])(
  '%s is one',
  (url) => {
    const [notice] = replay([{ releases: [release({ submissionMethodDetails: url })] }], NOW, () => {})
    expect(notice).toMatchObject({ bid_url: url })
  },
)

test('a long text is cut between characters, not within one', () => {
  const long = `${'x'.repeat(499)}😀 and more`
  const lots = [
    { id: '1', title: long, hasRenewal: true, renewal: { description: long } },
    { id: '2', renewal: { description: `${'y'.repeat(490)}😀😀😀😀😀😀` } },
  ]
  const [notice] = replay(
    [{ releases: [release({ lots, documents: [{ id: 'a', title: long, url: 'https://bids.example.org/a' }] })] }],
    NOW,
    () => {},
  )
  expect(notice?.lots?.[0]?.title).toMatch(/^x{499}/)
  expect(JSON.stringify(notice)).not.toMatch(/\\ud[89a-f]/i)
})

test('lots and documents beyond those listed are counted', () => {
  const lots = Array.from({ length: 201 }, (_, at) => ({ id: String(at + 1), title: `Lot ${at + 1}` }))
  const documents = Array.from({ length: 103 }, (_, at) => ({ id: `d${at}`, title: 'Pack', url: `https://bids.example.org/${at}` }))
  const [notice] = replay([{ releases: [release({ lots, documents })] }], NOW, () => {})
  expect([notice?.lots?.length, notice?.documents?.length]).toEqual([200, 100])
  expect(notice?.unavailable).toEqual(
    expect.arrayContaining([
      { field: 'documents', reason: 'the first 100 of 103 are listed' },
      { field: 'lots', reason: 'the first 200 of 201 are listed' },
    ]),
  )
})

test.each(['0001-01-01T00:00:00', '0000-00-00', '0000-01-01'])('%s is a date that nobody has', (day) => {
  const period = { startDate: day, endDate: day, maxExtentDate: day }
  const lots = [{ id: '1', contractPeriod: period }]
  const [notice] = replay([{ releases: [release({ contractPeriod: period, lots })] }], NOW, () => {})
  expect(notice).toMatchObject({
    contract_start: null,
    contract_end: null,
    latest_end: null,
    lots: [{ contract_start: null, contract_end: null }],
  })
})

test('nothing of a notice is without end, and each list that is cut says so', () => {
  const long = 'word '.repeat(10_000)
  const hostile = {
    ...tender,
    title: long,
    procurementMethodDetails: long,
    submissionMethodDetails: `https://bids.example.org/${'a'.repeat(10_000)}`,
    items: [{ additionalClassifications: Array.from({ length: 1_000 }, (_, at) => ({ scheme: 'CPV', id: String(90_000_000 + at) })) }],
    lots: [{ id: `<b>${long}</b>`, title: long }],
    documents: [{ id: 'a', documentType: `\u202E${long}`, url: 'https://bids.example.org/a' }],
  }
  const release = {
    ocid: 'ocds-h6vhtk-1',
    id: '000321-2026',
    date: '2026-07-01T09:00:00Z',
    tag: ['tender'],
    buyer: { name: long },
    tender: hostile,
  }
  const [notice] = replay([{ releases: [release] }], NOW, (problem) => expect.unreachable(problem))
  expect(notice).toMatchObject({
    title: expect.stringMatching(/^word .*…$/),
    bid_url: null,
    lots: [{ id: expect.stringMatching(/^word .*…$/) }],
  })
  expect(notice?.cpvs).toHaveLength(500)
  expect(notice?.unavailable).toContainEqual({ field: 'cpvs', reason: 'the first 500 of 1000 are listed' })
  expect(JSON.stringify(notice).length).toBeLessThan(12_000)
  expect(JSON.stringify(notice)).not.toMatch(/[\u202E<]/)
})
