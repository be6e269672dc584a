/**
 * What a publisher of OCDS releases must say about itself. A further source is one file with such a value and a line in `sources.ts`: notice
 * numbers, pages, attribution, status and the loopback copy that tests ask are all made from it.
 */
import type { Env } from '../../core.ts'
import type { Tender } from './tender.ts'

/** A stretch of London wall-clock time, `YYYY-MM-DDTHH:MM:SS` each, as the search parameters want it. */
export type Window = { from: string; to: string }

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
}

type Value = { amount: number | null; basis: 'net' | 'gross' | 'unstated' | null }

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
  /** Scheme, host and port the API is asked at. */
  origin(env: Env): string
  /** Length of a search window in hours; divides 24. */
  windowHours: number
  /** Path and query of the first page of a search. */
  searchPath(window: Window, limit: number): string
  /** Path of one release. */
  releasePath(releaseId: string): string
  standIn: StandIn
  /** Statuses that mean "too fast", and how long to wait when no Retry-After says it. */
  refusal: { statuses: readonly number[]; waitSeconds: number }
  /** True when bodies may be double-encoded. */
  hasEncodingFaults: boolean
  /** How releases of one process add up. */
  releases: 'deltas' | 'complete'
  /** Checks that a day's release numbers have no holes. Undefined: the source numbers nothing. */
  sequence?: { parse(releaseId: string): { year: number; number: number } | undefined; format(year: number, number: number): string }
  /** True when a notice can only be seen to be withdrawn by asking for it again. */
  isRechecked: boolean

  /** The number of the notice a release announces, as in its id and page. */
  noticeNumber(releaseId: string): string
  /** Official page of a notice, by its number and the latest state of the tender. */
  noticeUrl(number: string, tender: Tender): string
  /** Sorts releases of the same moment. */
  releaseNumber(releaseId: string): number
  /** Day and moment fields that differ between publishers. */
  value(tender: Tender): Value
  deadline(tender: Tender): number | undefined
  /** Raw date-time of first publication, if the release states one besides its own date. */
  datePublished(tender: Tender): string | null
  isForSme(tender: Tender): boolean | null
  contractPeriods(tender: Tender): { startDate: string | null; endDate: string | null }[]
  /** False for a release whose own notice is of a kind that is no opportunity, whatever its tags. */
  isOpportunity(release: { id: string; noticeTypes: () => ReadonlyMap<string, string> }): boolean
}
