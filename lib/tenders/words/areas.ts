/** Places below the level of regions: what a notice states of them, and what a reader means by the name of one. */
import { DISTRICTS_2025, ITL_2025, NUTS_2018 } from './area-tables.ts'
import { type Address, fold, REGIONS, regionOfName } from './regions.ts'

/** A place to look for: `codes` contain every code that begins with one of them; a postcode district only itself. */
export type Area = { name: string; codes: readonly string[]; district: string | null }

const CODE = /^(?:UK|TL)[C-N][0-9A-Z]{0,2}$/
const OUTWARD = /^[A-Z]{1,2}\d[A-Z\d]?$/

const lines = (table: string): [code: string, name: string][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])

const current = lines(ITL_2025)
const former = lines(NUTS_2018)
const names = new Map([...former, ...current])
/** Areas of level 3 are counties here and there, and say so at their end. */
const foldArea = (name: string): string => fold(name).replace(/ cc$/, '')
const padded = (name: string): string =>
  ` ${foldArea(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** Codes by folded name, each with the name as it is written. */
const byName = new Map<string, { name: string; codes: Set<string> }>()
function note(name: string, codes: Iterable<string>): void {
  const known = byName.get(foldArea(name)) ?? { name: name.replace(/ CC$| \(England\)$/, ''), codes: new Set() }
  for (const code of codes) known.codes.add(code)
  byName.set(foldArea(name), known)
}
for (const [code, name] of [...current, ...former]) note(name, [code])
// An authority is looked for under the area it lies in, today's code and the former one of the same name, and under former areas that name it.
for (const [code, list] of lines(DISTRICTS_2025))
  for (const name of list.split('; ')) {
    const same = byName.get(foldArea(names.get(code) ?? ''))?.codes ?? [code]
    const naming = former.filter(([, area]) => padded(area).includes(padded(name))).map(([other]) => other)
    note(name, [...same, ...naming])
  }
// "Bristol" is "Bristol, City of" in the tables.
for (const { name, codes } of [...byName.values()]) {
  const [short = ''] = name.split(/, (?:City|County) of$/)
  if (short !== name) note(short, codes)
}

/** The area that a name, code or postcode district means, in any case; `undefined` when nothing is called so. */
export function parseArea(text: string): Area | undefined {
  const asked = text.trim()
  const code = asked.toUpperCase()
  if (CODE.test(code)) {
    const name = names.get(code)
    return name === undefined ? undefined : { name: code, codes: sameLevel(code, byName.get(foldArea(name))?.codes ?? []), district: null }
  }
  if (OUTWARD.test(code)) return { name: code, codes: [], district: code }
  const known = byName.get(foldArea(asked))
  return known && { name: known.name, codes: [...known.codes], district: null }
}

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
    const outward = /^([A-Z]{1,2}\d[A-Z\d]?)\d[A-Z]{2}$/.exec(postcode)?.[1] ?? (OUTWARD.test(postcode) ? postcode : undefined)
    if (outward) places.add(outward)
  }
  return [...places]
}
