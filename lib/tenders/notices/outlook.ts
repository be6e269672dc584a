/** What comes before and after a notice, from all releases of one process. Pure; no clock. */
import { z } from 'zod'
import type { Json } from '../sources/release.ts'
import type { Source } from '../sources/source.ts'
import { noticeTypes, ReleaseContent } from '../sources/tender.ts'
import { dateAsWritten, londonDay } from '../words/london.ts'
import { cut } from '../words/text.ts'
import { KEY_MAX } from './duplicates.ts'
import { leadBuyer, served } from './lead-buyer.ts'
import { mergeReleases } from './merge.ts'
import { byBuyer, type StoredRelease } from './process.ts'
import { supplierName } from './supplier.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const basis = z.enum(['net', 'gross', 'unstated']).nullable()
const common = { id: z.string(), title: z.string(), buyer: z.string(), main_cpv: z.string().nullable(), cpvs: z.array(z.string()) }
const value = { value_gbp: z.number().nullable(), value_basis: basis, source: z.string(), notice_url: z.url() }

/** A contract or award. Of a framework the value is a ceiling, never money spent. */
export const Award = z.object({
  kind: z.literal('award'),
  ...common,
  suppliers: z.array(z.object({ name: z.string(), named: z.boolean() })),
  ...value,
  value_is_ceiling: z.boolean(),
  awarded: day.nullable(),
  contract_start: day.nullable(),
  contract_end: day.nullable(),
  latest_end: day.nullable().describe('With every extension taken.'),
  extendable: z.boolean().nullable(),
})
/** A procurement that is planned, or talked over with the market before it is. */
export const Planned = z.object({
  kind: z.literal('planned'),
  ...common,
  stage: z.enum(['pipeline', 'market engagement', 'planned procurement', 'planning']),
  ...value,
  published: day,
  expected: day.nullable().describe('When the tender is expected to be published.'),
  engagement_ends: day.nullable(),
  contract_start: day.nullable(),
  contract_end: day.nullable(),
  tender: z.object({ id: z.string(), notice_url: z.url() }).nullable().describe('The notice it has become.'),
})
export type Award = z.output<typeof Award>
export type Planned = z.output<typeof Planned>
export type OutlookItem = Award | Planned

// What is of another shape counts as not stated.
const text = z.string().nullable().default(null).catch(null)
const loose = <Type extends z.ZodType>(type: Type) => type.nullable().default(null).catch(null)
const many = <Type extends z.ZodType>(type: Type) =>
  z
    .array(type.catch(undefined as never))
    .default([])
    .catch([])
const amount = loose(z.object({ amount: loose(z.number()), amountGross: loose(z.number()), currency: text }))
const period = loose(z.object({ startDate: text, endDate: text, maxExtentDate: text }))
const id = z.union([z.string(), z.number().transform(String)])
const cpv = loose(z.object({ scheme: text, id: text }))
const Contract = z.object({
  id,
  awardID: loose(id),
  status: text,
  title: text,
  value: amount,
  period,
  hasRenewal: loose(z.boolean()),
  dateSigned: text,
})
const AwardPart = z.object({
  id,
  status: text,
  title: text,
  date: text,
  value: amount,
  contractPeriod: period,
  hasRenewal: loose(z.boolean()),
  suppliers: many(z.object({ id: loose(id), name: text })),
  items: many(z.object({ classification: cpv, additionalClassifications: many(cpv) })),
})
const identifier = loose(z.object({ scheme: text, id: text }))
const After = z.object({
  awards: many(AwardPart),
  contracts: many(Contract),
  parties: many(z.object({ id: loose(id), name: text, identifier, additionalIdentifiers: many(identifier) })),
  planning: loose(z.object({ milestones: many(z.object({ type: text, description: text, title: text, dueDate: text })) })),
  tender: loose(z.object({ communication: loose(z.object({ futureNoticeDate: text })) })),
})
type After = z.output<typeof After>

const ENDED = new Set(['cancelled', 'unsuccessful', 'terminated', 'withdrawn'])
/** A purchase under a framework that is there already: its value is money to be spent. */
const CALL_OFF = /\bcall[- ]?off\b|\b(?:from|under|within) (?:a|an|the)(?: existing)? framework\b/i
const OTHER_STAGES = /^(?:award|contract|planning|implementation)/
const day10 = (raw: string | null | undefined) => dateAsWritten(raw)
const isCpv = (each: { scheme: string | null; id: string | null } | null) => each?.scheme?.trim().toUpperCase() === 'CPV'

function cpvsOf(content: ReleaseContent, items: readonly z.output<typeof AwardPart>['items'][number][]): string[] {
  const { tender } = content
  const stated = [tender.classification, ...tender.items.flatMap((item) => [item.classification, ...item.additionalClassifications])]
  const awarded = items.flatMap((item) => [item?.classification ?? null, ...(item?.additionalClassifications ?? [])])
  return [...new Set([...stated, ...awarded].filter(isCpv).flatMap((each) => /^\s*(\d{8})/.exec(each?.id ?? '')?.slice(1, 2) ?? []))]
}

type Merged = { source: Source; ocid: string; content: ReleaseContent; after: After; latest: StoredRelease; key: string }

function toAward({ source, content, after, latest, key }: Merged, part: z.output<typeof AwardPart>): Award | undefined {
  const contract = after.contracts.find((each) => each && (each.awardID ?? each.id) === part.id)
  if (ENDED.has(part.status ?? '') || ENDED.has(contract?.status ?? '')) return undefined
  const parties = new Map(after.parties.filter(Boolean).map((party) => [party.id, party]))
  const suppliers = part.suppliers.filter(Boolean).map((supplier) => {
    const party = parties.get(supplier.id)
    return supplierName(supplier.name ?? party?.name ?? '', [party?.identifier ?? null, ...(party?.additionalIdentifiers ?? [])])
  })
  const stated = source.value({ value: contract?.value ?? part.value })
  const method = content.tender.procurementMethodDetails ?? ''
  const isFramework = content.tender.techniques?.hasFrameworkAgreement === true || (/\bframework\b/i.test(method) && !CALL_OFF.test(method))
  const ceiling = isFramework && stated.amount === null ? source.value(content.tender) : stated
  const dates = contract?.period ?? part.contractPeriod ?? content.tender.contractPeriod
  const cpvs = cpvsOf(content, part.items)
  return {
    kind: 'award',
    id: `${key}:${cut(part.id, KEY_MAX)}`,
    title: served(content.tender.title) || served(part.title ?? contract?.title),
    buyer: leadBuyer(content).name,
    main_cpv: cpvs[0] ?? null,
    cpvs,
    suppliers,
    value_gbp: ceiling.amount,
    value_basis: ceiling.basis,
    source: source.name,
    notice_url: source.noticeUrl(source.noticeNumber(latest.id, content), content.tender),
    value_is_ceiling: isFramework,
    awarded: day10(contract?.dateSigned) ?? day10(part.date) ?? londonDay(latest.date),
    contract_start: day10(dates?.startDate),
    contract_end: day10(dates?.endDate),
    latest_end: day10(dates?.maxExtentDate),
    extendable: contract?.hasRenewal ?? part.hasRenewal ?? (dates?.maxExtentDate ? true : null),
  }
}

const STAGES: Readonly<Record<string, Planned['stage']>> = { UK1: 'pipeline', UK2: 'market engagement', UK3: 'planned procurement' }

function toPlanned({ source, content, after, latest, key }: Merged, first: StoredRelease, noticeOf: NoticeOf): Planned {
  const { tender } = content
  const type = noticeTypes(latest.release).get(latest.id)
  const milestones = after.planning?.milestones.filter(Boolean) ?? []
  const engagement = milestones.find(({ type: kind, title, description }) => /engagement/i.test(`${kind} ${title} ${description}`))
  const { amount: value_gbp, basis: value_basis } = source.value(tender)
  const [period] = source.contractPeriods(tender)
  const cpvs = cpvsOf(content, [])
  const buyer = leadBuyer(content).name
  return {
    kind: 'planned',
    id: `${key}:planned`,
    title: served(tender.title) || served(content.title),
    buyer,
    main_cpv: cpvs[0] ?? null,
    cpvs,
    stage: STAGES[type ?? ''] ?? (engagement ? 'market engagement' : 'planning'),
    value_gbp,
    value_basis,
    source: source.name,
    notice_url: source.noticeUrl(source.noticeNumber(latest.id, content), tender),
    published: londonDay(first.date),
    expected: day10(after.tender?.communication?.futureNoticeDate),
    engagement_ends: day10(engagement?.dueDate),
    contract_start: day10(period?.startDate),
    contract_end: day10(period?.endDate),
    tender: noticeOf(buyer),
  }
}

/** Releases in order, all that they say merged: amendments of contracts are deltas, awards of one process come one by one. */
function merge(source: Source, ocid: string, releases: readonly StoredRelease[], latest: StoredRelease, key: string): Merged {
  // Mostly there is one, which says what it says: null in it counts as not stated.
  let merged: Json = releases.length === 1 ? latest.release : {}
  for (const { release } of releases.length === 1 ? [] : releases) {
    // Organisations of some portals are numbered anew in each release.
    if (source.buyersBy === 'name' && 'parties' in release) merged.parties = undefined
    merged = mergeReleases(merged, release as Json)
  }
  return { source, ocid, content: ReleaseContent.parse(merged), after: After.parse(merged), latest, key }
}

/** The tender that a buyer's plan has become, if it has. */
type NoticeOf = (buyer: string) => Planned['tender']

/** Awards and plans of one process, from its releases in any order. */
export function toOutlook(source: Source, ocid: string, releases: readonly StoredRelease[], noticeOf: NoticeOf): OutlookItem[] {
  const others = releases.filter(({ tags, id: release }) => tags.some((tag) => OTHER_STAGES.test(tag)) && !source.isWelsh?.(release))
  return byBuyer(source, others).flatMap(({ buyer, releases: own }, place) => {
    // Awards are numbered within a release: those of a further buyer would have the numbers of the first.
    const key = [source.prefix, ocid, ...(place > 0 ? [buyer.replace(/[^A-Za-z0-9-]+/g, '-')] : [])].join(':')
    return itemsOf(source, ocid, own, noticeOf, key)
  })
}

function itemsOf(source: Source, ocid: string, inOrder: readonly StoredRelease[], noticeOf: NoticeOf, key: string): OutlookItem[] {
  const after = inOrder.filter(({ tags }) => tags.some((tag) => /^(?:award|contract|implementation)/.test(tag)))
  const before = inOrder.filter((release) => !after.includes(release))
  const items: OutlookItem[] = []
  const [latestAfter, latestBefore] = [after.at(-1), before.at(-1)]
  if (latestAfter) {
    const merged = merge(source, ocid, after, latestAfter, key)
    for (const part of merged.after.awards.filter(Boolean)) items.push(...[toAward(merged, part) ?? []].flat())
  }
  if (latestBefore && before[0]) items.push(toPlanned(merge(source, ocid, before, latestBefore, key), before[0], noticeOf))
  return items.filter(({ title }) => title !== '')
}
