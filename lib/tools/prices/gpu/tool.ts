import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { defineTool } from '../../define.ts'
import { type TailPart, tailShape, toTail } from '../../tail.ts'
import { MAX_MODELS, REQUESTS_PER_MINUTE, ROTATION_MINUTES } from './rotation.ts'
import { keepFresh, type Price, REFRESH_SECONDS, requirePrices } from './snapshot.ts'

const input = z.strictObject({
  q: z
    .string()
    .max(100, 'must be at most 100 characters')
    .optional()
    .describe('Keeps models whose name contains this text; letter case, spaces, dashes and underscores do not matter. Default: all models.')
    .meta({ example: 'RTX 4090' }),
  min_vram: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a whole number of GB from 1 to 9999 in plain digits')
    .transform(Number)
    .optional()
    .describe('Keeps models with at least so many GB of memory per GPU; rows of unknown memory are left out. Default: all.')
    .meta({ example: '24' }),
})

const usd = (what: string) => z.number().nonnegative().nullable().describe(`${what}, US dollars per GPU and hour; null when unknown.`)

const output = z.object({
  count: z.int().nonnegative().describe('Rows that match q.'),
  total: z.int().nonnegative().describe('Rows in the list.'),
  currency: z.literal('USD').describe('Always USD.'),
  unit: z.literal('per_gpu_hour').describe('Prices are for one GPU and one hour.'),
  refreshSeconds: z.int().describe('How often a price is refreshed at most.'),
  stale: z.boolean().describe('True when no row is younger than refreshSeconds: the source has been silent.'),
  source: z.string().describe('The marketplace of the rows: vast or runpod. The two are never mixed.'),
  gpus: z
    .array(
      z.object({
        gpu: z.string().describe('Model with its form factor, e.g. H100 SXM, which is another product than H100 PCIE.'),
        vramGb: z.number().nullable().describe('Memory of one GPU in GB; null when unknown.'),
        minUsdPerGpuHour: usd('Lowest price'),
        medianUsdPerGpuHour: usd('Median over machines'),
        p25UsdPerGpuHour: usd('Lower quartile over machines'),
        p75UsdPerGpuHour: usd('Upper quartile over machines'),
        machines: z.int().nonnegative().nullable().describe('Machines behind the figures; null when the source does not say.'),
        offers: z.int().nonnegative().nullable().describe('Offers behind them; one machine may make several.'),
        capped: z.boolean().describe('True when the source cut its list: the minimum is exact, the median leans low.'),
        thin: z.boolean().describe('True for fewer than three machines, or when their number is not known to be three.'),
        ageSeconds: z.int().nonnegative().describe('Seconds since this row was observed.'),
        observedAt: z.iso.datetime().describe('When this row was observed, ISO 8601 UTC.'),
        stale: z.boolean().describe('True when it is older than refreshSeconds.'),
        source: z.string().describe('The marketplace of the row.'),
      }),
    )
    .describe('Rows by name and memory. An empty list means that nothing matches q.'),
  ...tailShape,
})

/** Without what people write in different ways. */
const squash = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '')

const isOld = (price: Price, nowMs: number): boolean => nowMs - price.observedAtMs > REFRESH_SECONDS * 1_000

const toRow = ({ observedAtMs, ...price }: Price, stale: boolean, now: number) => ({
  ...price,
  ageSeconds: Math.max(0, Math.floor((now - observedAtMs) / 1000)),
  observedAt: new Date(observedAtMs).toISOString(),
  stale,
})

/** @throws ApiError 503 `warming_up` when there is nothing young enough to sell */
function run(core: Core, { q, min_vram: minVram }: z.output<typeof input>): z.input<typeof output> {
  const prices = requirePrices(core)
  const now = core.now()
  const wanted = squash(q ?? '')
  const matching = prices.filter(({ gpu, vramGb }) => squash(gpu).includes(wanted) && (minVram === undefined || (vramGb ?? 0) >= minVram))
  const parts = (matching.length > 0 ? matching : prices).map(
    ({ source, observedAtMs }): TailPart => ({ source, fetchedAt: new Date(observedAtMs).toISOString(), cached: true }),
  )
  return {
    count: matching.length,
    total: prices.length,
    currency: 'USD',
    unit: 'per_gpu_hour',
    refreshSeconds: REFRESH_SECONDS,
    stale: prices.every((price) => isOld(price, now)),
    source: prices[0]?.source ?? 'vast',
    gpus: matching.map((price) => toRow(price, isOld(price, now), now)),
    ...toTail(parts, now),
  }
}

const exampleTail = {
  fetchedAt: '2026-11-20T12:00:00.000Z',
  ageSeconds: 42,
  cached: true,
  sources: [{ name: 'vast', ok: true }],
  unavailable: [],
}

const exampleHead = { currency: 'USD', unit: 'per_gpu_hour', refreshSeconds: REFRESH_SECONDS, stale: false, source: 'vast' } as const

export default defineTool({
  path: '/v1/prices/gpu',
  price: '0.002000',
  summary: 'Rental prices of GPUs by model',
  description:
    'Lists the minimum and median rental price per GPU and hour by model, form factor and memory: verified hosts, on demand, overlapping slices counted once, with sample sizes. Use it to choose or budget a GPU; for hosted language models use prices/llm. Costs {price} USD; a call that fails is never charged. Answers within milliseconds from figures at most 10 minutes old, each with its time.',
  input,
  output,
  examples: [
    {
      title: 'One model',
      query: { q: 'RTX 4090' },
      output: {
        ...exampleHead,
        count: 1,
        total: 2,
        gpus: [
          {
            gpu: 'RTX 4090',
            vramGb: 24,
            minUsdPerGpuHour: 0.31,
            medianUsdPerGpuHour: 0.36,
            p25UsdPerGpuHour: 0.335,
            p75UsdPerGpuHour: 0.38,
            machines: 3,
            offers: 4,
            capped: false,
            thin: false,
            ageSeconds: 42,
            observedAt: '2026-11-20T12:00:00.000Z',
            stale: false,
            source: 'vast',
          },
        ],
        ...exampleTail,
      },
    },
    {
      title: 'A name that nothing matches',
      query: { q: 'no-such-gpu' },
      output: { ...exampleHead, count: 0, total: 2, gpus: [], ...exampleTail },
    },
  ],
  sources: ['Vast.ai', 'RunPod'],
  freshness: `Models are read in turn, at most ${REQUESTS_PER_MINUTE} requests a minute: a full rotation of up to ${MAX_MODELS} models takes up to ${ROTATION_MINUTES} minutes, and every row says when it was observed. With a key of the marketplace the medians of all models come in one call every 5 minutes. Nothing older than 10 minutes is sold.`,
  limits: [
    'Verified hosts and on-demand offers only; interruptible and unverified offers are left out.',
    `At most ${MAX_MODELS} models are in rotation, the most asked-for first.`,
    'When Vast.ai has been silent, minimum list prices of RunPod are given, without a median.',
  ],
  handlerCapMs: 2_000,
  warm: keepFresh,
  ready: (core) => {
    requirePrices(core)
  },
  run: (parsed, { core }) => run(core, parsed),
})
