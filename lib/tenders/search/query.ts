/** The one query language of the tenders: parsed once, strictly, and the same for every form, page, MCP and client. */
import { ApiError } from '../../errors.ts'
import { type Area, nearestAreas, parseArea } from '../words/areas.ts'
import { isDay } from '../words/london.ts'
import { parseRegionParameter, REGIONS, type Region } from '../words/regions.ts'
import { stripInvisible } from '../words/text.ts'
import { type Cursor, decodeCursor } from './cursor.ts'
import { areFew, LONG_TERMS_MAX, toTerms } from './text/terms.ts'
import { foldedWords } from './text/words.ts'

/** At most so many notices in one answer. */
export const CAP = 25

export const SORTS = ['deadline', 'value', 'published', 'listed', 'relevance'] as const
export const MATCHES = ['title', 'any'] as const
export type Sort = (typeof SORTS)[number]

export type Query = {
  limit: number
  /** Canonical names; none: the whole country. */
  region: readonly Region[]
  area: Area | null
  /** The order to list in, asked for or not. */
  sort: Sort
  /** False: the order is the form's own. */
  isSorted: boolean
  match: (typeof MATCHES)[number]
  /** Whole pounds, both inclusive. */
  min_value: number | null
  max_value: number | null
  /** Days. */
  closing_within: number | null
  /** `YYYY-MM-DD`, inclusive. */
  published_since: string | null
  /** `YYYY-MM-DD`, inclusive. */
  listed_since: string | null
  sme: boolean
  buyer: string | null
  q: string | null
  cursor: Cursor | null
}

const MONEY_MAX = 1e12
const DAYS_MAX = 3660
const TEXT_MAX = 200
const CURSOR_MAX = 1000

const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string): Value | undefined =>
    values.find((value) => value === text)

const whole =
  (least: number, most: number) =>
  (text: string): number | undefined =>
    /^(?:0|[1-9]\d*)$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined

/** Text in which there is at least one word. */
const words = (text: string): string | undefined => {
  const clean = stripInvisible(text).replace(/\s+/g, ' ').trim()
  return clean.length <= TEXT_MAX && foldedWords(clean).length > 0 ? clean : undefined
}

const terms = (text: string): string | undefined => {
  const clean = words(text)
  return clean !== undefined && areFew(toTerms(clean)) ? clean : undefined
}

function regions(text: string): readonly Region[] | undefined {
  const found = text.split(',').map(parseRegionParameter)
  const known = found.filter((region) => region !== undefined)
  // In the order of the twelve, each once: the same question has one address.
  return known.length === found.length ? REGIONS.filter((region) => known.includes(region)) : undefined
}

const POUNDS = `whole pounds, 0 to ${MONEY_MAX}`
const POUNDS_FORM = '^(?:0|[1-9][0-9]{0,11}|1000000000000)$'

type Parameter = {
  default: string | null
  allowed: readonly string[]
  about: string
  /** What of `allowed` a JSON Schema can say of the text. `default`: where it is the same in every form. */
  schema: { example?: string; default?: string; pattern?: string; enum?: readonly string[]; maxLength?: number }
  /** Undefined: not allowed. */
  read: (text: string) => unknown
  /** What a text that is not allowed may have meant, where what is allowed is too much to list. */
  nearest?: (text: string) => string[]
}

/** Every parameter: its default, what may be given, what it does, and how its text is read. */
export const PARAMETERS = {
  limit: {
    default: String(CAP),
    allowed: Array.from({ length: CAP }, (_, index) => String(index + 1)),
    about: 'How many notices, 1 to 25.',
    schema: { example: '10', default: String(CAP), pattern: '^(?:[1-9]|1[0-9]|2[0-5])$' },
    read: whole(1, CAP),
  },
  region: {
    default: null,
    allowed: [...REGIONS],
    about: 'Buyer or place of delivery in this region, or in one of several with commas between; notices for the whole UK stay.',
    schema: { example: 'London,South East' },
    read: regions,
  },
  area: {
    default: null,
    allowed: ['ITL or NUTS code', 'name of an ITL area or local authority', 'postcode or its district'],
    about: 'Buyer or place of delivery in this area, where the notice states a code or postcode.',
    schema: { example: 'Leeds' },
    read: parseArea,
    nearest: nearestAreas,
  },
  min_value: {
    default: null,
    allowed: [POUNDS],
    about: 'Stated value at least so much; notices that state none are left out.',
    schema: { example: '25000', pattern: POUNDS_FORM },
    read: whole(0, MONEY_MAX),
  },
  max_value: {
    default: null,
    allowed: [POUNDS],
    about: 'Stated value at most so much; notices that state none are left out.',
    schema: { example: '500000', pattern: POUNDS_FORM },
    read: whole(0, MONEY_MAX),
  },
  closing_within: {
    default: null,
    allowed: [`whole days, 1 to ${DAYS_MAX}`],
    about: 'Deadline within so many days of 24 hours.',
    schema: { example: '14', pattern: '^(?:[1-9][0-9]{0,2}|[12][0-9]{3}|3[0-5][0-9]{2}|36[0-5][0-9]|3660)$' },
    read: whole(1, DAYS_MAX),
  },
  published_since: {
    default: null,
    allowed: ['a day, YYYY-MM-DD'],
    about: 'First published on this day in London, or later.',
    schema: { example: '2026-11-01', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
    read: (text: string) => (isDay(text) ? text : undefined),
  },
  listed_since: {
    default: null,
    allowed: ['a day, YYYY-MM-DD'],
    about:
      'Listed here on this day in London, or later: whenever it was published, listed again, or amended in what trades, regions and searches read.',
    schema: { example: '2026-11-01', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
    read: (text: string) => (isDay(text) ? text : undefined),
  },
  sme: {
    default: null,
    allowed: ['true'],
    about: 'Only what the buyer calls suitable for small and medium firms.',
    schema: { example: 'true', enum: ['true'] },
    read: oneOf(['true']),
  },
  buyer: {
    default: null,
    allowed: [`words, at most ${TEXT_MAX} characters`],
    about: 'Words that the name of the buyer holds.',
    schema: { example: 'council' },
    read: words,
  },
  q: {
    default: null,
    allowed: [`words, "a phrase" in quotes, at most ${TEXT_MAX} characters and ${LONG_TERMS_MAX} phrases of three words or more`],
    about:
      'Words and phrases that title, buyer and summary together hold, words of one family (roof, roofing) being the same; those with the words in the title come first.',
    schema: { example: 'roof "window cleaning"' },
    read: terms,
  },
  sort: {
    default: 'deadline',
    allowed: [...SORTS],
    about:
      'Closing soonest, largest stated value, last published or last listed here first, or by relevance to q. Without it RSS, Atom and JSON Feed list what was listed last first (feed.xml what was published last), and other forms go by relevance where q is given.',
    schema: { example: 'value', enum: SORTS },
    read: oneOf(SORTS),
  },
  match: {
    default: 'title',
    allowed: [...MATCHES],
    about: 'title: title or main category matches the trade. any: descriptions and further categories too.',
    schema: { example: 'any', default: 'title', enum: MATCHES },
    read: oneOf(MATCHES),
  },
  cursor: {
    default: null,
    allowed: ['what `next` of an answer holds'],
    about: 'Goes on where an answer ended: what its next holds.',
    schema: { maxLength: CURSOR_MAX },
    read: decodeCursor,
  },
} as const satisfies Record<string, Parameter>

export type ParameterName = keyof typeof PARAMETERS
export const PARAMETER_NAMES = Object.keys(PARAMETERS) as ParameterName[]

/** One fault of a query, as the problem document lists it. */
export type Fault = { parameter: string; value: string; reason: string; allowed: readonly string[]; did_you_mean?: readonly string[] }

/** What links and caches add to addresses: no question, and no part of an answer. */
export const isNoise = (name: string): boolean =>
  /^utm_/.test(name) ||
  ['fbclid', 'gclid', 'dclid', 'msclkid', 'yclid', 'igshid', 'mc_cid', 'mc_eid', '_ga', '_gl', '_', 'cb'].includes(name)

const ECHO_MAX = 100
const echo = (value: string): string =>
  Array.from(stripInvisible(value).slice(0, 2 * ECHO_MAX))
    .slice(0, ECHO_MAX)
    .join('')

/**
 * Who reads a query. `names`: the parameters that apply, all by default. `order`, `searchOrder`: in which order it lists unasked, without and
 * with `q`; a cursor of its answers belongs to that order.
 */
export type Reader = { names?: readonly ParameterName[]; order?: Sort; searchOrder?: Sort }

const isKnown = (name: string): name is ParameterName => Object.hasOwn(PARAMETERS, name)

/** What is wrong with the values given for a name; undefined: nothing. */
function faultOf(name: string, values: readonly string[], applicable: readonly ParameterName[]): Fault | undefined {
  const fault = (reason: string, allowed: readonly string[]): Fault => ({
    parameter: echo(name),
    value: echo(values.join(', ')),
    reason,
    allowed,
  })
  if (!isKnown(name)) return fault('is not known', applicable)
  if (!applicable.includes(name)) return fault('does not apply here', [])
  const { allowed, read, nearest }: Parameter = PARAMETERS[name]
  if (values.length > 1) return fault('is given more than once', allowed)
  if (values[0] === '') return fault('is empty', allowed)
  const isLong = name === 'cursor' && (values[0]?.length ?? 0) > CURSOR_MAX
  if (!isLong && read(values[0] ?? '') !== undefined) return undefined
  const meant = nearest?.(values[0] ?? '') ?? []
  return { ...fault('is not one of the allowed values', allowed), ...(meant.length > 0 ? { did_you_mean: meant } : {}) }
}

/** A query as far as it is understood, and everything that is wrong with the rest. */
export function readQuery(
  search: URLSearchParams,
  { names = PARAMETER_NAMES, order = 'deadline', searchOrder = 'relevance' }: Reader = {},
): {
  query: Query
  faults: Fault[]
} {
  const faults: Fault[] = []
  const given = new Map<string, string>()
  for (const name of new Set(search.keys())) {
    if (isNoise(name)) continue
    const values = search.getAll(name)
    const fault = faultOf(name, values, names)
    if (fault) faults.push(fault)
    else given.set(name, values[0] ?? '')
  }
  // In the order of the table, whatever the order of the question.
  faults.sort((a, b) => placeOf(a.parameter) - placeOf(b.parameter))
  const value = <Name extends ParameterName>(name: Name): ReturnType<(typeof PARAMETERS)[Name]['read']> | undefined => {
    const text = given.get(name)
    // Each reader belongs to its name.
    return text === undefined ? undefined : (PARAMETERS[name].read(text) as ReturnType<(typeof PARAMETERS)[Name]['read']>)
  }
  const q = value('q') ?? null
  const sort = value('sort')
  const query: Query = {
    limit: value('limit') ?? CAP,
    region: value('region') ?? [],
    area: value('area') ?? null,
    sort: sort ?? (q === null ? order : searchOrder),
    isSorted: sort !== undefined,
    match: value('match') ?? 'title',
    min_value: value('min_value') ?? null,
    max_value: value('max_value') ?? null,
    closing_within: value('closing_within') ?? null,
    published_since: value('published_since') ?? null,
    listed_since: value('listed_since') ?? null,
    sme: value('sme') !== undefined,
    buyer: value('buyer') ?? null,
    q,
    cursor: value('cursor') ?? null,
  }
  return { query: mended(query, given, faults), faults }
}

const placeOf = (name: string): number => (isKnown(name) ? PARAMETER_NAMES.indexOf(name) : -1)

/** What is allowed by itself and not together. */
function mended(query: Query, given: ReadonlyMap<string, string>, faults: Fault[]): Query {
  const fault = (parameter: ParameterName, reason: string): void => {
    faults.push({ parameter, value: echo(given.get(parameter) ?? ''), reason, allowed: PARAMETERS[parameter].allowed })
  }
  const fixed = { ...query }
  if (query.min_value !== null && query.max_value !== null && query.min_value > query.max_value) {
    fault('min_value', 'is larger than max_value')
    fixed.min_value = null
  }
  if (query.sort === 'relevance' && query.q === null) {
    fault('sort', 'relevance needs q')
    Object.assign(fixed, { sort: 'deadline', isSorted: false })
  }
  if (query.cursor !== null && query.cursor.sort !== fixed.sort) {
    fault('cursor', 'belongs to another order')
    fixed.cursor = null
  }
  return fixed
}

/** The query of a reader with defaults filled in. @throws ApiError `invalid_input` with all faults under `errors`. */
export function parseQuery(search: URLSearchParams, reader: Reader = {}): Query {
  const { query, faults } = readQuery(search, reader)
  const [first] = faults
  if (!first) return query
  const detail = faults
    .map(
      ({ parameter, reason, did_you_mean: [meant] = [] }) =>
        `Parameter "${parameter}" ${reason}${meant ? `; did you mean "${meant}"?` : ''}`,
    )
    .join('. ')
  const known = reader.names ?? PARAMETER_NAMES
  throw new ApiError('invalid_input', `${detail}. See "errors" for what is allowed, and "parameters" for what is known here.`, {
    param: first.parameter,
    extra: { errors: faults, parameters: known },
  })
}

/** The canonical form of a query: only what differs from the defaults, in a fixed order, '' for nothing. Serves as a cache key too. */
export function toSearch(query: Query, { without = [] }: { without?: readonly ParameterName[] } = {}): string {
  const text: Record<ParameterName, string | null> = {
    limit: query.limit === CAP ? null : String(query.limit),
    region: query.region.length === 0 ? null : query.region.join(','),
    area: query.area?.name ?? null,
    min_value: query.min_value === null ? null : String(query.min_value),
    max_value: query.max_value === null ? null : String(query.max_value),
    closing_within: query.closing_within === null ? null : String(query.closing_within),
    published_since: query.published_since,
    listed_since: query.listed_since,
    sme: query.sme ? 'true' : null,
    buyer: query.buyer,
    q: query.q,
    sort: query.isSorted ? query.sort : null,
    match: query.match === 'title' ? null : query.match,
    cursor: query.cursor?.text ?? null,
  }
  const search = new URLSearchParams(
    PARAMETER_NAMES.flatMap((name) => (text[name] === null || without.includes(name) ? [] : [[name, text[name]]])),
  )
  return search.size === 0 ? '' : `?${search}`
}
