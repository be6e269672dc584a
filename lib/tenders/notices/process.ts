/**
 * Contracting processes, computed from raw releases alone, so that any step may run twice and late or out-of-order
 * releases give the same result. Pure; no clock: whether a deadline has passed is judged where it matters.
 */

import type { Json, RawRelease } from '../sources/release.ts'
import type { Source } from '../sources/source.ts'
import { sources } from '../sources/sources.ts'
import { noticeTypes, ReleaseContent, ReleaseHead } from '../sources/tender.ts'
import { cut } from '../words/text.ts'
import { buyerKey, KEY_MAX } from './duplicates.ts'
import { mergeReleases } from './merge.ts'
import type { StoredNotice } from './notice.ts'
import { type MappedNotice, toNotice } from './to-notice.ts'

type Closing = { reason: 'awarded' | 'cancelled' | 'vanished' /** Instant. */; at: number; release: string }

/** A change that an amendment made to the notice, or its end. `at` is an ISO date-time in UTC. */
type HistoryEntry =
  | { at: string; release: string; fields: Partial<Record<keyof StoredNotice, [unknown, unknown]>> }
  | { at: string; release: string; closed: Closing['reason'] }

export type Process = {
  source: Source
  ocid: string
  /** Lead buyer's id, the first it goes by in the ocid; '' when no release of the ocid names one. */
  buyerKey: string
  notice: MappedNotice['notice']
  description: string
  places: string[]
  /** Deadline as an instant. */
  deadline: number | undefined
  /** First publication, as an instant. */
  firstPublished: number
  closing: Closing | null
  history: HistoryEntry[]
  latestReleaseId: string
  /** Ocid under which another portal publishes the same, by a link of the releases; else its own where others may link to it, else null. */
  linkKey: string | null
  unknownRegions: string[]
}

/** A release whose notice was gone when asked for again: instant of that answer. */
export type StoredRelease = RawRelease & { goneAt?: number | undefined }

const TENDER_TAGS = new Set(['tender', 'tenderUpdate', 'tenderAmendment'])
const CLOSING_STATUSES = new Set(['cancelled', 'withdrawn', 'unsuccessful', 'complete'])

/** `buyer`: what tells its lead buyer from others of the ocid; `buyerName`: its name as names are compared, '' where none is stated. */
type Filed = StoredRelease & { buyer: string | undefined; buyerName: string }
type Stage = Filed & { isTenderStage: true; content: ReleaseContent }
type Other = Filed & { isTenderStage: false; content: ReleaseHead }
type Known = Stage | Other

const hasTenderTag = ({ tags }: StoredRelease): boolean => tags.some((tag) => TENDER_TAGS.has(tag))

function know(source: Source, release: StoredRelease): Known {
  const isTenderStage =
    !source.isWelsh?.(release.id) &&
    hasTenderTag(release) &&
    source.isOpportunity({ id: release.id, noticeTypes: () => noticeTypes(release.release) })
  const content = isTenderStage ? ReleaseContent.parse(release.release) : ReleaseHead.parse(release.release)
  const buyers = content.parties.filter((party) => party.roles.includes('buyer'))
  const lead = content.buyer ?? (buyers.length === 1 ? buyers[0] : undefined)
  const buyerName = buyerKey(lead?.name ?? content.parties.find(({ id }) => id !== null && id === lead?.id)?.name ?? '')
  const key = source.buyersBy === 'name' ? buyerName : cut(lead?.id?.trim() ?? '', KEY_MAX) || buyerName
  const buyer = (!source.isWelsh?.(release.id) && key) || undefined
  // The schema parsed with is the one of the stage.
  return { ...release, buyer, buyerName, isTenderStage, content } as Known
}

/**
 * Releases in order, each under the first key of its buyer: one body goes by several ids (GB-FTS-1, GB-PPON-…), and by one name. Where a notice
 * keeps its number when it is amended, an amendment that names another body hands it over: it is no second notice.
 */
function underOneKey(source: Source, releases: readonly Known[]): Known[] {
  const byKey = new Map<string, string>()
  const byName = new Map<string, string>()
  const byNumber = new Map<string, string>()
  return releases.map((release) => {
    const { buyer, buyerName } = release
    if (buyer === undefined) return release
    const isAmended = source.releases === 'complete' && release.isTenderStage
    const number = isAmended ? source.noticeNumber(release.id, release.content) : undefined
    const key = byNumber.get(number ?? '') ?? byKey.get(buyer) ?? byName.get(buyerName) ?? buyer
    if (number !== undefined) byNumber.set(number, key)
    byKey.set(buyer, key)
    if (buyerName !== '' && !byName.has(buyerName)) byName.set(buyerName, key)
    return { ...release, buyer: key }
  })
}

/** How a release ends a process, if it does. A release of the tender stage ends it only by its own status. */
function endingOf({ isWelsh }: Source, release: Known): Closing['reason'] | undefined {
  const { tags, isTenderStage } = release
  if (isWelsh?.(release.id)) return undefined
  if (!isTenderStage && tags.some((tag) => /^(?:award|contract)/.test(tag))) return 'awarded'
  if (tags.includes('tenderCancellation')) return 'cancelled'
  if (isTenderStage && CLOSING_STATUSES.has(release.content.tender?.status ?? '')) return 'cancelled'
  return undefined
}

const merges = ({ release }: StoredRelease): Json => ({
  ...('title' in release ? { title: release.title } : {}),
  ...('buyer' in release ? { buyer: release.buyer } : {}),
  ...('parties' in release ? { parties: release.parties } : {}),
  ...('tender' in release ? { tender: release.tender } : {}),
})

function differences(before: StoredNotice | MappedNotice['notice'], after: MappedNotice['notice']) {
  const fields: Partial<Record<keyof StoredNotice, [unknown, unknown]>> = {}
  for (const name of Object.keys(after) as (keyof StoredNotice)[])
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) fields[name] = [before[name], after[name]]
  return fields
}

/** The process at another portal of which a release says it is a copy: the canonical link names it. */
function linkedOcid({ prefix }: Source, { links }: ReleaseContent): string | null {
  for (const { rel, href } of links) {
    const linked = /[?&]id=(ocds-[a-z0-9]{1,20}-[\w.-]{1,100})\s*$/i.exec(href ?? '')?.[1]
    const isCopy = linked !== undefined && (rel === null || rel === 'canonical')
    if (isCopy && sources.some((other) => other.prefix !== prefix && linked.startsWith(other.ocidPrefix))) return linked
  }
  return null
}

/** The title that the latest release in Welsh states, if any does. */
function welshTitle({ isWelsh }: Source, releases: readonly Known[]): string | null {
  const welsh = isWelsh ? releases.findLast(({ id }) => isWelsh(id)) : undefined
  return welsh ? ReleaseContent.parse(welsh.release).tender.title : null
}

/** One process from its releases in order; `undefined` when none of them is of the tender stage. */
function toProcess(
  source: Source,
  ocid: string,
  buyerKey: string,
  releases: Known[],
  idFrom: (release: Stage) => boolean,
): Process | undefined {
  const stages = releases.filter((release): release is Stage => release.isTenderStage)
  const first = stages.find(idFrom) ?? stages[0]
  if (!first) return undefined
  const titleCy = welshTitle(source, releases)
  /** What the stages so far say; undefined as long as that is what the latest says. */
  let merged: Json | undefined
  let mapped: MappedNotice | undefined
  let deadline: number | undefined
  let closing: Closing | null = null
  const history: HistoryEntry[] = []
  let latest = first
  for (const release of releases) {
    const ending = endingOf(source, release)
    if (release.isTenderStage) {
      const isWhole = !mapped || source.releases === 'complete'
      if (!isWhole) {
        const soFar = merged ?? mergeReleases({}, merges(latest))
        const before = source.buyersBy === 'name' && 'parties' in release.release ? { ...soFar, parties: undefined } : soFar
        merged = mergeReleases(before, merges(release))
      }
      const content = merged ? ReleaseContent.parse(merged) : release.content
      const next = toNotice({ source, first, latest: release, merged: content, titleCy })
      if (mapped) {
        const fields = differences(mapped.notice, next.notice)
        if (Object.keys(fields).length > 0) history.push({ at: new Date(release.date).toISOString(), release: release.id, fields })
      }
      mapped = next
      latest = release
      const stated = source.deadline(content.tender)
      // As it is served, to the whole second: a part of one would keep a notice open that reads as closed.
      deadline = stated === undefined ? undefined : Math.floor(stated / 1000) * 1000
      // Only an amendment with a deadline still ahead opens a closed process again.
      if (deadline !== undefined && deadline > release.date) closing = null
    }
    if (ending && mapped && !closing) closing = { reason: ending, at: release.date, release: release.id }
  }
  if (!mapped) return undefined
  if (!closing && latest.goneAt !== undefined) closing = { reason: 'vanished', at: latest.goneAt, release: latest.id }
  if (closing) history.push({ at: new Date(closing.at).toISOString(), release: closing.release, closed: closing.reason })
  const { notice, description, places, published, unknownRegions } = mapped
  return {
    source,
    ocid,
    buyerKey,
    notice,
    description,
    places,
    deadline,
    firstPublished: published,
    closing,
    history,
    latestReleaseId: latest.id,
    linkKey:
      stages.reduceRight<string | null>((found, { content }) => found ?? linkedOcid(source, content), null) ??
      (source.isCore ? null : ocid),
    unknownRegions,
  }
}

const inOrder = (source: Source) => (a: StoredRelease, b: StoredRelease) =>
  a.date - b.date || source.releaseNumber(a.id) - source.releaseNumber(b.id) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

const readInOrder = (source: Source, releases: readonly StoredRelease[]): Known[] =>
  underOneKey(source, releases.map((release) => know(source, release)).sort(inOrder(source)))

/** The releases of one ocid in order, by lead buyer, the earliest first; a release that names none is with every buyer. */
export function byBuyer(source: Source, releases: readonly StoredRelease[]): { buyer: string; releases: StoredRelease[] }[] {
  // Mostly there is one, and nobody to tell it from.
  if (releases.length < 2) return [{ buyer: '', releases: [...releases] }]
  const known = readInOrder(source, releases)
  const [first = '', ...others] = new Set(known.flatMap(({ buyer }) => buyer ?? []))
  return [first, ...others].map((buyer) => ({
    buyer,
    releases: known.filter((release) => release.buyer === undefined || release.buyer === buyer),
  }))
}

/** The processes of one ocid from all its releases, in any order, each id once. Releases that name no buyer apply to every process. */
export function toProcesses(source: Source, ocid: string, releases: readonly StoredRelease[]): Process[] {
  // Four of five processes are awards and plans alone, and need not be read for that.
  if (!releases.some(hasTenderTag)) return []
  const known = readInOrder(source, releases)
  const buyers = [...new Set(known.flatMap(({ buyer, isTenderStage }) => (buyer !== undefined && isTenderStage ? [buyer] : [])))]
  if (buyers.length === 0) buyers.push('')
  return buyers.flatMap((buyer) => {
    const own = buyer === '' ? known : known.filter((release) => release.buyer === undefined || release.buyer === buyer)
    // With several buyers a release that names none cannot give its number to more than one notice.
    const process = toProcess(source, ocid, buyer, own, (release) => buyers.length === 1 || release.buyer === buyer)
    return process ? [process] : []
  })
}

/** Why a process is not open at an instant, or `null`. A deadline is the first second at which it is over. */
export function closedReason(process: Pick<Process, 'deadline' | 'closing' | 'notice'>, now: number) {
  if (process.closing && process.closing.at <= now) return process.closing.reason
  if (process.notice.title === '') return 'no-title' as const
  if (process.deadline === undefined) return 'no-deadline' as const
  return now >= process.deadline ? ('expired' as const) : null
}
