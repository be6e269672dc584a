/**
 * Reconciliation: payments whose outcome is unknown are looked up on the chain until they are settled or provably refused. The job only
 * looks; it never settles on its own, so a buyer who never comes back is not charged for an answer that was not delivered.
 */
import type { Core } from '../../core.ts'
import type { Database } from '../../db/index.ts'
import { log } from '../../log.ts'
import type { JobContext, JobResult } from '../../steps.ts'
import { lookAtChain } from '../chain/index.ts'
import { type Claim, forgetBodies, listUnknown, sweep, takeUnknown } from './claims.ts'
import { type Conclusion, conclude } from './conclude.ts'
import { sweepRuns } from './unpaid-runs.ts'

const LEASE_MS = 60_000
const BATCH = 100

/** Looks at every unknown payment once, forgets stored answers past their replay window, and ends dead claims. */
export async function reconcilePayments(core: Core, { step, signal, progress }: JobContext): Promise<JobResult> {
  const counts = await step('look-at-chain', async () => {
    const books = await core.database()
    const found = { settled: 0, refused: 0, unknown: 0 }
    for (const claim of await listUnknown(books, BATCH)) {
      if (signal.aborted) break
      found[await reconcile(core, books, claim)] += 1
      progress(found)
    }
    return found
  })
  const forgotten = await step('forget-bodies', async () => forgetBodies(await core.database()))
  const swept = await step('sweep', async () => (await sweep(await core.database())) + (await sweepRuns(await core.database())))
  return { outcome: 'succeeded', counts: { ...counts, forgotten, swept } }
}

async function reconcile(core: Core, books: Database, claim: Claim): Promise<Conclusion['kind']> {
  const owner = await takeUnknown(books, claim.payment_key, LEASE_MS)
  if (owner === undefined || !claim.payment) return 'unknown'
  const { payload, requirements } = claim.payment
  const look = await lookAtChain(core, { payload, requirements, ageMs: claim.age_ms })
  const owned = { key: claim.payment_key, owner }
  const concluded = await conclude(books, owned, look, { requirements, payer: claim.payer })
  if (concluded.kind === 'settled')
    log.info({ paymentKey: claim.payment_key, transaction: concluded.settlement.transaction }, 'an unknown settlement has landed')
  if (concluded.kind === 'refused')
    log.info({ paymentKey: claim.payment_key, reason: concluded.reason }, 'an unknown settlement never landed')
  return concluded.kind
}
