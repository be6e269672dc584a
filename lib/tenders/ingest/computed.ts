/** What follows from all releases of one process, as rows to be stored. Pure. */
import { hash } from 'node:crypto'
import { buyerKey } from '../notices/duplicates.ts'
import { type OutlookItem, toOutlook } from '../notices/outlook.ts'
import { type Process, type StoredRelease, toProcesses } from '../notices/process.ts'
import type { Source } from '../sources/source.ts'

/** Raised whenever other rows follow from the same releases: those that are stored are computed again before the next publish. */
export const MAPPING = 4

/** Hash of a row's text: the same again needs no write. */
export const digestOf = (json: string): string => hash('sha1', json, 'base64')

function toRow(process: Process) {
  const { notice, deadline, closing, history } = process
  const unlisted = notice.title === '' ? 'no-title' : deadline === undefined ? 'no-deadline' : null
  const row = {
    ocid: process.ocid,
    buyer_key: process.buyerKey,
    id: notice.id,
    latest_release: process.latestReleaseId,
    first_published: process.firstPublished,
    deadline: deadline ?? null,
    closed_reason: closing?.reason ?? null,
    closed_at: closing?.at ?? null,
    unlisted,
    name_key: buyerKey(notice.buyer),
    link_key: process.linkKey,
    notice,
    description: process.description,
    places: process.places,
    sequence: history.filter((entry) => 'fields' in entry && entry.fields.deadline !== undefined).length,
    history,
    unknown_regions: process.unknownRegions.length,
  }
  const json = JSON.stringify(row)
  return { ocid: row.ocid, buyerKey: row.buyer_key, notice, json: `${json.slice(0, -1)},"digest":"${digestOf(json)}"}` }
}

/** `json`: the row as text, with its digest. */
type NoticeRow = ReturnType<typeof toRow>

/** What follows from all releases of a process: its notices, and what comes before and after them. */
export type Computed = { ocid: string; notices: NoticeRow[]; outlook: OutlookRow[]; hasOutlook: boolean }

/** The releases of one process say something that this program cannot work out. */
export class Uncomputable extends Error {
  override name = 'Uncomputable'
}

/** @param releases all of the process, in any order @throws Uncomputable */
export function compute(source: Source, ocid: string, releases: readonly StoredRelease[]): Computed {
  try {
    return computeAll(source, ocid, releases)
  } catch (cause) {
    throw new Uncomputable(`${source.prefix} ${ocid} could not be computed`, { cause })
  }
}

function computeAll(source: Source, ocid: string, releases: readonly StoredRelease[]): Computed {
  const notices = toProcesses(source, ocid, releases).map(toRow)
  const hasOutlook = releases.some(({ tags }) => tags.some((tag) => !tag.startsWith('tender')))
  return { ocid, notices, hasOutlook, outlook: hasOutlook ? outlookOf(source, ocid, releases, notices) : [] }
}

type OutlookRow = { ocid: string; id: string; kind: string; due: string | null; published: number; name_key: string; item: OutlookItem }

function outlookOf(source: Source, ocid: string, releases: readonly StoredRelease[], notices: readonly NoticeRow[]): OutlookRow[] {
  const published = Math.max(...releases.map(({ date }) => date))
  // With several buyers in one process a plan becomes its own buyer's notice, not another's.
  const noticeOf = (buyer: string) => {
    const found = notices.length === 1 ? notices[0] : notices.find(({ notice }) => buyerKey(notice.buyer) === buyerKey(buyer))
    return found ? { id: found.notice.id, notice_url: found.notice.notice_url } : null
  }
  const items = toOutlook(source, ocid, releases, noticeOf)
  const rows = items.map((item) => ({
    ocid,
    id: item.id,
    kind: item.kind,
    due: item.kind === 'award' ? item.contract_end : item.expected,
    published,
    name_key: buyerKey(item.buyer),
    item,
  }))
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
