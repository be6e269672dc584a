/**
 * What a publisher of OCDS releases must say about itself. A further source is one file with such a value and a line in `sources.ts`: notice
 * numbers, pages, attribution, status and the loopback copy that tests ask are all made from it.
 */
import type { Env } from '../../core.ts'
import type { ReleaseContent, Tender } from './tender.ts'

/**
 * A stretch of London wall-clock time, `YYYY-MM-DDTHH:MM:SS` each, as the search parameters want it. `part` counts the searches that cover the
 * same stretch, or the stretches of one day.
 */
export type Window = { from: string; to: string; part: number }

/** How the loopback copy of a source behaves in tests and in the demo (`tests/support/ocds-source`): what the real API was seen to do. */
export type StandIn = {
  /** Path of the search, and all the parameters it knows: others are refused. */
  search: { path: string; parameters: readonly string[] }
  /** The stretch of London wall-clock time that a search asks for; null where it has no bound. */
  window(parameters: URLSearchParams): { from: string | null; to: string | null }
  /** Takes the paths of single releases; its first group is the id asked for. */
  single: RegExp
  /** True when a search knows only the latest release of a process. */
  latestOnly: boolean
  /** Defined: a search answers all it finds at once, and nothing found as a package without releases. Says which releases a search is for. */
  whole?: (parameters: URLSearchParams, release: { tag: readonly string[]; language?: unknown }) => boolean
}

type Value = { amount: number | null; basis: 'net' | 'gross' | 'unstated' | null }

/** Settings that are one address each. */
export type OriginSetting = { [Name in keyof Env]: Env[Name] extends string ? Name : never }[keyof Env & `${string}_URL`]

/** Small letters: what the ids of a source's notices begin with, before a colon. */
export type SourcePrefix = string

export type Source = {
  prefix: SourcePrefix
  /** As readers see it, and in the attribution: without comma or quote. */
  name: string
  /** Public site of notice pages, without trailing slash; not where the API is asked. */
  site: string
  /** How the ocids of this publisher begin. */
  ocidPrefix: string
  /** The setting that says where the API is asked: scheme, host and port. */
  originSetting: OriginSetting
  /** How a source is searched: by stretches of a day (hours that divide 24), or by whole calendar months, so many searches each. */
  windows: { unit: 'hours'; hours: number } | { unit: 'months'; searches: number }
  /** Path and query of the first page of a search. */
  searchPath(window: Window, limit: number): string
  /** Path of one release. Undefined: none is ever asked for singly. */
  releasePath?(releaseId: string): string
  standIn: StandIn
  /** Statuses that mean "too fast", and how long to wait when no Retry-After says it. */
  refusal: { statuses: readonly number[]; waitSeconds: number }
  /** How often a broken answer is asked for again. Undefined: five times. */
  brokenTries?: number
  /** Certificates (PEM) that the host forgets to send: added to the roots for this source alone. */
  intermediates?: readonly string[]
  /** True: a day counts as complete, and a feed as fresh, only with this source. False: it is told apart in `meta.sources`. */
  isCore: boolean
  /** Whether a buyer's id means the same body in every release, or only its name does. */
  buyersBy: 'id' | 'name'
  /** Id under which a release is filed, by what it says and the search it came from. Undefined: the id it states. */
  fileAs?(release: Record<string, unknown>, search: Window | null): string | undefined
  /** True for the id of a release that says in Welsh what another says in English. */
  isWelsh?(releaseId: string): boolean
  /** True when bodies may be double-encoded. */
  hasEncodingFaults: boolean
  /** How releases of one process add up. */
  releases: 'deltas' | 'complete'
  /** Checks that a day's release numbers have no holes. Undefined: the source numbers nothing. */
  sequence?: { parse(releaseId: string): { year: number; number: number } | undefined; format(year: number, number: number): string }
  /** True when a notice can only be seen to be withdrawn by asking for it again. */
  isRechecked: boolean

  /** The number of the notice a release announces, as in its id and page. */
  noticeNumber(releaseId: string, release: ReleaseContent): string
  /** Official page of a notice, by its number and the latest state of the tender. */
  noticeUrl(number: string, tender: Tender): string
  /** Sorts releases of the same moment. */
  releaseNumber(releaseId: string): number
  /** Day and moment fields that differ between publishers. */
  value(tender: Pick<Tender, 'value'>): Value
  /** A date-time as this publisher writes it, as an instant. */
  moment(raw: string | null): number | undefined
  deadline(tender: Tender): number | undefined
  /** Raw date-time of first publication, if the release states one besides its own date. */
  datePublished(tender: Tender): string | null
  isForSme(tender: Tender): boolean | null
  contractPeriods(tender: Tender): { startDate: string | null; endDate: string | null }[]
  /** False for a release whose own notice is of a kind that is no opportunity, whatever its tags. */
  isOpportunity(release: { id: string; noticeTypes: () => ReadonlyMap<string, string> }): boolean
}
