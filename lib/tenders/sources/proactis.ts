/**
 * What Public Contracts Scotland and Sell2Wales share: the Proactis platform, its OCDS interface and its habits. One answer is a whole calendar
 * month of one type of notice. Types are asked for by number and believed by `tag`, because public accounts of the numbers contradict each other.
 */
import { parseMoment } from '../words/london.ts'
import { isRealAmount } from './find-a-tender.ts'
import { SECTIGO_DV_R36 } from './sectigo-intermediate.ts'
import type { OriginSetting, Source } from './source.ts'
import type { ReleaseContent } from './tender.ts'

/** What one portal of the platform says of itself. */
type Portal = {
  prefix: string
  name: string
  /** Public site of notice pages, without trailing slash. */
  site: string
  ocidPrefix: string
  originSetting: OriginSetting
  /** What a month is asked for, a search each: the number of a type of notice, and what the loopback copy gives for it. */
  searches: readonly { noticeType: number; locale?: 2057 | 1106; given: 'planning' | 'tender' | 'award' | null }[]
}

/** The portal's own number of a notice, `APR352786`: three letters of the month and a running number. */
const NOTICE_NUMBER = /^[A-Z]{3}\d{1,12}$/
const WELSH = 1106
const ADDRESS_MAX = 500
const WELSH_SUFFIX = '-cy'

type Document = { id: string | null; documentType: string | null; url: string | null }

/** The document that is the notice itself: the one whose page the portal shows, first by type, then by address. */
function noticeDocument(documents: readonly Document[]): Document | undefined {
  const numbered = documents.filter(({ id }) => NOTICE_NUMBER.test(id ?? ''))
  return (
    numbered.find(({ documentType }) => documentType !== null && /Notice$/.test(documentType)) ??
    numbered.find(({ url }) => /search_view\.aspx\?ID=/i.test(url ?? ''))
  )
}

const releaseSuffix = (releaseId: string): string | undefined =>
  /-([A-Z]{3}\d{1,12})$/.exec(releaseId.endsWith(WELSH_SUFFIX) ? releaseId.slice(0, -WELSH_SUFFIX.length) : releaseId)?.[1]

const ocidNumber = (ocid: string | null): string | undefined => /-0*(\d{1,15})$/.exec(ocid ?? '')?.[1]

function numberOf(releaseId: string, { ocid, tender }: Pick<ReleaseContent, 'ocid' | 'tender'>): string {
  return noticeDocument(tender.documents)?.id ?? releaseSuffix(releaseId) ?? ocidNumber(ocid) ?? releaseId
}

/** Holders of documents in a release, in the order in which its stages come. */
function documentsOf(release: Record<string, unknown>): Document[] {
  const holders = [release.planning, release.tender, release.awards, release.contracts].flat()
  return holders.flatMap((holder) => {
    const documents = typeof holder === 'object' && holder !== null && 'documents' in holder ? holder.documents : []
    return (Array.isArray(documents) ? documents : []).flatMap((document: Record<string, unknown> | null) => {
      const text = (name: string) => (typeof document?.[name] === 'string' ? document[name] : null)
      return [{ id: text('id'), documentType: text('documentType'), url: text('url') }]
    })
  })
}

/** Older releases state no id: the process and the number of the notice make one, else its day and tags. */
function idOf(release: Record<string, unknown>): string {
  const { id, ocid, date, tag } = release
  if (typeof id === 'string' && id.trim() !== '') return id.trim()
  const number = noticeDocument(documentsOf(release))?.id
  return `${String(ocid)}-${number ?? `${String(date).slice(0, 10)}-${[tag].flat().join('-')}`}`
}

/** Portals mark London's wall-clock time as UTC: 12:00:00Z in July is noon in London. An offset that is not Z is believed. */
const moment = (raw: string | null): number | undefined => parseMoment(raw?.trim().replace(/z$/i, ''))

/** A publisher on this platform. */
export function proactis({ searches, site, ...portal }: Portal): Source {
  const isWelshSearch = (part: number) => searches[part]?.locale === WELSH
  return {
    ...portal,
    site,
    windows: { unit: 'months', searches: searches.length },
    searchPath({ from, part }) {
      const { noticeType, locale } = searches[part] ?? { noticeType: 0 }
      const dateFrom = `${from.slice(5, 7)}-${from.slice(0, 4)}`
      const parameters = { dateFrom, noticeType: String(noticeType), outputType: '0', ...(locale ? { locale: String(locale) } : {}) }
      return `/v1/Notices?${new URLSearchParams(parameters)}`
    },
    standIn: {
      search: { path: '/v1/Notices', parameters: ['dateFrom', 'noticeType', 'outputType', 'locale'] },
      window(parameters) {
        const [month = 0, year = 0] = (parameters.get('dateFrom') ?? '').split('-').map(Number)
        const first = (months: number) => new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
        return { from: first(0), to: `${new Date(Date.parse(first(1)) - 1000).toISOString().slice(0, 19)}` }
      },
      single: /^\/v1\/Notice\/(.+)$/,
      latestOnly: false,
      whole(parameters, { tag, language }) {
        const asked = searches.find(({ noticeType }) => noticeType === Number(parameters.get('noticeType')))
        const isWelsh = parameters.get('locale') === String(WELSH)
        const [given] = /^(?:planning|tender|award)/.exec(tag[0] ?? '') ?? ['award']
        return asked?.given === given && isWelsh === (language === 'CY')
      },
    },
    refusal: { statuses: [403, 429, 503], waitSeconds: 60 },
    brokenTries: 2,
    intermediates: [SECTIGO_DV_R36],
    isCore: false,
    buyersBy: 'name',
    hasEncodingFaults: false,
    releases: 'deltas',
    isRechecked: false,
    fileAs: (release, search) => `${idOf(release)}${search && isWelshSearch(search.part) ? WELSH_SUFFIX : ''}`,
    isWelsh: (releaseId) => releaseId.endsWith(WELSH_SUFFIX),

    noticeNumber: numberOf,
    noticeUrl(number, { documents }) {
      // The origin, not the host: an address that runs a script can name a host too. What it is beside the page's is left.
      const stated = documents.flatMap(({ id, url }) => (id === number && URL.parse(url ?? '')) || []).find(({ origin }) => origin === site)
      const page = stated && `${stated.pathname}${stated.search}`
      if (page !== undefined && page.length <= ADDRESS_MAX) return `${site}${page}`
      const view = NOTICE_NUMBER.test(number) ? 'search/show/search_view.aspx' : 'Search/Search_Switch.aspx'
      return `${site}/${view}?ID=${encodeURIComponent(number)}`
    },
    releaseNumber: (releaseId) => Number(/(\d{1,15})(?:-cy)?$/.exec(releaseId)?.[1] ?? 0),
    // Neither portal says whether VAT is in.
    value: ({ value }) =>
      value?.currency === 'GBP' && isRealAmount(value.amount) ? { amount: value.amount, basis: 'unstated' } : { amount: null, basis: null },
    moment,
    deadline(tender) {
      const moments = [tender.expressionOfInterestDeadline, tender.tenderPeriod?.endDate ?? null]
        .map(moment)
        .filter((instant) => instant !== undefined)
      return moments.length > 0 ? Math.min(...moments) : undefined
    },
    datePublished: () => null,
    isForSme({ suitability, lots }) {
      const stated = [suitability, ...lots.map((lot) => lot.suitability)].flatMap((each) => each?.sme ?? [])
      return stated.length === 0 ? null : stated.includes(true)
    },
    contractPeriods: ({ contractPeriod, lots }) =>
      [contractPeriod, ...lots.map((lot) => lot.contractPeriod)].filter((period) => period !== null),
    isOpportunity: () => true,
  }
}
