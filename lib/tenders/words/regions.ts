/** From codes, names and postcodes to the 12 region names that the feed serves. */
import {
  ENGLISH_REGIONS,
  POSTCODE_AREAS,
  POSTCODE_DISTRICTS,
  REGION_ALIASES,
  REGION_BY_LETTER,
  REGIONS,
  type Region,
} from './region-tables.ts'

export { REGIONS, type Region }

/** What `delivery_regions` holds for a contract carried out anywhere in the United Kingdom. */
export const UK_WIDE = 'UK-wide'

/** An OCDS address. Members are unknown: sources put anything there. */
export type Address = { region?: unknown; postalCode?: unknown; country?: unknown; countryName?: unknown }

const ITL_CODE = /^(?:UK|TL)([C-N])[0-9A-Z]{0,2}$/i
const UK_NAMES = new Set(['uk', 'gb', 'united kingdom'])
// Contracts Finder lists these beside "United Kingdom" when the buyer ticked "any region"; alone they are no part of the country.
const ABROAD = new Set(['british oversea territories', 'channel islands', 'europe', 'isle of man', 'rest of the world'])

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Case, runs of spaces, hyphens, `&` and the ONS suffix "(England)" do not tell regions apart. */
export function fold(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/\(england\)/g, ' ')
    .replace(/[\s_‐-―-]+/g, ' ')
    .replace(/\band the\b/g, 'and')
    .trim()
}

const byName = new Map<string, Region>([
  ...Object.entries(REGION_ALIASES),
  ...REGIONS.map((region): [string, Region] => [fold(region), region]),
])

function* expand(list: string): Generator<string> {
  for (const item of list.split(' ')) {
    const [, area = '', first = '', last = first] = /^([A-Z]+)(\d*)(?:-(\d+))?$/.exec(item) ?? []
    if (first === '') yield area
    else for (let district = Number(first); district <= Number(last); district++) yield `${area}${district}`
  }
}

// Areas and districts never share a key: only districts end in a digit.
const byOutwardCode = new Map<string, Region>()
for (const table of [POSTCODE_AREAS, POSTCODE_DISTRICTS]) {
  for (const region of REGIONS) for (const key of expand(table[region] ?? '')) if (key !== '') byOutwardCode.set(key, region)
}

/** Region of a UK postcode or outward code in any spelling: by district first, then by area. */
function regionOfPostcode(postcode: string): Region | undefined {
  const compact = postcode.replace(/\s+/g, '').toUpperCase()
  const [, area = '', district = ''] = /^([A-Z]{1,2})(\d{1,2})[A-Z]?(?:\d[A-Z]{2})?$/.exec(compact) ?? []
  // "DL71AB" can be read as DL71 + A…: with an inward code the last three characters are never part of the district.
  const inward = /^([A-Z]{1,2})(\d{1,2})[A-Z]?\d[A-Z]{2}$/.exec(compact)
  return byOutwardCode.get(inward ? `${inward[1]}${inward[2]}` : `${area}${district}`) ?? byOutwardCode.get(inward?.[1] ?? area)
}

/** Region of a code (UKM82, TLI) or of a name in any known spelling. */
export function regionOfName(name: string): Region | undefined {
  const letter = ITL_CODE.exec(name)?.[1]
  return letter ? REGION_BY_LETTER.get(letter.toUpperCase()) : byName.get(fold(name))
}

/** The region a buyer sits in: code first, name second, postcode last; `null` when none of them tells. */
export function regionOfAddress(address: Address | null | undefined): Region | null {
  if (!address || typeof address !== 'object') return null
  return regionOfName(text(address.region)) ?? regionOfPostcode(text(address.postalCode)) ?? null
}

type Delivery = readonly Region[] | typeof UK_WIDE | undefined

function deliveryRegion(address: Address): Delivery {
  const region = text(address.region)
  if (UK_NAMES.has(fold(region))) return UK_WIDE
  if (fold(region) === 'england') return ENGLISH_REGIONS
  const single = regionOfName(region) ?? regionOfPostcode(text(address.postalCode))
  if (single) return [single]
  if (region !== '' || text(address.postalCode) !== '') return undefined
  const isUk = UK_NAMES.has(fold(text(address.country))) || UK_NAMES.has(fold(text(address.countryName)))
  return isUk ? UK_WIDE : undefined
}

/**
 * Where a contract is carried out: the regions of all addresses in the order of first mention, or `['UK-wide']` when any address means the
 * whole country or all twelve are named. `unknown` holds what no rule understood, for counting; nothing usable gives no region.
 */
export function deliveryRegions(addresses: readonly (Address | null | undefined)[]): { regions: string[]; unknown: string[] } {
  const regions = new Set<string>()
  const unknown: string[] = []
  let isUkWide = false
  for (const address of addresses) {
    if (!address || typeof address !== 'object') continue
    const delivery = deliveryRegion(address)
    if (delivery === UK_WIDE) isUkWide = true
    else if (delivery) for (const region of delivery) regions.add(region)
    else {
      const value = text(address.region) || text(address.postalCode) || text(address.countryName) || text(address.country)
      if (value !== '' && !ABROAD.has(fold(value))) unknown.push(value)
    }
  }
  return { regions: isUkWide || regions.size === REGIONS.length ? [UK_WIDE] : [...regions], unknown }
}

/**
 * The canonical name for a `region` parameter: names and aliases in any case and spacing, and codes of whole regions or below (TLI, UKM82).
 * `undefined` for anything else, `UK-wide` and `England` among them.
 */
export function parseRegionParameter(value: string): Region | undefined {
  return regionOfName(value.trim())
}
