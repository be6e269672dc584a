import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { round } from '../../../upstreams/values.ts'
import { defineTool } from '../../define.ts'
import { missing, type TailPart, tailShape, toTail } from '../../tail.ts'
import { CATALOGUE, clouds } from './catalogue.ts'
import { emptyExample, modelExample } from './examples.ts'
import { isInRegion, type Listing } from './listing.ts'
import { type Price, toRows } from './prices.ts'
import { REQUESTS_PER_MINUTE, ROTATION_MINUTES, ROTATION_REQUESTS } from './rotation.ts'
import {
  currentReadings,
  DAILY_STALE_MS,
  historyOf,
  keepFresh,
  noPrices,
  REFRESH_SECONDS,
  requirePrices,
  silentProviders,
} from './snapshot.ts'
import { HISTORY_DAYS } from './store.ts'

/** Keeps an answer below 30 kB, its head and tail included. */
const MAX_ROWS_LENGTH = 27_500

const yesOrNo = z
  .string()
  .pipe(z.enum(['true', 'false'], 'must be true or false'))
  .transform((text) => text === 'true')
  .optional()

const input = z.strictObject({
  q: z
    .string()
    .max(100, 'must be at most 100 characters')
    .optional()
    .describe(
      'Keeps models whose name contains this text; letter case, spaces, dashes, underscores and the maker (NVIDIA, AMD) do not matter. Default: all models.',
    )
    .meta({ example: 'RTX 4090' }),
  provider: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(['vast', 'runpod', ...clouds], `must be one of vast, runpod, ${clouds.join(', ')}`))
    .optional()
    .describe('Keeps one marketplace or cloud. Default: all.')
    .meta({ example: 'vast', enum: ['vast', 'runpod', ...clouds] }),
  region: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(60, 'must be at most 60 characters')
    .optional()
    .describe(
      'Prices in this region only, as the provider writes it, or its beginning: US, Sweden, eu-north. Prices of unknown region are left out. Default: everywhere.',
    )
    .meta({ pattern: '[^ ]', example: 'us-east' }),
  spot: yesOrNo
    .describe('true: prices of machines that may be taken away (spot, interruptible: the least bid). Default false: on demand.')
    .meta({ example: 'false', enum: ['true', 'false'] }),
  min_vram: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a whole number of GB from 1 to 9999 in plain digits')
    .transform(Number)
    .optional()
    .describe('Keeps models with at least so many GB of memory per GPU; rows of unknown memory are left out. Default: all.')
    .meta({ example: '24' }),
  history: yesOrNo
    .describe(
      `true: each row also has the lowest price and the median of each of the last ${HISTORY_DAYS} days on which it was read. Default false.`,
    )
    .meta({ example: 'false', enum: ['true', 'false'] }),
})
type Input = z.output<typeof input>

const usd = (what: string) => z.number().nonnegative().nullable().describe(`${what}, US dollars per GPU and hour; null when unknown.`)

const output = z.object({
  count: z.int().nonnegative().describe('Rows that match what was asked.'),
  total: z.int().nonnegative().describe('Rows there are.'),
  omitted: z.int().nonnegative().optional().describe('Matching rows left out because the answer would grow too long; ask more narrowly.'),
  currency: z.literal('USD').describe('Always USD.'),
  unit: z.literal('per_gpu_hour').describe('Prices are for one GPU and one hour.'),
  refreshSeconds: z.int().describe('How often a price is refreshed at most.'),
  stale: z.boolean().describe('True when no live row is younger than refreshSeconds: the marketplaces have been silent.'),
  source: z.string().describe('Sources of the rows, joined by +: vast, runpod, skypilot-catalog. No two are ever mixed in a row.'),
  gpus: z
    .array(
      z.object({
        gpu: z.string().describe('Model with its form factor, e.g. H100 SXM, which is another product than H100 PCIE.'),
        vramGb: z.number().nullable().describe('Memory of one GPU in GB; null when unknown.'),
        minUsdPerGpuHour: usd('Lowest price'),
        medianUsdPerGpuHour: usd('Median over machines'),
        p25UsdPerGpuHour: usd('Lower quartile over machines'),
        p75UsdPerGpuHour: usd('Upper quartile over machines'),
        provider: z.string().optional().describe('Who rents it out: vast, runpod or a cloud.'),
        region: z.string().nullable().optional().describe('Where the lowest price is, as the provider writes it; null when unknown.'),
        spot: z.boolean().optional().describe('True for machines that may be taken away.'),
        machine: z
          .object({
            gpus: z.int().nullable().describe('GPUs of the machine.'),
            vcpus: z.number().nullable().describe('Virtual CPUs.'),
            memoryGb: z.number().nullable().describe('Main memory in GB.'),
          })
          .nullable()
          .optional()
          .describe('Shape of the machine with the lowest price, null fields unknown; null when nothing is known.'),
        daily: z.boolean().optional().describe('True for a price list that is made daily or by hand; false for a price of the moment.'),
        listedOn: z.iso.date().nullable().optional().describe('Date of that list, YYYY-MM-DD; null for a price of the moment, or unknown.'),
        history: z
          .array(
            z.object({
              day: z.iso.date().describe('UTC day.'),
              min: z.number().nullable().describe('Lowest price of the day, US dollars per GPU and hour.'),
              median: z.number().nullable().describe('Median of the medians read through the day.'),
            }),
          )
          .optional()
          .describe('With history=true: days on which the row was read, oldest first.'),
        machines: z.int().nonnegative().nullable().describe('Machines behind the figures; null when the source does not say.'),
        offers: z.int().nonnegative().nullable().describe('Offers or listed prices behind them; one machine may make several offers.'),
        capped: z.boolean().describe('True when the source cut its list: the minimum is exact, the median leans low.'),
        thin: z.boolean().describe('True for fewer than three machines, or when their number is not known to be three.'),
        ageSeconds: z.int().nonnegative().describe('Seconds since this row was read.'),
        observedAt: z.iso.datetime().describe('When this row was read, ISO 8601 UTC.'),
        stale: z.boolean().describe('True when it is older than refreshSeconds; for a daily row, than a day.'),
        source: z.string().describe('Who told us: vast, runpod or skypilot-catalog.'),
      }),
    )
    .describe('Rows by name, memory and provider. An empty list means that nothing matches.'),
  ...tailShape,
})

/** Without what people write in different ways. */
const squash = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '')

/** What a model is called without its maker, who stands in no row's name: all of it where nothing else is asked for. */
const withoutMaker = (text: string): string => squash(text.replace(/\b(?:nvidia|amd|geforce|instinct)\b/gi, ' ')) || squash(text)

const isOld = ({ daily, observedAtMs }: Price, nowMs: number): boolean =>
  nowMs - observedAtMs > (daily ? DAILY_STALE_MS : REFRESH_SECONDS * 1_000)

function toRow(core: Core, price: Price, withHistory: boolean, now: number) {
  const { observedAtMs, ...row } = price
  return {
    ...row,
    ageSeconds: Math.max(0, Math.floor((now - observedAtMs) / 1000)),
    observedAt: new Date(observedAtMs).toISOString(),
    stale: isOld(price, now),
    ...(withHistory
      ? { history: historyOf(core, price).map(({ day, min, median }) => ({ day, min: round(min, 4), median: round(median, 4) })) }
      : {}),
  }
}

const order = ['vast', 'runpod', CATALOGUE]
const byName = (one: Price, other: Price): number =>
  one.gpu === other.gpu
    ? (one.vramGb ?? 0) - (other.vramGb ?? 0) ||
      order.indexOf(one.source) - order.indexOf(other.source) ||
      (one.provider < other.provider ? -1 : 1)
    : one.gpu < other.gpu
      ? -1
      : 1

/** Rows of the prices in a region alone. Thousands of prices stand in a few places. */
function regionalRows(core: Core, asked: string, isSpot: boolean): Price[] {
  const verdicts = new Map<string | null, boolean>()
  const isThere = ({ region, spot }: Listing): boolean => {
    if (spot !== isSpot) return false
    const verdict = verdicts.get(region) ?? isInRegion(region, asked)
    verdicts.set(region, verdict)
    return verdict
  }
  return currentReadings(core).flatMap((known) => toRows(known, known.listings.filter(isThere)))
}

function matchingRows(core: Core, prices: readonly Price[], { q, provider, region, spot = false, min_vram: minVram }: Input): Price[] {
  const wanted = withoutMaker(q ?? '')
  const rows = region === undefined ? prices : regionalRows(core, region, spot)
  return rows.filter(
    (row) =>
      row.spot === spot &&
      squash(row.gpu).includes(wanted) &&
      (provider === undefined || row.provider === provider) &&
      (minVram === undefined || (row.vramGb ?? 0) >= minVram),
  )
}

/** As many rows as fit, prices of the moment before lists. */
function fitting<Row>(prices: readonly Price[], toRow: (price: Price) => Row): Row[] {
  const ranked = prices.toSorted((one, other) => order.indexOf(one.source) - order.indexOf(other.source))
  const kept: { price: Price; row: Row }[] = []
  let length = 0
  for (const price of ranked) {
    const row = toRow(price)
    length += Buffer.byteLength(JSON.stringify(row)) + 1
    if (length > MAX_ROWS_LENGTH) break
    kept.push({ price, row })
  }
  return kept.sort((one, other) => byName(one.price, other.price)).map(({ row }) => row)
}

/** @throws ApiError 503 when there is nothing young enough to sell, or nothing matches while a source that may know is silent */
function run(core: Core, asked: Input): z.input<typeof output> {
  const prices = requirePrices(core)
  const now = core.now()
  const matching = matchingRows(core, prices, asked)
  const silent = silentProviders(core).filter(({ provider }) => asked.provider === undefined || asked.provider === provider)
  // Nobody pays for "none" that may only mean "not answered".
  if (matching.length === 0 && silent.some(({ source }) => source !== CATALOGUE || asked.provider)) throw noPrices(core)
  const gpus = fitting(matching, (price) => toRow(core, price, asked.history === true, now))
  const parts = (matching.length > 0 ? matching : prices).map(
    ({ source, observedAtMs }): TailPart => ({ source, fetchedAt: new Date(observedAtMs).toISOString(), cached: true }),
  )
  const gone = silent.map(({ provider, source, reason }) =>
    missing(source === CATALOGUE ? `gpus (${provider})` : 'gpus', { source, reason }),
  )
  const live = prices.filter(({ daily }) => !daily)
  return {
    count: matching.length,
    total: prices.length,
    omitted: matching.length - gpus.length,
    currency: 'USD',
    unit: 'per_gpu_hour',
    refreshSeconds: REFRESH_SECONDS,
    stale: live.every((price) => isOld(price, now)),
    source: order.filter((name) => prices.some(({ source }) => source === name)).join('+'),
    gpus,
    ...toTail([...parts, ...gone], now),
  }
}

export default defineTool({
  path: '/v1/prices/gpu',
  price: '0.002000',
  summary: 'Rental prices of GPUs by model',
  description:
    'Lists minimum and median rental prices per GPU and hour by model, form factor and memory at two live marketplaces and several clouds, on demand or spot, by region, with sample sizes and 30 days of history. Use it to choose or budget a GPU; for hosted language models use prices/llm. Costs {price} USD; a call that fails is never charged. Answers within milliseconds from marketplace figures at most 10 minutes old; lists are marked daily.',
  input,
  output,
  examples: [modelExample, emptyExample],
  sources: ['Vast.ai', 'RunPod', 'SkyPilot catalogue'],
  freshness: `Vast.ai's models are read in turn, at most ${REQUESTS_PER_MINUTE} requests a minute, models with few offers together: a full rotation takes at most ${ROTATION_MINUTES} minutes; with its key the medians of all models come in one call in that time. RunPod is read within ${ROTATION_MINUTES} minutes too, a cloud's list twice a day. Every row says when it was read; no marketplace price older than 10 minutes is sold, no list read more than two days ago.`,
  limits: [
    'Of Vast.ai verified hosts only; spot prices there are the least bids of the machines that are also offered on demand.',
    `As many models of Vast.ai are in rotation as ${ROTATION_REQUESTS} requests can read, the most asked-for first.`,
    'RunPod gives lowest prices only: no median, no number of machines, no region.',
    "A cloud's rows are list prices, not what is free to rent: daily is true and listedOn the date of the list.",
    'Nothing that matches is an answer only while both marketplaces answer; else it is 503 and costs nothing.',
    'An answer is at most 30 kB: omitted says how many rows were left out, lists first.',
  ],
  handlerCapMs: 2_000,
  warm: keepFresh,
  ready: (core) => {
    requirePrices(core)
  },
  run: (parsed, { core }) => run(core, parsed),
})
