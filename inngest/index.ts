import { ingestTenders } from './ingest-tenders.ts'
import { publishTenders } from './publish-tenders.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { refreshPrices } from './refresh-prices.ts'
import { watchService } from './watch-service.ts'

/** Every function served at /api/inngest. */
export const functions = [ingestTenders, publishTenders, reconcilePayments, refreshPrices, watchService]
