/**
 * Lists of models of the last five minutes, each source's own; its last good list bridges ten minutes. The list for people comes from the
 * first source that gives one; a named model is priced by all that know it.
 */
import type { Core } from '../../../core.ts'
import { requireSources } from '../../../egress/breaker.ts'
import { type Cached, cached, lastGood } from '../../../egress/cached.ts'
import { UpstreamError } from '../../../egress/upstream-types.ts'
import { answered, missing, type TailPart, toApiError } from '../../tail.ts'
import type { Entry } from './entry.ts'
import { fromGenaiPrices, SOURCE as GENAI } from './genai-prices.ts'
import type { FullModel } from './model.ts'
import { fromModelsDev, SOURCE as MODELS_DEV } from './models-dev.ts'
import { fromOpenRouter, SOURCE as OPENROUTER } from './openrouter.ts'
import { type Index, toIndex } from './resolve.ts'

export const REFRESH_SECONDS = 300
const KEY = 'llm-prices'

/** What a source gave; `models` is its list for people, null when it has none; `unread`: it also lists models that cannot be read. */
type List = { models: FullModel[] | null; entries: Entry[]; unread: boolean }

const loaders: Record<string, (core: Core, signal: AbortSignal) => Promise<List>> = {
  [OPENROUTER]: fromOpenRouter,
  [MODELS_DEV]: fromModelsDev,
  [GENAI]: async (core, signal) => ({ models: null, ...(await fromGenaiPrices(core, signal)) }),
}

const byId = (models: FullModel[]) => models.sort((one, other) => (one.id < other.id ? -1 : 1))

/** A source's list; `failure` says why it is an old one. */
type Read = { source: string; list: Cached<List>; failure: UpstreamError | null }

async function read(core: Core, source: string, signal: AbortSignal): Promise<Read | UpstreamError> {
  try {
    const load = async (flight: AbortSignal) => {
      const list = await (loaders[source] as (typeof loaders)[string])(core, flight) // every source named here has a loader
      return { ...list, models: list.models && byId(list.models) }
    }
    return { source, list: await cached<List>({ core, source, key: KEY, ageMs: REFRESH_SECONDS * 1000, load, signal }), failure: null }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    const last = lastGood<List>(core, source, KEY)
    return last ? { source, list: last, failure: error } : error
  }
}

export type LlmPrices = { models: FullModel[]; source: string; stale: boolean; parts: TailPart[] }

/** The list for people. @throws ApiError 502, 503 or 504 when no source answers and the last good list is older than ten minutes */
export async function llmPrices(core: Core, signal: AbortSignal): Promise<LlmPrices> {
  const first = await read(core, OPENROUTER, signal)
  if (!(first instanceof UpstreamError) && !first.failure) return toPrices(first, [])
  const second = await read(core, MODELS_DEV, signal)
  const failures = [first, second].flatMap((result) => (result instanceof UpstreamError ? result : (result.failure ?? [])))
  // A fresh list of the second source before an old one of the first.
  if (!(second instanceof UpstreamError) && !second.failure)
    return toPrices(
      second,
      failures.flatMap((failure) => [missing('canonicalId', failure), missing('expiresAt', failure)]),
    )
  const old = [first, second].find((result) => !(result instanceof UpstreamError))
  if (!old || old instanceof UpstreamError) throw toApiError(failures)
  return toPrices(
    old,
    failures.map((failure) => missing('models', failure)),
  )
}

const toPrices = ({ source, list, failure }: Read, parts: TailPart[]): LlmPrices => ({
  models: list.value.models ?? [],
  source,
  stale: failure !== null,
  parts: [answered(source, list), ...(list.value.unread ? [missing('models', { source, reason: 'bad_body' })] : []), ...parts],
})

export type Schedules = { index: Index; parts: TailPart[]; stale: boolean; fetchedAt: Map<string, string> }

/** Indexes are made once for the same lists. */
const indexes = new WeakMap<object, { lists: readonly object[]; index: Index }>()

function indexOf(reads: readonly Read[]): Index {
  const lists = reads.map(({ list }) => list.value)
  const key = lists[0] as object // called with one list at least
  const made = indexes.get(key)
  if (made && made.lists.length === lists.length && made.lists.every((list, at) => list === lists[at])) return made.index
  const index = toIndex(reads.map(({ source, list }) => ({ name: source, entries: list.value.entries })))
  indexes.set(key, { lists, index })
  return index
}

/**
 * Every source's schedules, in order of trust: the curated list with tiers and dates, then models.dev, then the router's.
 * @throws ApiError 502, 503 or 504 when no source answers
 */
export async function schedules(core: Core, signal: AbortSignal): Promise<Schedules> {
  const results = await Promise.all([GENAI, MODELS_DEV, OPENROUTER].map((source) => read(core, source, signal)))
  const reads = results.flatMap((result) => (result instanceof UpstreamError ? [] : result))
  const failures = results.flatMap((result) => (result instanceof UpstreamError ? result : (result.failure ?? [])))
  if (reads.length === 0) throw toApiError(failures)
  return {
    index: indexOf(reads),
    parts: [
      ...reads.flatMap(({ source, list }) => [
        answered(source, list),
        // One of them may be the model that was asked for.
        ...(list.value.unread ? [missing('comparison', { source, reason: 'bad_body' })] : []),
      ]),
      ...failures.map((failure) => missing('comparison', failure)),
    ],
    stale: reads.every(({ failure }) => failure !== null),
    fetchedAt: new Map(reads.map(({ source, list }) => [source, list.fetchedAt])),
  }
}

/** For `ready()`: a list in memory can be sold although the sources are known to be down. @throws ApiError 503 */
export function requireSnapshot(core: Core): void {
  if (![OPENROUTER, MODELS_DEV].some((source) => lastGood(core, source, KEY))) requireSources(core, [[OPENROUTER, MODELS_DEV]])
}
