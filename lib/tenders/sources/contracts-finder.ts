/** Contracts Finder: below-threshold notices, and before February 2025 most. */
import { parseMoment } from '../words/london.ts'
import { isRealAmount } from './find-a-tender.ts'
import type { Source } from './source.ts'

const SITE = 'https://www.contractsfinder.service.gov.uk'
const BARE_GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const contractsFinder: Source = {
  prefix: 'cf',
  name: 'Contracts Finder',
  site: SITE,
  ocidPrefix: 'ocds-b5fd17-',
  originSetting: 'CONTRACTS_FINDER_URL',
  windows: { unit: 'hours', hours: 24 },
  searchPath: ({ from, to }, limit) =>
    `/Published/Notices/OCDS/Search?${new URLSearchParams({ publishedFrom: from, publishedTo: to, limit: String(limit) })}`,
  releasePath: (releaseId) => `/Published/OCDS/Release/${encodeURIComponent(releaseId)}`,
  standIn: {
    search: { path: '/Published/Notices/OCDS/Search', parameters: ['limit', 'cursor', 'publishedFrom', 'publishedTo', 'stages'] },
    window: (parameters) => ({ from: parameters.get('publishedFrom'), to: parameters.get('publishedTo') }),
    single: /^\/Published\/OCDS\/(?:Release|Record)\/(.+)$/,
    latestOnly: true,
  },
  refusal: { statuses: [403, 429, 503], waitSeconds: 300 },
  isCore: true,
  buyersBy: 'id',
  hasEncodingFaults: true,
  releases: 'complete',
  isRechecked: true,

  noticeNumber: (releaseId) => (BARE_GUID.test(releaseId) ? releaseId : releaseId.replace(/-\d+$/, '')),
  noticeUrl: (number) => `${SITE}/Notice/${encodeURIComponent(number)}`,
  releaseNumber: (releaseId) => Number(/-(\d{1,15})$/.exec(releaseId)?.[1] ?? 0),
  // The source does not say whether VAT is in.
  value: ({ value }) =>
    value?.currency === 'GBP' && isRealAmount(value.amount) ? { amount: value.amount, basis: 'unstated' } : { amount: null, basis: null },
  moment: parseMoment,
  deadline: ({ tenderPeriod }) => parseMoment(tenderPeriod?.endDate),
  datePublished: ({ datePublished }) => datePublished,
  isForSme: ({ suitability }) => suitability?.sme ?? null,
  contractPeriods: ({ contractPeriod }) => (contractPeriod ? [contractPeriod] : []),
  isOpportunity: () => true,
}
