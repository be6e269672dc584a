/** What of a buyer's notices is published, and what that changes for a reader. Pure. */
import { z } from 'zod'
import { depthShape } from '../notices/depth.ts'
import { type Candidate, duplicateGroups } from '../notices/duplicates.ts'
import type { StoredNotice } from '../notices/notice.ts'
import { sources } from '../sources/sources.ts'
import { londonDay } from '../words/london.ts'

const instant = z.coerce.number().nullable()
/** A computed notice beside what is published of it. */
export const Row = z.object({
  id: z.string(),
  source: z.enum(sources.map(({ prefix }) => prefix)),
  ocid: z.string(),
  link_key: z.string().nullable(),
  name_key: z.string(),
  dirty: z.boolean(),
  unlisted: z.string().nullable(),
  closed_reason: z.string().nullable(),
  closed_at: instant,
  deadline: instant,
  first_published: z.coerce.number(),
  notice: z.record(z.string(), z.unknown()),
  description: z.string(),
  places: z.array(z.string()).nullable(),
  sequence: z.number(),
  published: z.record(z.string(), z.unknown()).nullable(),
  published_deadline: instant,
  published_places: z.array(z.string()).nullable(),
  hidden_until: instant,
  listed_at: instant,
  news_at: instant,
  is_reworded: z.boolean().nullable(),
  live: z.boolean().nullable(),
})
export type Row = z.output<typeof Row>

/** As readers of changes see it. `before` null: it was not listed; `after` null: it no longer is. */
export type Change = { day: string; at: number; id: string; before: unknown; after: unknown; reason: string | null }

const isCandidate = (row: Row, now: number) =>
  row.unlisted === null && row.closed_at === null && row.deadline !== null && row.deadline > now

/** For the notices of one buyer: until when each waits for a twin, and who else announces it. */
function judgeTwins(rows: Row[], now: number) {
  const open = rows.filter((row) => isCandidate(row, now))
  const twins = new Map<string, { hiddenUntil: number | null; others: Row[]; isDuplicate: boolean }>()
  if (open.length < 2) return twins
  const byId = new Map(open.map((row) => [row.id, row]))
  const candidates = open.map((row): Candidate => {
    const { id, source, ocid, link_key, notice, deadline, first_published } = row
    const notation = notice as StoredNotice
    return {
      id,
      prefix: source,
      ocid,
      link: link_key,
      buyer: notation.buyer,
      title: notation.title,
      value: notation.value_gbp,
      deadline: deadline ?? 0,
      firstPublished: first_published,
      listedAt: row.live ? row.listed_at : null,
    }
  })
  for (const ids of duplicateGroups(candidates, londonDay)) {
    const group = ids.flatMap((id) => byId.get(id) ?? [])
    group.forEach((row, place) => {
      const before = group.slice(0, place).map((other) => other.deadline ?? 0)
      twins.set(row.id, {
        hiddenUntil: before.length > 0 ? Math.max(...before) : null,
        others: group.slice(place + 1),
        isDuplicate: place > 0,
      })
    })
  }
  return twins
}

/** What trades, regions and searches read of a notice, beside its description and places. */
const READ_BY_FEEDS = [
  'title',
  'buyer',
  'buyer_region',
  'value_gbp',
  'sme_suitable',
  'summary',
  'delivery_regions',
  'main_cpv',
  'cpvs',
] as const satisfies (keyof StoredNotice)[]

/** An amendment after which a feed may list it that did not: to its readers it is as new as one never listed. */
function mayBeElsewhere({ notice, published, places, published_places, is_reworded }: Row): boolean {
  // The same releases read otherwise by a newer program are news to nobody.
  if (!published || notice.updated === published.updated) return false
  return (
    is_reworded === true || !sameJson(places, published_places) || READ_BY_FEEDS.some((name) => !sameJson(notice[name], published[name]))
  )
}

/** One buyer's rows as they should be published, and what that changes for a reader. */
export function judgeBuyer(rows: Row[], now: number, newsAt: number | null) {
  const twins = judgeTwins(rows, now)
  const stored: {
    id: string
    deadline: number
    hidden_until: number | null
    listed_at: number | null
    news_at: number | null
    live: boolean
    name_key: string
    notice: unknown
    description: string
    places: string[] | null
    sequence: number
  }[] = []
  const changes: Change[] = []
  for (const row of rows) {
    const twin = twins.get(row.id)
    const also_at = (twin?.others ?? []).map(({ notice }) => {
      const { id, source, notice_url } = notice as StoredNotice
      return { id, source, notice_url }
    })
    const notice = { ...row.notice, also_at }
    const hiddenUntil = twin?.hiddenUntil ?? null
    const live = isCandidate(row, now) && (hiddenUntil === null || hiddenUntil < (row.deadline ?? 0))
    const isShown = live && hiddenUntil === null
    const wasShown = row.live === true && row.listed_at !== null
    const listedAt = isShown ? (wasShown ? row.listed_at : now) : null
    if (!live && row.live !== true) continue
    const isSame =
      live &&
      row.live === true &&
      sameJson(notice, row.published) &&
      sameJson(row.places, row.published_places) &&
      hiddenUntil === row.hidden_until &&
      row.deadline === row.published_deadline
    if (isSame && wasShown === isShown) continue
    stored.push({
      id: row.id,
      deadline: row.deadline ?? now,
      hidden_until: hiddenUntil,
      listed_at: listedAt,
      news_at: isShown && (!wasShown || mayBeElsewhere(row)) ? newsAt : row.news_at,
      live,
      notice,
      name_key: row.name_key,
      description: row.description,
      places: row.places,
      sequence: row.sequence,
    })
    if (!isShown && !wasShown) continue
    const reason = isShown
      ? null
      : (row.closed_reason ?? (twin?.isDuplicate ? 'duplicate' : row.unlisted === null ? 'expired' : 'cancelled'))
    const before = wasShown ? row.published : null
    const after = isShown ? notice : null
    if (!sameJson(before, after && before ? asBefore(after, before) : after))
      changes.push({ day: londonDay(now), at: now, id: row.id, before, after, reason })
  }
  return { stored, changes }
}

/** A notice without the fields that the program which published it before did not know: those are no change of the notice. */
function asBefore(after: Record<string, unknown>, before: Record<string, unknown>): Record<string, unknown> {
  if ('unavailable' in before) return after
  return Object.fromEntries(Object.entries(after).filter(([name]) => name in before || !(name in depthShape)))
}

/** Equal but for the order of names, which jsonb does not keep. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [Object.entries(a), b as Record<string, unknown>]
  return left.length === Object.keys(b).length && left.every(([name, value]) => name in right && sameJson(value, right[name]))
}
