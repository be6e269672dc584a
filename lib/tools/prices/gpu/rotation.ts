/** What is read, in which order, and how fast: the first marketplace allows a few requests a minute, lists change a few times a day. */
import { CATALOGUE, type Cloud, clouds } from './catalogue.ts'
import { ALL, type Attempt } from './store.ts'

/** Five are tolerated in practice; one less leaves room for a second process that starts at the same moment. */
export const REQUESTS_PER_MINUTE = 4

/** So many that a full rotation ends before the first model is too old to be sold. */
export const MAX_MODELS = 32

/** Minutes of a full rotation, at most: one more than the requests take, for the names and for runs that do not fall on the minute. */
export const ROTATION_MINUTES = Math.ceil(MAX_MODELS / REQUESTS_PER_MINUTE) + 1

const REFRESH_MS = 300_000
const NAMES_MS = 86_400_000
const NAMES_RETRY_MS = 600_000
/** The other marketplace gives everything at once; after a failure it is asked sooner. */
const RUNPOD_RETRY_MS = 60_000
const CATALOGUE_MS = 43_200_000
const CATALOGUE_RETRY_MS = 1_800_000
/** Lists are large and their dates cost a rationed request each. */
const CATALOGUES_PER_RUN = 2

/** The models people ask for, first ones first; others fill up what is left. Spelled as the marketplace spells them. */
const preferred = [
  ...['RTX 4090', 'H100 SXM', 'RTX 5090', 'A100 SXM4', 'RTX 3090', 'H200', 'B200', 'L40S', 'RTX A6000', 'A100 PCIE'],
  ...['H100 PCIE', 'H100 NVL', 'H200 NVL', 'RTX PRO 6000 WS', 'RTX PRO 6000 S', 'RTX 6000Ada', 'L40', 'L4', 'A40', 'A10'],
  ...['RTX 5080', 'RTX 5070 Ti', 'RTX 5060 Ti', 'RTX 4080', 'RTX 4070 Ti', 'RTX 4070', 'RTX 4060 Ti', 'RTX 3080', 'RTX 3060'],
  ...['RTX A5000', 'RTX A4000', 'Tesla T4', 'Tesla V100'],
]

/** The models in rotation: those of `names` that are preferred, then others by name. Without a list of names, the preferred ones. */
export function toModels(names: readonly string[] | null): string[] {
  if (names === null) return preferred.slice(0, MAX_MODELS)
  const offered = new Set(names)
  const others = [...offered].filter((name) => !preferred.includes(name)).sort()
  return [...preferred.filter((name) => offered.has(name)), ...others].slice(0, MAX_MODELS)
}

type Plan = { names: boolean; metrics: boolean; models: string[]; runpod: boolean; catalogues: Cloud[] }

/**
 * What one run may ask: what is due, oldest attempt first; of the first marketplace within the rate of the last minute.
 * @param attempts everything in the database
 * @param known the first marketplace's names of its models; null when they were never read
 */
export function planRun(attempts: readonly Attempt[], known: readonly string[] | null, hasKey: boolean, nowMs: number): Plan {
  const find = (source: Attempt['source'], model: string) => attempts.find((row) => row.source === source && row.model === model)
  const since = (date: Date | null | undefined) => (date ? nowMs - date.getTime() : Number.POSITIVE_INFINITY)
  const recent = attempts.filter(({ source, attemptedAt }) => source.startsWith('vast') && since(attemptedAt) < 60_000).length
  let left = Math.max(0, REQUESTS_PER_MINUTE - recent)
  const take = (due: boolean): boolean => {
    if (!due || left === 0) return false
    left--
    return true
  }
  const list = find('vast-names', ALL)
  const names = take(since(list?.observedAt) >= NAMES_MS && since(list?.attemptedAt) >= NAMES_RETRY_MS)
  const metrics = take(hasKey && since(find('vast-metrics', ALL)?.attemptedAt) >= REFRESH_MS)
  const byIdleness = <Item extends { idleMs: number; order: number }>(items: Item[]) =>
    items.sort((one, other) => (one.idleMs === other.idleMs ? one.order - other.order : other.idleMs > one.idleMs ? 1 : -1))
  const models = byIdleness(toModels(known).map((model, order) => ({ model, order, idleMs: since(find('vast', model)?.attemptedAt) })))
    .filter(({ idleMs }) => idleMs >= REFRESH_MS)
    .slice(0, left)
    .map(({ model }) => model)
  const other = find('runpod', ALL)
  const lists = byIdleness(
    clouds.map((cloud, order) => {
      const before = find(CATALOGUE, cloud)
      return { cloud, order, idleMs: since(before?.attemptedAt), dueMs: before?.failure ? CATALOGUE_RETRY_MS : CATALOGUE_MS }
    }),
  )
  return {
    names,
    metrics,
    models,
    runpod: since(other?.attemptedAt) >= (other?.failure ? RUNPOD_RETRY_MS : REFRESH_MS),
    catalogues: lists
      .filter(({ idleMs, dueMs }) => idleMs >= dueMs)
      .slice(0, CATALOGUES_PER_RUN)
      .map(({ cloud }) => cloud),
  }
}
