/** The whole pipeline in memory, without a database: release packages in, notices out. For checks from outside. */
import { z } from 'zod'
import { type RawRelease, toRawRelease } from '../sources/release.ts'
import type { Source } from '../sources/source.ts'
import { sources } from '../sources/sources.ts'
import { londonDay } from '../words/london.ts'
import { buyerKey, duplicateGroups, judgedTogether } from './duplicates.ts'
import type { StoredNotice } from './notice.ts'
import { closedReason, type Process, toProcesses } from './process.ts'

export type ReplayedNotice = Omit<StoredNotice, 'deadline'> & { deadline: string | null; open: boolean; reason: string | null }

const Package = z.union([z.object({ uri: z.string().nullish().catch(null), releases: z.array(z.unknown()) }), z.array(z.unknown())])
const Identified = z.object({ ocid: z.string() })

function sourceOfRelease(release: unknown, uri: string | null | undefined): Source | undefined {
  const { data } = Identified.safeParse(release)
  return sources.find(({ ocidPrefix }) => data?.ocid.startsWith(ocidPrefix)) ?? sources.find(({ site }) => uri?.startsWith(site))
}

/** The releases of packages, each once; what cannot be used is handed to `report`. */
function collectReleases(packages: readonly unknown[], report: (problem: string) => void): RawRelease[] {
  const byId = new Map<string, RawRelease>()
  for (const received of packages) {
    const parsed = Package.safeParse(received)
    if (!parsed.success) {
      report('not a release package: it has no list of releases')
      continue
    }
    const uri = Array.isArray(parsed.data) ? null : parsed.data.uri
    for (const release of Array.isArray(parsed.data) ? parsed.data : parsed.data.releases) {
      const source = sourceOfRelease(release, uri)
      const raw = source ? toRawRelease(source, release) : { reported: 'of no source that is read here' }
      if ('reported' in raw) report(`release skipped: ${raw.reported}`)
      else byId.set(`${raw.source} ${raw.id}`, raw)
    }
  }
  return [...byId.values()]
}

function processesOf(releases: readonly RawRelease[]): Process[] {
  return sources.flatMap((source) => {
    const own = releases.filter((release) => release.source === source.prefix)
    return [...Map.groupBy(own, ({ ocid }) => ocid)].flatMap(([ocid, group]) => toProcesses(source, ocid, group))
  })
}

const keyOf = ({ source, ocid, buyerKey: buyer }: Process) => `${source.prefix} ${ocid} ${buyer}`

/** Twins by id: who else announces the same, and until when somebody else is served instead. */
function twinsOf(processes: readonly Process[], now: number) {
  const twins = new Map<string, { others: string[]; hiddenUntil: number }>()
  const candidates = processes.filter(
    (process) => process.deadline !== undefined && process.notice.title !== '' && !(process.closing && process.closing.at <= now),
  )
  for (const group of judgedTogether(candidates, ({ notice, linkKey }) => ({ name: buyerKey(notice.buyer), link: linkKey }))) {
    const deadlines = new Map(group.map(({ notice, deadline }) => [notice.id, deadline ?? 0]))
    const groups = duplicateGroups(
      group.map(({ source, ocid, linkKey, notice, deadline = 0, firstPublished }) => ({
        id: notice.id,
        prefix: source.prefix,
        ocid,
        link: linkKey,
        buyer: notice.buyer,
        title: notice.title,
        value: notice.value_gbp,
        deadline,
        firstPublished,
        listedAt: null,
      })),
      londonDay,
    )
    for (const ids of groups)
      ids.forEach((id, place) => {
        const before = ids.slice(0, place).map((other) => deadlines.get(other) ?? 0)
        twins.set(id, { others: ids.slice(place + 1), hiddenUntil: Math.max(Number.NEGATIVE_INFINITY, ...before) })
      })
  }
  return twins
}

/**
 * Every notice that the packages give, with whether it is open at `now` and why not. Fields come from all releases; a release that is
 * published only after `now` neither closes nor reopens anything yet.
 */
export function replay(packages: readonly unknown[], now: number, report: (problem: string) => void): ReplayedNotice[] {
  const releases = collectReleases(packages, report)
  const all = processesOf(releases)
  const then = new Map(processesOf(releases.filter(({ date }) => date <= now)).map((process) => [keyOf(process), process]))
  const states = all.map((process) => then.get(keyOf(process)) ?? process)
  const twins = twinsOf(states, now)
  const byId = new Map(all.map(({ notice }) => [notice.id, notice]))
  return all.map((process, index) => {
    const { notice } = process
    const twin = twins.get(notice.id)
    const reason = closedReason(states[index] ?? process, now) ?? (twin && now < twin.hiddenUntil ? 'duplicate' : null)
    const also_at = (twin?.others ?? [])
      .flatMap((id) => byId.get(id) ?? [])
      .map(({ id, source, notice_url }) => ({ id, source, notice_url }))
    return { ...notice, also_at, open: reason === null, reason }
  })
}
