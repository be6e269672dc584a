/** The list of models of the last five minutes, from the first source that gives one; last good data bridges ten minutes. */
import { requireSources } from '../../../http/breaker.ts'
import { type Cached, cached, lastGood } from '../../../http/cached.ts'
import { UpstreamError } from '../../../http/upstream-types.ts'
import { answered, missing, type TailPart, toApiError } from '../../tail.ts'
import type { FullModel } from './model.ts'
import { fromModelsDev, SOURCE as MODELS_DEV } from './models-dev.ts'
import { fromOpenRouter, SOURCE as OPENROUTER } from './openrouter.ts'

export const REFRESH_SECONDS = 300

type Snapshot = {
  source: string
  models: FullModel[] /** Why the first source was passed over. */
  passedOver: { source: string; reason: UpstreamError['reason'] } | null
}

const KEY = { source: 'llm-prices', key: 'snapshot' }

/** Both sources failed. */
class NoSnapshot extends Error {
  readonly failures: UpstreamError[]
  constructor(failures: UpstreamError[]) {
    super('no source of LLM prices answered')
    this.failures = failures
  }
}

const toUpstreamError = (error: unknown): UpstreamError => {
  if (error instanceof UpstreamError) return error
  throw error
}

async function load(signal: AbortSignal): Promise<Snapshot> {
  const byId = (models: FullModel[]) => models.sort((one, other) => (one.id < other.id ? -1 : 1))
  let first: UpstreamError
  try {
    return { source: OPENROUTER, models: byId(await fromOpenRouter(signal)), passedOver: null }
  } catch (error) {
    first = toUpstreamError(error)
  }
  try {
    return { source: MODELS_DEV, models: byId(await fromModelsDev(signal)), passedOver: { source: first.source, reason: first.reason } }
  } catch (error) {
    throw new NoSnapshot([first, toUpstreamError(error)])
  }
}

export type LlmPrices = { models: FullModel[]; source: string; stale: boolean; parts: TailPart[] }

/** @throws ApiError 502, 503 or 504 when no source answers and the last good list is older than ten minutes */
export async function llmPrices(signal: AbortSignal): Promise<LlmPrices> {
  try {
    const snapshot = await cached<Snapshot>({ ...KEY, ageMs: REFRESH_SECONDS * 1000, load, signal })
    return toPrices(snapshot, false, [])
  } catch (error) {
    const failures = error instanceof NoSnapshot ? error.failures : error instanceof UpstreamError ? [error] : null
    if (!failures) throw error
    const last = lastGood<Snapshot>(KEY.source, KEY.key)
    if (!last) throw toApiError(failures)
    return toPrices(
      last,
      true,
      failures.map((failure) => missing('models', failure)),
    )
  }
}

function toPrices(snapshot: Cached<Snapshot>, stale: boolean, failures: TailPart[]): LlmPrices {
  const { source, models, passedOver } = snapshot.value
  const skipped = passedOver && !stale ? [missing('canonicalId', passedOver), missing('expiresAt', passedOver)] : []
  return { models, source, stale, parts: [answered(source, snapshot), ...skipped, ...failures] }
}

/** For `ready()`: a list in memory can be sold although both sources are known to be down. @throws ApiError 503 */
export function requireSnapshot(): void {
  if (!lastGood(KEY.source, KEY.key)) requireSources([[OPENROUTER, MODELS_DEV]])
}
