/** The one query language of the tenders: parsed once, strictly, and the same for every form, page, MCP and client. */
import { ApiError } from '../../errors.ts'
import type { Area } from '../words/areas.ts'
import type { Region } from '../words/regions.ts'
import { stripInvisible } from '../words/text.ts'
import type { Cursor } from './cursor.ts'
import { CAP, CURSOR_MAX, type MATCHES, PARAMETER_NAMES, PARAMETERS, type Parameter, type ParameterName, type Sort } from './parameters.ts'

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
