/** Places below the level of regions: what a notice states of them, and what a reader means by the name of one. */
import { coreOf, nearestNames, OTHER_NAMES } from './area-names.ts'
import { DISTRICTS_2025, ITL_2025, NUTS_2018 } from './area-tables.ts'
import { type Address, REGIONS, regionOfName } from './regions.ts'

/** A place to look for: `codes` contain every code that begins with one of them; a postcode district only itself. */
export type Area = { name: string; codes: readonly string[]; district: string | null }

const CODE = /^(?:UK|TL)[C-N][0-9A-Z]{0,2}$/
const OUTWARD = /^[A-Z]{1,2}\d[A-Z\d]?$/
const POSTCODE = /^([A-Z]{1,2}\d[A-Z\d]?) ?\d[A-Z]{2}$/

const lines = (table: string): [code: string, name: string][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])

const current = lines(ITL_2025)
const former = lines(NUTS_2018)
const names = new Map([...former, ...current])
const padded = (name: string): string => ` ${coreOf(name)} `

type Named = { name: string; codes: Set<string> }

/** Codes by the core of a name, each with the name as it was written first. */
const byCore = new Map<string, Named>()
function note(name: string, codes: Iterable<string>): void {
  const core = coreOf(name)
  const known = byCore.get(core) ?? { name: name.replace(/, (?:City|County) of$| CC$| \(England\)$/, ''), codes: new Set() }
  for (const code of codes) known.codes.add(code)
  byCore.set(core, known)
}
for (const [code, name] of [...current, ...former]) note(name, [code])
note(
  'England',
  [...'CDEFGHIJK'].flatMap((letter) => [`TL${letter}`, `UK${letter}`]),
)
// An authority is looked for under the area it lies in, today's code and the former one of the same name, and under former areas that name it.
const formerNames = former.map(([code, name]): [code: string, name: string] => [code, padded(name)])
const authorities = new Set<string>()
for (const [code, list] of lines(DISTRICTS_2025))
  for (const name of list.split('; ')) {
    const same = byCore.get(coreOf(names.get(code) ?? ''))?.codes ?? [code]
    const own = padded(name)
    const naming = formerNames.filter(([, area]) => area.includes(own)).map(([other]) => other)
    authorities.add(coreOf(name))
    note(name, [...same, ...naming])
  }

const PREFIX_MIN = 4

/** How a name goes on that is the same place still: Brighton and Hove is, Surrey Heath is a small part of Surrey. */
const GOES_ON = /^ (?:and|upon|on|city|islands|cc)\b/

/** The place that is called `core` for short, where one alone is, an authority before an area. */
function begunBy(core: string): Named | undefined {
  if (core.length < PREFIX_MIN) return undefined
  const begun = [...byCore.keys()].filter((name) => name.startsWith(`${core} `))
  const ofAuthorities = begun.filter((name) => authorities.has(name))
  const [only, ...more] = ofAuthorities.length > 0 ? ofAuthorities : begun
  return only !== undefined && more.length === 0 && GOES_ON.test(only.slice(core.length)) ? byCore.get(only) : undefined
}

const PARTS = ['north ', 'south ', 'east ', 'west ', 'central ', 'mid ', 'south and west ']

/** A county that the tables know in parts alone: Northamptonshire is North and West Northamptonshire. */
function inParts(core: string): Named | undefined {
  if (!/^(?:[a-z]+shire|sussex|surrey)$/.test(core)) return undefined
  const parts = PARTS.flatMap((part) => byCore.get(`${part}${core}`) ?? [])
  const codes = new Set(parts.flatMap((part) => [...part.codes]))
  return parts.length > 1 ? { name: `${core.slice(0, 1).toUpperCase()}${core.slice(1)}`, codes } : undefined
}

/**
 * The area that a name, code or postcode means, as people write them; `undefined` when nothing is called so. A postcode means its district, since
 * more is not compared.
 */
export function parseArea(text: string): Area | undefined {
  const asked = text.trim()
  const code = asked.toUpperCase()
  if (CODE.test(code)) {
    const name = names.get(code)
    return name === undefined ? undefined : { name: code, codes: sameLevel(code, byCore.get(coreOf(name))?.codes ?? []), district: null }
  }
  const district = OUTWARD.test(code) ? code : POSTCODE.exec(code)?.[1]
  if (district !== undefined) return { name: district, codes: [], district }
  const written = coreOf(asked)
  const core = coreOf(OTHER_NAMES.get(written) ?? written)
  const known = byCore.get(core) ?? inParts(core) ?? begunBy(core)
  return known && { name: known.name, codes: [...known.codes], district: null }
}

/** The names of areas that a text may have meant which names none. */
export const nearestAreas = (text: string): string[] => nearestNames(text, byCore)

/** A code and those of its own level that go by the same name: what was UKE42 is TLE42 today. */
const sameLevel = (code: string, codes: Iterable<string>): string[] => [
  ...new Set([code, ...[...codes].filter((other) => other.length === code.length)]),
]

/** The area of a code as a notice states it, with the name that goes by that very code; `undefined` for any other text. */
export function areaOfCode(code: string): { code: string; name: string } | undefined {
  const name = CODE.test(code) ? names.get(code) : undefined
  return name === undefined ? undefined : { code, name }
}

/** True when a place that a notice states lies in the area. */
export const liesIn = (place: string, { codes, district }: Area): boolean =>
  place === district || codes.some((code) => place.startsWith(code))

/** The region codes and postcode districts that addresses state, each once. */
export function placesOf(addresses: readonly (Address | null | undefined)[]): string[] {
  const places = new Set<string>()
  for (const address of addresses) {
    if (!address || typeof address !== 'object') continue
    const region = typeof address.region === 'string' ? address.region.trim().toUpperCase() : ''
    const named = regionOfName(region)
    if (CODE.test(region)) places.add(region)
    else if (named) places.add(`TL${'CDEFGHIJKLMN'[REGIONS.indexOf(named)]}`)
    const postcode = typeof address.postalCode === 'string' ? address.postalCode.replace(/\s+/g, '').toUpperCase() : ''
    const outward = POSTCODE.exec(postcode)?.[1] ?? (OUTWARD.test(postcode) ? postcode : undefined)
    if (outward) places.add(outward)
  }
  return [...places]
}
