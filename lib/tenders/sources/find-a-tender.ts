/** Find a Tender: above-threshold notices, and since February 2025 nearly all. */
import { parseMoment } from '../words/london.ts'
import type { Source } from './source.ts'

/** A stated amount that means something: 0, 0.01 and 1 are placeholders, more than 1e11 is a slip. */
export const isRealAmount = (amount: number | null | undefined): amount is number =>
  typeof amount === 'number' && Number.isFinite(amount) && amount > 1 && amount <= 1e11

const SITE = 'https://www.find-tender.service.gov.uk'
const NUMBER = /^(\d{6,9})-(\d{4})$/

export const findATender: Source = {
  prefix: 'fts',
  name: 'Find a Tender',
  site: SITE,
  ocidPrefix: 'ocds-h6vhtk-',
  originSetting: 'FIND_A_TENDER_URL',
  windows: { unit: 'hours', hours: 6 },
  // Never `stages=tender`: it hides every notice under the Procurement Act 2023. Everything is fetched and told apart by its tags.
  searchPath: ({ from, to }, limit) =>
    `/api/1.0/ocdsReleasePackages?${new URLSearchParams({ updatedFrom: from, updatedTo: to, limit: String(limit) })}`,
  releasePath: (releaseId) => `/api/1.0/ocdsReleasePackages/${encodeURIComponent(releaseId)}`,
  standIn: {
    search: { path: '/api/1.0/ocdsReleasePackages', parameters: ['limit', 'cursor', 'updatedFrom', 'updatedTo', 'stages'] },
    window: (parameters) => ({ from: parameters.get('updatedFrom'), to: parameters.get('updatedTo') }),
    single: /^\/api\/1\.0\/ocdsReleasePackages\/(.+)$/,
    latestOnly: false,
  },
  refusal: { statuses: [403, 429], waitSeconds: 120 },
  isCore: true,
  buyersBy: 'id',
  hasEncodingFaults: false,
  releases: 'deltas',
  sequence: {
    parse(releaseId) {
      const [, number, year] = NUMBER.exec(releaseId) ?? []
      return number === undefined ? undefined : { year: Number(year), number: Number(number) }
    },
    format: (year, number) => `${String(number).padStart(6, '0')}-${year}`,
  },
  isRechecked: false,

  noticeNumber: (releaseId) => releaseId,
  noticeUrl: (number) => `${SITE}/Notice/${encodeURIComponent(number)}`,
  releaseNumber(releaseId) {
    const [, number = '0', year = '0'] = NUMBER.exec(releaseId) ?? []
    return Number(year) * 1e9 + Number(number)
  },
  value({ value }) {
    if (value?.currency !== 'GBP') return { amount: null, basis: null }
    if (isRealAmount(value.amount)) return { amount: value.amount, basis: 'net' }
    if (isRealAmount(value.amountGross)) return { amount: value.amountGross, basis: 'gross' }
    return { amount: null, basis: null }
  },
  moment: parseMoment,
  // A newcomer must act by the earlier of the two.
  deadline(tender) {
    const moments = [tender.expressionOfInterestDeadline, tender.tenderPeriod?.endDate]
      .map(parseMoment)
      .filter((moment) => moment !== undefined)
    return moments.length > 0 ? Math.min(...moments) : undefined
  },
  datePublished: () => null,
  isForSme({ lots }) {
    const stated = lots.flatMap((lot) => lot.suitability?.sme ?? [])
    return stated.length === 0 ? null : stated.includes(true)
  },
  contractPeriods: ({ contractPeriod, lots }) =>
    [contractPeriod, ...lots.map((lot) => lot.contractPeriod)].filter((period) => period !== null),
  isOpportunity({ id, noticeTypes }) {
    const type = noticeTypes().get(id)
    return type === undefined || type === 'UK4' || !/^UK\d+$/.test(type)
  },
}
