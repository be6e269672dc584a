/** What a notice says beside its main fields: lots, questions, documents, where to bid, framework, extensions, whom it suits, areas. Pure. */
import { z } from 'zod'
import type { Source } from '../sources/source.ts'
import type { ReleaseContent, Tender } from '../sources/tender.ts'
import { areaOfCode } from '../words/areas.ts'
import { dateAsWritten, toLondon } from '../words/london.ts'
import { cleanText, maskContacts, shorten } from '../words/text.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** Optional fields of a notice, in the order served. What is unknown is null or empty, and named in `unavailable`. */
export const depthShape = {
  title_cy: z.string().nullable().optional().describe('The title in Welsh, where the notice was published in both languages.'),
  questions_deadline: z.string().nullable().optional().describe('Last moment for questions, in London time.'),
  bid_url: z.url().nullable().optional().describe('The portal at which one bids, as the notice names it.'),
  documents: z
    .array(z.object({ title: z.string().nullable(), type: z.string().nullable(), url: z.url() }))
    .optional()
    .describe('Documents with an address; the notice itself is not among them.'),
  lots: z
    .array(
      z.object({
        id: z.string(),
        title: z.string().nullable(),
        value_gbp: z.number().nullable(),
        value_basis: z.enum(['net', 'gross', 'unstated']).nullable(),
        contract_start: day.nullable(),
        contract_end: day.nullable(),
        duration_days: z.number().nullable(),
        sme_suitable: z.boolean().nullable(),
        vcse_suitable: z.boolean().nullable(),
      }),
    )
    .optional()
    .describe('Lots with the values they state; their sum need not be the value of the whole.'),
  framework: z.boolean().nullable().optional().describe('True: it sets up a framework agreement, whose value is a ceiling.'),
  dynamic_market: z.boolean().nullable().optional().describe('True: it sets up or uses a dynamic market or purchasing system.'),
  extendable: z.boolean().nullable().optional().describe('Whether any part may be renewed or extended.'),
  extension_options: z.string().nullable().optional().describe('How, in the words of the notice.'),
  latest_end: day.nullable().optional().describe('Last day of the contract with every extension taken.'),
  vcse_suitable: z.boolean().nullable().optional(),
  delivery_areas: z
    .array(z.object({ code: z.string(), name: z.string() }))
    .optional()
    .describe('Areas of level 3 (ITL 2025 or NUTS 2018, by the code stated) where it is delivered.'),
  unavailable: z.array(z.object({ field: z.string(), reason: z.string() })).optional(),
}
const Depth = z.object(depthShape).required()
export type Depth = z.output<typeof Depth>

const LOTS_MAX = 200
const DOCUMENTS_MAX = 100
const TEXT_MAX = 500
const NAME_MAX = 100
const ADDRESS_MAX = 2_000

const served = (raw: unknown): string | null => shorten(cleanText(raw), TEXT_MAX) || null
/** A host that can be public: names with a dot, the last of letters. */
const PUBLIC_HOST = /^(?:[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/

/** An address that may be linked to and names no person, else null. */
function address(raw: string | null | undefined): string | null {
  const text = raw?.trim() ?? ''
  if (text.length > ADDRESS_MAX) return null
  const url = URL.parse(/^www\./i.test(text) ? `https://${text}` : text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || !PUBLIC_HOST.test(url.hostname)) return null
  const plain = url.href.replace(/%40/g, '@')
  return maskContacts(plain) === plain ? url.href : null
}

type Lot = Tender['lots'][number]

/** True if any says true, false if all that say anything say false, else null. */
const anyOf = (stated: readonly (boolean | null | undefined)[]): boolean | null => {
  const said = stated.filter((each) => typeof each === 'boolean')
  return said.length === 0 ? null : said.includes(true)
}

function toLot(source: Source, lot: Lot, index: number): Depth['lots'][number] {
  const { amount, basis } = source.value({ value: lot.value })
  const { startDate = null, endDate = null, durationInDays = null } = lot.contractPeriod ?? {}
  return {
    id: shorten(cleanText(lot.id), NAME_MAX) || String(index + 1),
    title: served(lot.title),
    value_gbp: amount,
    value_basis: basis,
    contract_start: dateAsWritten(startDate),
    contract_end: dateAsWritten(endDate),
    duration_days: durationInDays !== null && durationInDays > 0 ? durationInDays : null,
    sme_suitable: lot.suitability?.sme ?? null,
    vcse_suitable: lot.suitability?.vcse ?? null,
  }
}

function documentsOf({ documents }: Tender, noticeIds: readonly string[]): Depth['documents'] {
  const listed = documents.flatMap((document) => {
    const url = address(document.url)
    const isNotice = /Notice$/.test(document.documentType ?? '') || document.noticeType !== null || noticeIds.includes(document.id ?? '')
    return url && !isNotice
      ? [
          {
            title: served(document.title) ?? served(document.description),
            type: shorten(cleanText(document.documentType), NAME_MAX) || null,
            url,
          },
        ]
      : []
  })
  return [...new Map(listed.map((document) => [document.url, document])).values()]
}

/** Where one bids: the way of submission, else the portal named for tools, else the place of the documents. */
function bidUrl(tender: Tender): string | null {
  const details = tender.submissionMethodDetails ?? ''
  const within = /https?:\/\/[^\s<>"')]+/i.exec(details)?.[0].replace(/[.,;]$/, '')
  return address(details) ?? address(within) ?? address(tender.communication?.atypicalToolUrl)
}

function extensionsOf({ contractPeriod, lots }: Tender) {
  const texts = lots.flatMap((lot) => served(lot.renewal?.description) ?? [])
  const ends = [contractPeriod, ...lots.map((lot) => lot.contractPeriod)].flatMap((period) => dateAsWritten(period?.maxExtentDate) ?? [])
  const said = anyOf(lots.map(({ hasRenewal }) => hasRenewal))
  return {
    extendable: said || texts.length > 0 || ends.length > 0 ? true : said,
    extension_options: shorten([...new Set(texts)].join('; '), TEXT_MAX) || null,
    latest_end: ends.sort().at(-1) ?? null,
  }
}

const REASONS: Partial<Record<keyof Depth, string>> = {
  lots: 'the notice states no lots',
  documents: 'the notice links to no documents',
  delivery_areas: 'no area of level 3 is stated',
  title_cy: 'not published in Welsh',
}

/** What `unavailable` says of a list that is cut. */
export const cutShort = (field: string, { length }: readonly unknown[], most: number) =>
  length > most ? [{ field, reason: `the first ${most} of ${length} are listed` }] : []

/** The further fields of a notice. `noticeIds`: numbers of its own releases, whose documents are the notice itself. */
export function toDepth(
  source: Source,
  { tender }: Pick<ReleaseContent, 'tender'>,
  titleCy: string | null,
  noticeIds: readonly string[],
): Depth {
  const { lots, suitability, techniques, items } = tender
  const questions = source.moment(tender.enquiryPeriod?.endDate ?? null)
  const codes = items.flatMap(({ deliveryAddresses }) => deliveryAddresses.flatMap(({ region }) => region?.trim().toUpperCase() ?? []))
  const isDynamic = techniques?.hasDynamicPurchasingSystem ?? (techniques?.dynamicPurchasingSystem ? true : null)
  const documents = documentsOf(tender, noticeIds)
  const depth = {
    title_cy: titleCy === null ? null : served(titleCy),
    questions_deadline: questions === undefined ? null : toLondon(questions),
    bid_url: bidUrl(tender),
    documents: documents.slice(0, DOCUMENTS_MAX),
    lots: lots.slice(0, LOTS_MAX).map((lot, index) => toLot(source, lot, index)),
    framework: techniques?.hasFrameworkAgreement ?? (techniques?.frameworkAgreement ? true : null),
    dynamic_market: isDynamic,
    ...extensionsOf(tender),
    vcse_suitable: anyOf([suitability?.vcse, ...lots.map((lot) => lot.suitability?.vcse)]),
    delivery_areas: [...new Set(codes)].flatMap((code) => areaOfCode(code) ?? []).filter(({ code }) => code.length === 5),
  }
  const unknown = Object.entries(depth).filter(([, value]) => value === null || (Array.isArray(value) && value.length === 0))
  // The names come from the object itself.
  const unavailable = unknown.map(([field]) => ({ field, reason: REASONS[field as keyof Depth] ?? 'not stated by the notice' }))
  return {
    ...depth,
    unavailable: [...unavailable, ...cutShort('documents', documents, DOCUMENTS_MAX), ...cutShort('lots', lots, LOTS_MAX)],
  }
}
