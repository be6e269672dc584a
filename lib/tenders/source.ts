/** What a publisher of OCDS releases must say about itself. A further source is one such value in `sources/` and a line in `sources.ts`. */
import type { Tender } from './tender.ts'

/** A stretch of London wall-clock time, `YYYY-MM-DDTHH:MM:SS` each, as the search parameters want it. */
export type Window = { from: string; to: string }

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
  origin(): string
  /** Length of a search window in hours; divides 24. */
  windowHours: number
  /** Path and query of the first page of a search. */
  searchPath(window: Window, limit: number): string
  /** Path of one release. */
  releasePath(releaseId: string): string
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
  /** Sorts releases of the same moment. */
  releaseNumber(releaseId: string): number
  /** Day and moment fields that differ between publishers (tenders.md section 4). */
  value(tender: Tender): Value
  deadline(tender: Tender): number | undefined
  /** Raw date-time of first publication, if the release states one besides its own date. */
  datePublished(tender: Tender): string | null
  isForSme(tender: Tender): boolean | null
  contractPeriods(tender: Tender): { startDate: string | null; endDate: string | null }[]
  /** False for a release whose own notice is of a kind that is no opportunity, whatever its tags. */
  isOpportunity(release: { id: string; noticeTypes: () => ReadonlyMap<string, string> }): boolean
}
