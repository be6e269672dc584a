/** The query of a feed: parsed once, strictly, and the same for every format. */
import { ApiError } from '../errors.ts'
import { parseRegionParameter, REGIONS, type Region } from './regions.ts'
import { stripInvisible } from './text.ts'

/** At most so many notices in one answer. */
export const CAP = 25

export const SORTS = ['deadline', 'value'] as const
export const MATCHES = ['title', 'any'] as const

export type FeedQuery = {
  limit: number
  region: Region | null
  sort: (typeof SORTS)[number]
  match: (typeof MATCHES)[number]
}

export type Parameter = keyof FeedQuery

/** Every parameter, with its default and what may be given. */
export const PARAMETERS = {
  limit: { default: String(CAP), allowed: Array.from({ length: CAP }, (_, index) => String(index + 1)) },
  region: { default: null, allowed: [...REGIONS] },
  sort: { default: 'deadline', allowed: [...SORTS] },
  match: { default: 'title', allowed: [...MATCHES] },
} as const satisfies Record<Parameter, { default: string | null; allowed: readonly string[] }>

/** One fault of a query, as the problem document lists it. */
type ParameterError = { parameter: Parameter; value: string; reason: string; allowed: readonly string[] }

const NAMES = Object.keys(PARAMETERS) as Parameter[]
const ECHO_MAX = 100

/** Which parameters a file of the feed reads: all for a trade, `region` for feed.xml, none for the others. */
export function parametersOf(path: string): readonly Parameter[] {
  const file = path.slice(path.lastIndexOf('/') + 1)
  if (file === 'feed.xml') return ['region']
  return ['index.json', 'status.json', 'schema.json', 'feeds.opml'].includes(file) || path.includes('changes/') ? [] : NAMES
}

const echo = (value: string): string =>
  Array.from(stripInvisible(value).slice(0, 2 * ECHO_MAX))
    .slice(0, ECHO_MAX)
    .join('')

function isAllowed(parameter: Parameter, value: string): boolean {
  if (parameter === 'region') return parseRegionParameter(value) !== undefined
  return (PARAMETERS[parameter].allowed as readonly string[]).includes(value)
}

function fault(parameter: Parameter, values: readonly string[], applicable: readonly Parameter[]): string | undefined {
  if (!applicable.includes(parameter)) return 'does not apply here'
  if (values.length > 1) return 'is given more than once'
  if (values[0] === '') return 'is empty'
  return isAllowed(parameter, values[0] ?? '') ? undefined : 'is not one of the allowed values'
}

/**
 * The query of `path` (as `cleaning.json` or `feed.xml`) with defaults filled in. Names nobody knows are ignored. Throws `invalid_input` with
 * all faults under `errors` when a known parameter is empty, repeated, not allowed, or of no use for this file.
 */
export function parseFeedQuery(searchParams: URLSearchParams, { path }: { path: string }): FeedQuery {
  const applicable = parametersOf(path)
  const errors: ParameterError[] = []
  for (const parameter of NAMES) {
    const values = searchParams.getAll(parameter)
    const reason = values.length === 0 ? undefined : fault(parameter, values, applicable)
    if (reason === undefined) continue
    const allowed = applicable.includes(parameter) ? PARAMETERS[parameter].allowed : []
    errors.push({ parameter, value: echo(values.join(', ')), reason, allowed })
  }
  const first = errors[0]
  if (first) {
    const detail = errors.map(({ parameter, reason }) => `Parameter "${parameter}" ${reason}`).join('. ')
    throw new ApiError('invalid_input', `${detail}. See "errors" for what is allowed.`, { param: first.parameter, extra: { errors } })
  }
  return {
    limit: Number(searchParams.get('limit') ?? PARAMETERS.limit.default),
    region: parseRegionParameter(searchParams.get('region') ?? '') ?? null,
    sort: searchParams.get('sort') === 'value' ? 'value' : 'deadline',
    match: searchParams.get('match') === 'any' ? 'any' : 'title',
  }
}

/** The canonical form of a query: only what differs from the defaults, in a fixed order, '' for nothing. Serves as a cache key too. */
export function toSearch(query: FeedQuery): string {
  const search = new URLSearchParams()
  if (query.limit !== CAP) search.set('limit', String(query.limit))
  if (query.region !== null) search.set('region', query.region)
  if (query.sort !== 'deadline') search.set('sort', query.sort)
  if (query.match !== 'title') search.set('match', query.match)
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
