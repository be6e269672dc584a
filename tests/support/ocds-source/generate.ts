/**
 * Made-up releases in the sources' shapes, from a seed: the same seed, count and time give the same releases. Used by tests, by the demo
 * (dates around now) and by the benchmarks.
 */
import type { MadeRelease } from './search.ts'
import { BUYERS, PLACES, SENTENCES, SUBJECTS } from './words.ts'

const DAY = 86_400_000
const MINUTE = 60_000

/** A small seeded generator (mulberry32): numbers in [0, 1). */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const iso = (instant: number) => new Date(instant).toISOString().replace('.000Z', 'Z')
const wholeMinute = (instant: number) => Math.floor(instant / MINUTE) * MINUTE

export type MadeTender = {
  ocid: string
  id: string
  date: number
  deadline: number
  title: string
  description: string
  cpv: string
  category: string
  /** null: not stated. */
  value: number | null
  buyer: readonly [string, string, string, string]
  buyerId: string
}

const party = ({ buyer: [name, locality, postalCode, region], buyerId }: MadeTender, withCodes: boolean) => ({
  id: buyerId,
  name,
  address: {
    streetAddress: '1 Market Place',
    locality,
    postalCode,
    countryName: 'United Kingdom',
    ...(withCodes ? { country: 'GB', region } : {}),
  },
  roles: ['buyer'],
  contactPoint: { name: 'Procurement team', email: 'procurement@example.org', telephone: '020 7946 0123' },
})

/** A UK4 tender notice under the Procurement Act 2023, as on Find a Tender. */
export function ftsTender(made: MadeTender): MadeRelease {
  const { ocid, id, date, deadline, title, description, cpv, category, value, buyer, buyerId } = made
  const lots = value === null ? 1 : 1 + (Math.round(value) % 3)
  return {
    ocid,
    id,
    date: iso(date),
    tag: ['tender'],
    initiationType: 'tender',
    language: 'en',
    parties: [party(made, true)],
    buyer: { id: buyerId, name: buyer[0] },
    tender: {
      id: `REF-${id}`,
      legalBasis: { id: '2023/54', scheme: 'UKPGA', uri: 'https://www.legislation.gov.uk/ukpga/2023/54/contents' },
      title,
      description,
      status: 'active',
      items: Array.from({ length: lots }, (_, lot) => ({
        id: String(lot + 1),
        additionalClassifications: [{ scheme: 'CPV', id: cpv, description: title }],
        deliveryAddresses: [{ region: buyer[3], country: 'GB', countryName: 'United Kingdom' }],
        relatedLot: String(lot + 1),
      })),
      ...(value === null ? {} : { value: { amount: value, amountGross: Math.round(value * 120) / 100, currency: 'GBP' } }),
      procurementMethod: 'open',
      procurementMethodDetails: 'Open procedure',
      mainProcurementCategory: category,
      lots: Array.from({ length: lots }, (_, lot) => ({
        id: String(lot + 1),
        title: `Lot ${lot + 1}`,
        description: description.slice(0, 120),
        status: 'active',
        suitability: { sme: lots > 1 },
        contractPeriod: { startDate: iso(deadline + 60 * DAY), endDate: iso(deadline + 60 * DAY + 730 * DAY) },
        awardCriteria: {
          criteria: [
            { type: 'cost', name: 'Price', numbers: [{ number: 40, weight: 'percentageExact' }] },
            { type: 'quality', name: 'Quality' },
          ],
        },
      })),
      tenderPeriod: { endDate: iso(deadline) },
      submissionTerms: { electronicSubmissionPolicy: 'allowed', languages: ['en'] },
      documents: [
        {
          id,
          documentType: 'tenderNotice',
          noticeType: 'UK4',
          description: 'Tender notice on Find a Tender',
          url: `https://www.find-tender.service.gov.uk/Notice/${id}`,
          datePublished: iso(date),
          format: 'text/html',
        },
      ],
    },
  }
}

/** A notice of office cleaning of which only these differ. */
export const ftsCleaning = (own: Pick<MadeTender, 'ocid' | 'id' | 'date' | 'deadline' | 'title'>): MadeRelease =>
  ftsTender({
    ...own,
    description: '',
    cpv: '90919200',
    category: 'services',
    value: 5000,
    buyer: ['Made Council', 'Madetown', 'LS1 1UR', 'UKE42'],
    buyerId: 'GB-MADE-1',
  })

/** An opportunity as on Contracts Finder. */
export function cfTender(made: MadeTender): MadeRelease {
  const { ocid, id, date, deadline, title, description, cpv, category, value, buyer, buyerId } = made
  return {
    ocid,
    id,
    date: iso(date),
    tag: ['tender'],
    initiationType: 'tender',
    language: 'en',
    parties: [party(made, false)],
    buyer: { id: buyerId, name: buyer[0] },
    tender: {
      id: `REF-${id.slice(0, 8)}`,
      title,
      description,
      datePublished: iso(date),
      status: 'active',
      classification: { scheme: 'CPV', id: cpv, description: title },
      items: [{ id: '1', deliveryAddresses: [{ postalCode: buyer[2], countryName: 'United Kingdom' }] }],
      ...(value === null ? {} : { value: { amount: value, currency: 'GBP' } }),
      procurementMethod: 'open',
      procurementMethodDetails: 'Open procedure (below threshold)',
      tenderPeriod: { endDate: iso(deadline) },
      contractPeriod: { startDate: iso(deadline + 30 * DAY), endDate: iso(deadline + 395 * DAY) },
      suitability: { sme: true, vcse: false },
      mainProcurementCategory: category,
    },
  }
}

/** An award and contract of a process, which ends it. */
export function award(tender: MadeRelease, id: string, date: number): MadeRelease {
  const { title } = tender.tender as { title: string }
  return {
    ocid: tender.ocid,
    id,
    date: iso(date),
    tag: ['award', 'contract'],
    initiationType: 'tender',
    parties: tender.parties,
    buyer: tender.buyer,
    tender: { id: `REF-${id}`, title, status: 'complete' },
    awards: [{ id: '1', status: 'active', suppliers: [{ id: 'SUPPLIER-1', name: 'Made-up Supplier Ltd' }] }],
  }
}

/** A delta: what a tenderUpdate changes, and nothing else. */
export function tenderUpdate(tender: MadeRelease, id: string, date: number, changes: Record<string, unknown>): MadeRelease {
  return { ocid: tender.ocid, id, date: iso(date), tag: ['tenderUpdate'], initiationType: 'tender', buyer: tender.buyer, tender: changes }
}

/** A UK12 as it really comes: no buyer, no items, no deadline, only a status. */
export function cancellation(tender: MadeRelease, id: string, date: number): MadeRelease {
  return {
    ocid: tender.ocid,
    id,
    date: iso(date),
    tag: ['tenderCancellation'],
    initiationType: 'tender',
    parties: tender.parties,
    tender: { status: 'withdrawn' },
  }
}

/** A UK2 with a date, a value and a period that is no opportunity all the same. */
export function marketEngagement(tender: MadeRelease, id: string, date: number): MadeRelease {
  const content = tender.tender as Record<string, unknown>
  return {
    ...tender,
    ocid: `${tender.ocid}-p`,
    id,
    date: iso(date),
    tag: ['planning'],
    tender: { ...content, status: 'planning', documents: [] },
  }
}

const hex = (random: () => number, length: number) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('')
const guid = (random: () => number) => [8, 4, 4, 4, 12].map((length) => hex(random, length)).join('-')

export type GenerateOptions = {
  /** Tender-stage notices to make. */
  count: number
  seed?: number
  /** Instant around which everything is dated: published before, closing after. */
  now: number
  /** Published over so many days before `now`; default 25. */
  publishedOverDays?: number
  /** Bytes a release is padded to, with running text in a lot; the real ones have 10 to 22 KB. Default: as they come. */
  bytes?: number
}

/** Notices of all 20 trades in turn, a quarter on Contracts Finder, with some awards, amendments, cancellations and non-opportunities between. */
export function generateReleases({ count, seed = 1, now, publishedOverDays = 25, bytes = 0 }: GenerateOptions): {
  fts: MadeRelease[]
  cf: MadeRelease[]
} {
  const random = seeded(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const fts: MadeRelease[] = []
  const cf: MadeRelease[] = []
  const padding = (release: MadeRelease): MadeRelease => {
    const missing = bytes - JSON.stringify(release).length
    if (missing <= 0) return release
    const text = Array.from({ length: Math.ceil(missing / 90) }, () => pick(SENTENCES)).join(' ')
    return { ...release, description: text.slice(0, missing) }
  }
  for (let index = 0; index < count; index += 1) {
    const subject = SUBJECTS[index % SUBJECTS.length] as (typeof SUBJECTS)[number]
    const [, name, cpv, category, typical] = subject
    const buyer = pick(BUYERS)
    const date = Math.floor((now - (0.05 + random() * 0.95) * publishedOverDays * DAY) / 1000) * 1000
    const deadline = wholeMinute(now + (1 + random() * 34) * DAY)
    const isFts = index % 4 !== 3
    const made: MadeTender = {
      ocid: isFts ? `ocds-h6vhtk-${(0x080000 + index).toString(16).padStart(6, '0')}` : `ocds-b5fd17-${guid(random)}`,
      id: '',
      date,
      deadline,
      title: `${name}, ${pick(PLACES)} ${1 + Math.floor(index / SUBJECTS.length)}`,
      description: `${name} for ${buyer[0]}. ${pick(SENTENCES)} ${pick(SENTENCES)} Questions to procurement@example.org or 020 7946 0${100 + (index % 900)}.`,
      cpv,
      category,
      value: random() < 0.15 ? null : Math.round(typical * (0.4 + random() * 1.2)),
      buyer,
      buyerId: `GB-MADE-${BUYERS.indexOf(buyer)}`,
    }
    if (isFts) fts.push(ftsTender(made))
    else cf.push(cfTender({ ...made, id: `${guid(random)}-${900_000 + index}` }))
  }
  // Every tenth is followed by something: an amendment, an award, a cancellation, or a market engagement beside it.
  const later = (release: MadeRelease) => Math.min(now - MINUTE, Date.parse(release.date) + Math.floor(random() * 3 * DAY))
  const following = fts.flatMap((release, index) => {
    const at = later(release)
    if (index % 10 === 1) return [tenderUpdate(release, '', at, { tenderPeriod: { endDate: iso(wholeMinute(now + 20 * DAY)) } })]
    if (index % 10 === 4) return [award(release, '', at)]
    if (index % 10 === 6) return [cancellation(release, '', at)]
    return index % 10 === 8 ? [marketEngagement(release, '', at)] : []
  })
  // Find a Tender numbers its notices in one sequence a year, in order of publication.
  const numbers = new Map<string, number>()
  const numbered = [...fts, ...following]
    .sort((a, b) => Date.parse(a.date) - Date.parse(b.date))
    .map((release) => {
      const year = release.date.slice(0, 4)
      const number = (numbers.get(year) ?? 100) + 1
      numbers.set(year, number)
      return renumber(release, `${String(number).padStart(6, '0')}-${year}`)
    })
  return { fts: numbered.map(padding), cf: cf.map(padding) }
}

function renumber(release: MadeRelease, id: string): MadeRelease {
  const tender = release.tender as { documents?: { id: string; url?: string }[] }
  const documents = tender.documents?.map((document) => ({ ...document, id, url: `https://www.find-tender.service.gov.uk/Notice/${id}` }))
  return { ...release, id, tender: { ...tender, ...(documents ? { documents } : {}) } }
}
