/** From a merged release to the fields of a notice, field by field. Pure; no clock. */

import type { Source } from '../sources/source.ts'
import { noticeId } from '../sources/sources.ts'
import type { ReleaseContent, Tender } from '../sources/tender.ts'
import { placesOf } from '../words/areas.ts'
import { dateAsWritten, londonDay, parseMoment, toLondon } from '../words/london.ts'
import { deliveryRegions, regionOfAddress } from '../words/regions.ts'
import { cleanText, cut, toSummary } from '../words/text.ts'
import { cutShort, toDepth } from './depth.ts'
import { leadBuyer, served } from './lead-buyer.ts'
import type { StoredNotice } from './notice.ts'

/** What a process knows about its notice. `first` and `latest` are tender-stage releases; dates are instants. */
export type NoticeInput = {
  source: Source
  first: { id: string; date: number; content: ReleaseContent }
  latest: { id: string; date: number; content: ReleaseContent }
  /** The title in Welsh, where a release in Welsh states one. */
  titleCy: string | null
  /** All tender-stage releases merged. */
  merged: ReleaseContent
}

export type MappedNotice = {
  /** Complete but for the deadline, which may be unknown. */
  notice: Omit<StoredNotice, 'deadline'> & { deadline: string | null }
  /** What trades are matched by, beside the title: the whole description as plain text, up to a length. */
  description: string
  /** Region codes and postcode districts stated for buyer and delivery. */
  places: string[]
  /** First publication, as an instant. */
  published: number
  /** Delivery regions that no rule understood. */
  unknownRegions: string[]
}

/** Matching reads no further; a description may have 300 KB. */
const DESCRIPTION_MAX = 20_000
/** Who lists more says nothing with them. */
const CPVS_MAX = 500

/** The CPV codes of a tender without their check digits, each once, the main one first. */
export function cpvCodes(tender: Tender): string[] {
  const code = (classification: { scheme: string | null; id: string | null } | null): string[] => {
    if (classification?.scheme?.trim().toUpperCase() !== 'CPV') return []
    return /^\s*(\d{8})/.exec(classification.id ?? '')?.slice(1, 2) ?? []
  }
  const ofTender = code(tender.classification)
  const ofItems = tender.items.flatMap((item) => item.additionalClassifications.flatMap(code))
  // Without a classification of its own the first of the items is the main one, so it leads.
  const main = ofTender[0] ?? ofItems[0]
  return [
    ...new Set([
      ...(main ? [main] : []),
      ...tender.additionalClassifications.flatMap(code),
      ...tender.items.flatMap((item) => [...code(item.classification), ...item.additionalClassifications.flatMap(code)]),
    ]),
  ]
}

function procedureOf(tender: Tender): string {
  const details = served(tender.procurementMethodDetails)
    .replace(/(?:^|\s+)-$/, '')
    .trim()
  return details || served(tender.procurementMethod) || 'Not specified'
}

/** The notice of a process, without `match` and `also_at` of others. */
export function toNotice({ source, first, latest, merged, titleCy }: NoticeInput): MappedNotice {
  const { tender } = merged
  const description = cleanText(tender.description)
  const buyer = leadBuyer(merged)
  const value = source.value(tender)
  const deadline = source.deadline(tender)
  const periods = source.contractPeriods(tender)
  const starts = periods.flatMap((period) => dateAsWritten(period.startDate) ?? []).sort()
  const ends = periods.flatMap((period) => dateAsWritten(period.endDate) ?? []).sort()
  const addresses = tender.items.flatMap((item) => item.deliveryAddresses)
  const delivery = deliveryRegions(addresses)
  const codes = cpvCodes(tender)
  const cpvs = codes.slice(0, CPVS_MAX)
  const depth = toDepth(source, merged, titleCy, [first.id, latest.id])
  const published = parseMoment(source.datePublished(first.content.tender)) ?? first.date
  return {
    notice: {
      id: noticeId(source.prefix, source.noticeNumber(first.id, first.content)),
      title: served(tender.title) || (source.releases === 'complete' ? served(merged.title) : ''),
      buyer: buyer.name,
      buyer_region: regionOfAddress(buyer.address),
      value_gbp: value.amount,
      value_includes_vat: value.basis === 'gross',
      deadline: deadline === undefined ? null : toLondon(deadline),
      published: londonDay(published),
      procedure: procedureOf(tender),
      sme_suitable: source.isForSme(tender),
      source: source.name,
      notice_url: source.noticeUrl(source.noticeNumber(latest.id, latest.content), latest.content.tender),
      summary: toSummary(description),
      delivery_regions: delivery.regions,
      contract_start: starts[0] ?? null,
      contract_end: ends.at(-1) ?? null,
      category: tender.mainProcurementCategory,
      main_cpv: cpvs[0] ?? null,
      cpvs,
      value_basis: value.basis,
      updated: toLondon(latest.date),
      also_at: [],
      ...depth,
      unavailable: [...depth.unavailable, ...cutShort('cpvs', codes, CPVS_MAX)],
    },
    description: cut(description, DESCRIPTION_MAX),
    places: placesOf([buyer.address, ...addresses]),
    published,
    unknownRegions: delivery.unknown,
  }
}
