import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { replay } from '../notices/replay.ts'
import { toPage } from './package.ts'
import { publicContractsScotland as pcs } from './public-contracts-scotland.ts'
import { toRawRelease } from './release.ts'
import { SECTIGO_DV_R36 } from './sectigo-intermediate.ts'
import { sell2Wales as s2w } from './sell2wales.ts'
import { ReleaseContent } from './tender.ts'

/** A release in the shape of a site notice; made up. */
const release = (changes: Record<string, unknown> = {}, tender: Record<string, unknown> = {}) => ({
  ocid: 'ocds-r6ebe6-0000900001',
  date: '2026-07-02T00:00:00Z',
  tag: ['tender'],
  language: 'EN',
  parties: [{ id: 'org-3', name: 'Made Council', roles: ['buyer'], address: { region: 'UKM82', postalCode: 'G1 1AA' } }],
  buyer: { id: 'org-3', name: 'Made Council' },
  tender: {
    id: 'REF',
    title: 'School meals',
    description: 'Meals for schools.',
    status: 'active',
    value: { amount: 48_000, currency: 'GBP' },
    procurementMethodDetails: 'Open procedure',
    mainProcurementCategory: 'services',
    classification: { scheme: 'CPV', id: '55524000' },
    tenderPeriod: { endDate: '2026-07-30T12:00:00Z' },
    lots: [{ id: '1', contractPeriod: { durationInDays: 720 } }],
    documents: [
      {
        id: 'JUL100200',
        documentType: 'contractNotice',
        url: 'https://www.publiccontractsscotland.gov.uk/search/show/search_view.aspx?ID=JUL100200',
      },
      { id: 'JUL100200-1', url: 'https://www.publiccontractsscotland.gov.uk/NoticeDownload/DownloadDocument.aspx?id=JUL100200&idx=1' },
    ],
    ...tender,
  },
  links: [{ rel: 'canonical', href: 'https://api.publiccontractsscotland.gov.uk/v1/Notice?id=ocds-r6ebe6-0000900001' }],
  ...changes,
})
const NOW = Date.parse('2026-07-10T12:00:00Z')
const read = (...releases: unknown[]) => replay([{ releases }], NOW, (problem) => expect.unreachable(problem))

describe('a release becomes a notice', () => {
  test('without id, with London time marked Z, and the number and page of its own notice', () => {
    expect(read(release())).toMatchObject([
      {
        id: 'pcs:JUL100200',
        source: 'Public Contracts Scotland',
        notice_url: 'https://www.publiccontractsscotland.gov.uk/search/show/search_view.aspx?ID=JUL100200',
        deadline: '2026-07-30T12:00:00+01:00',
        published: '2026-07-02',
        value_gbp: 48_000,
        value_basis: 'unstated',
        contract_start: null,
        contract_end: null,
        buyer_region: 'Scotland',
        open: true,
      },
    ])
  })

  test.each([
    ['2026-01-30T12:00:00Z', '2026-01-30T12:00:00+00:00'],
    ['2026-07-30T12:00:00+01:00', '2026-07-30T12:00:00+01:00'],
    ['2026-07-30T12:00:00+00:00', '2026-07-30T13:00:00+01:00'],
    ['2026-07-30T00:00:00Z', '2026-07-30T00:00:00+01:00'],
    ['2026-07-30', '2026-07-30T23:59:59+01:00'],
  ])('deadline %s is %s', (endDate, deadline) => {
    expect(read(release({}, { tenderPeriod: { endDate } }))).toMatchObject([{ deadline }])
  })

  test('the number comes from the document, else the release id, else the process; a page elsewhere is not linked to', () => {
    const bare = { documents: [] }
    expect(read(release({ id: 'rls-1-AUG400500' }, bare))).toMatchObject([
      { id: 'pcs:AUG400500', notice_url: 'https://www.publiccontractsscotland.gov.uk/search/show/search_view.aspx?ID=AUG400500' },
    ])
    expect(read(release({}, bare))).toMatchObject([
      { id: 'pcs:900001', notice_url: 'https://www.publiccontractsscotland.gov.uk/Search/Search_Switch.aspx?ID=900001' },
    ])
    const elsewhere = { documents: [{ id: 'JUL100200', documentType: 'contractNotice', url: 'https://evil.example/?ID=JUL100200' }] }
    expect(read(release({}, elsewhere))[0]?.notice_url).toBe(
      'https://www.publiccontractsscotland.gov.uk/search/show/search_view.aspx?ID=JUL100200',
    )
  })

  test('ids of organisations mean nothing beyond one release: the process stays one, its award ends it', () => {
    const award = release(
      {
        date: '2026-07-08T00:00:00Z',
        tag: ['award', 'contract'],
        parties: [
          { id: 'org-3', name: 'Somebody Else Ltd', roles: ['supplier'] },
          { id: 'org-9', name: 'Made Council', roles: ['buyer'] },
        ],
        buyer: { id: 'org-9', name: 'MADE COUNCIL' },
        awards: [{ id: '1', documents: [{ id: 'JUL100900', documentType: 'awardNotice' }] }],
      },
      { documents: [], status: 'complete' },
    )
    expect(read(release(), award)).toMatchObject([{ id: 'pcs:JUL100200', buyer: 'Made Council', reason: 'awarded' }])
    const update = release(
      { id: 'rls-2-JUL100300', date: '2026-07-05T00:00:00Z', tag: ['tenderUpdate'] },
      { title: undefined, documents: undefined },
    )
    update.parties = [{ id: 'org-7', name: 'Made Council', roles: ['buyer'], address: { region: 'UKM82', postalCode: 'G1 1AA' } }]
    update.buyer = { id: 'org-7', name: 'Made Council' }
    expect(read(release(), JSON.parse(JSON.stringify(update)))).toMatchObject([
      { id: 'pcs:JUL100200', title: 'School meals', buyer: 'Made Council' },
    ])
  })

  test('planning opens nothing, whatever number it was asked for with', () => {
    expect(read(release({ tag: ['planning'] }))).toEqual([])
  })
})

test.each([
  [
    'https://www.publiccontractsscotland.gov.uk/search/show/search_view.aspx?ID=NOV1&x=<"',
    '/search/show/search_view.aspx?ID=NOV1&x=%3C%22',
  ],
  [' https://someone:secret@www.publiccontractsscotland.gov.uk/a#b ', '/a'],
  ['javascript://www.publiccontractsscotland.gov.uk/%0aalert(1)', '/search/show/search_view.aspx?ID=NOV1'],
  ['https://www.publiccontractsscotland.gov.uk.example.org/a', '/search/show/search_view.aspx?ID=NOV1'],
  [`https://www.publiccontractsscotland.gov.uk/${'a'.repeat(10_000)}`, '/search/show/search_view.aspx?ID=NOV1'],
])('the page of a notice is one of the portal, whatever address is stated: %.80s', (url, page) => {
  const { tender } = ReleaseContent.parse({ tender: { documents: [{ id: 'NOV1', url }] } })
  expect(pcs.noticeUrl('NOV1', tender)).toBe(`https://www.publiccontractsscotland.gov.uk${page}`)
})

test('what a search in Welsh gives is kept beside the English, and is no notice of its own', () => {
  const english = release({ ocid: 'ocds-kuma6s-140001', id: 'ocds-kuma6s-140001-release-140001' })
  const welsh = release({ ocid: 'ocds-kuma6s-140001', id: 'ocds-kuma6s-140001-release-140001' }, { title: 'Prydau ysgol' })
  const search = (part: number) => ({ from: '2026-07-01T00:00:00', to: '2026-08-01T00:00:00', part })
  const [one, other] = [toRawRelease(s2w, english, search(0)), toRawRelease(s2w, welsh, search(6))]
  expect([one, other]).toMatchObject([{ id: 'ocds-kuma6s-140001-release-140001' }, { id: 'ocds-kuma6s-140001-release-140001-cy' }])
  const named = { ...welsh, id: 'ocds-kuma6s-140001-release-140001-cy' }
  expect(read(english, named)).toMatchObject([{ title: 'School meals', title_cy: 'Prydau ysgol' }])
  expect(read(english)).toMatchObject([{ title_cy: null }])
})

test('a month is one search a type, in English and in Welsh where there is both', () => {
  const november = { from: '2026-11-01T00:00:00', to: '2026-12-01T00:00:00', part: 0 }
  expect(pcs.searchPath(november, 100)).toBe('/v1/Notices?dateFrom=11-2026&noticeType=101&outputType=0')
  expect(s2w.searchPath({ ...november, part: 7 }, 100)).toBe('/v1/Notices?dateFrom=11-2026&noticeType=52&outputType=0&locale=1106')
})

test('a package without releases is an empty month, an error in JSON is not', () => {
  expect(toPage(pcs, { uri: 'x', version: '1.1', publishedDate: '2026-07-01T00:00:00Z' })).toMatchObject({ received: 0 })
  for (const body of [{}, null, [], { Message: 'An error has occurred.' }, { uri: 'x', error: 'SQL' }, { uri: 'x', releases: 'none' }])
    expect(() => toPage(pcs, body)).toThrow('a package without releases')
})

test('the added certificate is signed by a root that Node trusts, and still valid for years', () => {
  const intermediate = new X509Certificate(SECTIGO_DV_R36)
  const issuer = rootCertificates.map((pem) => new X509Certificate(pem)).find((root) => intermediate.checkIssued(root))
  expect(issuer && intermediate.verify(issuer.publicKey)).toBe(true)
  expect(Date.parse(intermediate.validTo)).toBeGreaterThan(Date.parse('2030-01-01'))
})

const RECORDED = '../shared/fixtures/ocds/proactis'
test.runIf(existsSync(RECORDED))('every recorded release becomes a notice with its own page, noon in London', () => {
  for (const [file, count] of [
    ['pcs-scotland-full.json', 12],
    ['sell2wales-full.json', 12],
  ] as const) {
    const body = JSON.parse(readFileSync(`${RECORDED}/${file}`, 'utf8'))
    const notices = replay([body], NOW, (problem) => expect.unreachable(problem))
    expect(notices).toHaveLength(count)
    for (const [index, notice] of notices.entries()) {
      const { tender } = body.releases[index]
      const [document] = tender.documents.filter((each: { documentType: string }) => each.documentType === 'contractNotice')
      expect(notice).toMatchObject({ title: expect.any(String), notice_url: document.url, main_cpv: tender.classification.id })
      expect(notice.id.split(':')[1]).toBe(document.id)
      expect(notice.deadline?.slice(0, 19)).toBe(tender.tenderPeriod.endDate.slice(0, 19))
      expect(notice.value_gbp).toBe(tender.value?.currency === 'GBP' ? tender.value.amount : null)
    }
  }
})
