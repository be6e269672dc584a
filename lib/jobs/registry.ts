/** Every job there is. What is heavy to load waits until it first runs. */

import { z } from 'zod'
import { checkIngest, IngestParams, ingest, publish } from '../tenders/daily-ingest.ts'
import { INGEST_SCHEDULE } from '../tenders/ingest/schedule.ts'
import { defineJob, type Job } from './define.ts'

const none = z.strictObject({})

export const registry: Job[] = [
  defineJob({
    name: 'ingest-tenders',
    summary: 'Fetches new notices from every source of tenders and publishes them.',
    params: IngestParams,
    schedule: INGEST_SCHEDULE,
    event: 'tenders/ingest.requested',
    check: checkIngest,
    run: (core, params, context) => ingest(core, params, context),
  }),
  defineJob({
    name: 'publish-tenders',
    summary: 'Publishes what is computed but not yet published, and notes what has closed.',
    params: none,
    schedule: { everyMs: 3_600_000 },
    event: 'tenders/publish.requested',
    run: (core, _, context) => publish(core, context),
  }),
  defineJob({
    name: 'reconcile-payments',
    summary: 'Looks up on the chain what became of payments whose outcome is unknown.',
    params: none,
    schedule: { everyMs: 120_000 },
    event: 'payments/reconcile.requested',
    attempts: 3,
    run: async (core, _, context) => (await import('../payments/books/reconcile.ts')).reconcilePayments(core, context),
  }),
  defineJob({
    name: 'refresh-prices',
    summary: 'Takes the next look at the GPU rental market, so that answers are fresh before anyone asks.',
    params: none,
    // A run takes a minute's share of requests. Inngest knows no shorter interval.
    schedule: { everyMs: 60_000 },
    event: 'prices/refresh.requested',
    // The next look is never far away.
    attempts: 1,
    run: async (core, _, context) => (await import('../tools/prices/gpu/refresh.ts')).refreshGpuPrices(core, context),
  }),
  defineJob({
    name: 'refresh-token-names',
    summary: 'Reads the names of well-known tokens from Jupiter and CoinGecko, against which token risk looks for imitations.',
    params: none,
    schedule: { everyMs: 21_600_000 },
    event: 'tokens/names.requested',
    run: async (core, _, context) => (await import('../tools/risk/names/refresh.ts')).refreshNames(core, context),
  }),
  defineJob({
    name: 'watch-service',
    summary: 'Looks for stale tenders, settlements that stay unknown, and differences between ledger and chain, and raises alerts.',
    params: none,
    schedule: { everyMs: 900_000 },
    event: 'service/watch.requested',
    // The next look is never far away.
    attempts: 1,
    run: async (core, _, context) => (await import('../watch/service.ts')).watchService(core, context),
  }),
]

/** The job of this name, or undefined. */
export const findJob = (name: string, jobs: Job[] = registry): Job | undefined => jobs.find((job) => job.name === name)
