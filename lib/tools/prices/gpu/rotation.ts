/** What is read, in which order, and how fast: the first marketplace allows a few requests a minute, lists change a few times a day. */
import { CATALOGUE, type Cloud, clouds } from './catalogue.ts'
import { OFFERS_CAP } from './offers.ts'
import { ALL, type Attempt } from './store.ts'

/** Ten are documented, five tolerated in practice; one less leaves room for whoever else asks from this address. */
export const REQUESTS_PER_MINUTE = 4

/** Of a full rotation: four minutes' worth, so that the fifth is there for names, medians and what was refused. */
export const ROTATION_REQUESTS = 16

/** Minutes of a full rotation, as the specification promises. */
export const ROTATION_MINUTES = 5

/** A run waits so long for its turn, so that runs which do not fall on the same second of their minute lose none. */
const MAX_WAIT_MS = 20_000

/** A price is read again while it is younger than the interval promised, by the run that comes before its end. */
const DUE_MS = 200_000
/** What failed comes so much earlier. */
const VAST_RETRY_MS = 100_000
const NAMES_MS = 86_400_000
const NAMES_RETRY_MS = 600_000
/** The other marketplace gives everything at once; after a failure it is asked by the next run. */
const RUNPOD_RETRY_MS = 50_000
const CATALOGUE_MS = 43_200_000
const CATALOGUE_RETRY_MS = 1_800_000
/** Lists are large and their dates cost a rationed request each. */
const CATALOGUES_PER_RUN = 2

/** Offers that models which share a request may have together: below the most of one answer, since there may be more by now. */
const SHARED_OFFERS = 48
const SHARED_MODELS = 12
/** Of a model that was never read: the most asked-for fill an answer, others are rare. */
const POPULAR = 10
const RARE_OFFERS = 16

/** The models people ask for, first ones first; others fill up what is left. Spelled as the marketplace spells them. */
const preferred = [
  ...['RTX 4090', 'H100 SXM', 'RTX 5090', 'A100 SXM4', 'RTX 3090', 'H200', 'B200', 'L40S', 'RTX A6000', 'A100 PCIE'],
  ...['H100 PCIE', 'H100 NVL', 'H200 NVL', 'RTX PRO 6000 WS', 'RTX PRO 6000 S', 'RTX 6000Ada', 'L40', 'L4', 'A40', 'A10'],
  ...['RTX 5080', 'RTX 5070 Ti', 'RTX 5060 Ti', 'RTX 4080', 'RTX 4070 Ti', 'RTX 4070', 'RTX 4060 Ti', 'RTX 3080', 'RTX 3060'],
  ...['RTX A5000', 'RTX A4000', 'Tesla T4', 'Tesla V100'],
]

/** The models worth reading: those of `names` that are preferred, then others by name. Without a list of names, the preferred ones. */
export function toModels(names: readonly string[] | null): string[] {
  if (names === null) return preferred
  const offered = new Set(names)
  const others = [...offered].filter((name) => !preferred.includes(name)).sort()
  return [...preferred.filter((name) => offered.has(name)), ...others]
}

/** How many offers a model is expected to have. What could not be read together with others is read alone. */
function expectedOffers(model: string, attempt: Attempt | undefined): number {
  if (attempt?.failure === 'bad_body') return OFFERS_CAP
  return attempt?.offers ?? (preferred.slice(0, POPULAR).includes(model) ? OFFERS_CAP : RARE_OFFERS)
}

/** What is read by one request each: a model alone, or several that have few offers. */
function toRequests(models: readonly string[], offersOf: (model: string) => number): string[][] {
  const requests: { models: string[]; offers: number }[] = []
  for (const model of models) {
    const offers = offersOf(model)
    const shared = requests.find((one) => one.offers + offers <= SHARED_OFFERS && one.models.length < SHARED_MODELS)
    if (shared) {
      shared.models.push(model)
      shared.offers += offers
    } else requests.push({ models: [model], offers })
  }
  return requests.map((one) => one.models)
}

/** When the next requests to the first marketplace may be made, Unix milliseconds. Models read together were asked at one moment. */
function nextTurns(attempts: readonly Pick<Attempt, 'source' | 'attemptedAt'>[], nowMs: number): number[] {
  const asked = attempts.filter(({ source }) => source.startsWith('vast')).map(({ attemptedAt }) => attemptedAt.getTime())
  const last = [...new Set(asked)].sort((one, other) => other - one).slice(0, REQUESTS_PER_MINUTE)
  return Array.from({ length: REQUESTS_PER_MINUTE }, (_, turn) => Math.max(nowMs, (last[REQUESTS_PER_MINUTE - 1 - turn] ?? 0) + 60_000))
}

/** How long the next request to the first marketplace has to wait, milliseconds. */
export const turnMs = (attempts: readonly Pick<Attempt, 'source' | 'attemptedAt'>[], nowMs: number): number =>
  (nextTurns(attempts, nowMs)[0] ?? nowMs) - nowMs

type Plan = { names: boolean; metrics: boolean; requests: string[][]; runpod: boolean; catalogues: Cloud[] }

/**
 * What one run may ask: what is due, oldest attempt first; of the first marketplace as many requests as have their turn soon.
 * @param attempts everything in the database
 * @param known the first marketplace's names of its models; null when they were never read
 */
export function planRun(attempts: readonly Attempt[], known: readonly string[] | null, hasKey: boolean, nowMs: number): Plan {
  const find = (source: Attempt['source'], model: string) => attempts.find((row) => row.source === source && row.model === model)
  const since = (date: Date | null | undefined) => (date ? nowMs - date.getTime() : Number.POSITIVE_INFINITY)
  let left = nextTurns(attempts, nowMs).filter((at) => at - nowMs <= MAX_WAIT_MS).length
  const take = (due: boolean): boolean => {
    if (!due || left === 0) return false
    left--
    return true
  }
  const list = find('vast-names', ALL)
  const names = take(since(list?.observedAt) >= NAMES_MS && since(list?.attemptedAt) >= NAMES_RETRY_MS)
  const metrics = take(hasKey && since(find('vast-metrics', ALL)?.attemptedAt) >= DUE_MS)
  const byIdleness = <Item extends { idleMs: number; order: number }>(items: Item[]) =>
    items.sort((one, other) => (one.idleMs === other.idleMs ? one.order - other.order : other.idleMs > one.idleMs ? 1 : -1))
  const offersOf = (model: string) => expectedOffers(model, find('vast', model))
  // What does not fit into a rotation is not read at all: better fewer prices than old ones.
  const rotation = toRequests(toModels(known), offersOf).slice(0, ROTATION_REQUESTS).flat()
  const idleness = (attempt: Attempt | undefined) => since(attempt?.attemptedAt) + (attempt?.failure ? VAST_RETRY_MS : 0)
  const due = byIdleness(rotation.map((model, order) => ({ model, order, idleMs: idleness(find('vast', model)) })))
    .filter(({ idleMs }) => idleMs >= DUE_MS)
    .map(({ model }) => model)
  const requests = toRequests(due, offersOf).slice(0, left)
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
    requests,
    runpod: since(other?.attemptedAt) >= (other?.failure ? RUNPOD_RETRY_MS : DUE_MS),
    catalogues: lists
      .filter(({ idleMs, dueMs }) => idleMs >= dueMs)
      .slice(0, CATALOGUES_PER_RUN)
      .map(({ cloud }) => cloud),
  }
}
