/**
 * Reconciliation: payments whose outcome is unknown are looked up on the chain until they are settled or provably refused. The job only
 * looks; it never settles on its own, so a buyer who never comes back is not charged for an answer that was not delivered.
 */
import { db } from '../db/index.ts'
import { log } from '../log.ts'
import type { JobContext, JobResult } from '../steps.ts'
import { lookAtChain } from './chain-look/index.ts'
import { type Claim, forgetBodies, listUnknown, takeUnknown } from './claims.ts'
import { recordRefused, recordSettled, recordUnknown } from './ledger.ts'
import { landedSettlement } from './till.ts'

const LEASE_MS = 60_000
const BATCH = 100

/** Looks at every unknown payment once and forgets stored answers past their replay window. */
export async function reconcilePayments({ step, signal, progress }: JobContext): Promise<JobResult> {
  const counts = await step('look-at-chain', async () => {
    const store = await db()
    const found = { settled: 0, refused: 0, unknown: 0 }
    for (const claim of await listUnknown(store, BATCH)) {
      if (signal.aborted) break
      found[await reconcile(claim)] += 1
      progress(found)
    }
    return found
  })
  const forgotten = await step('forget-bodies', async () => forgetBodies(await db()))
  return { outcome: 'succeeded', counts: { ...counts, forgotten } }
}

async function reconcile(claim: Claim): Promise<'settled' | 'refused' | 'unknown'> {
  const store = await db()
  const owner = await takeUnknown(store, claim.payment_key, LEASE_MS)
  if (owner === undefined || !claim.payment) return 'unknown'
  const owned = { key: claim.payment_key, owner }
  const { payload, requirements } = claim.payment
  const look = await lookAtChain({ payload, requirements, claimedAt: new Date(claim.created_at) })
  if (look.kind === 'landed') {
    await recordSettled(store, owned, landedSettlement(look, requirements, claim.payer), null)
    log.info({ paymentKey: claim.payment_key, transaction: look.transaction }, 'an unknown settlement has landed')
    return 'settled'
  }
  if (look.kind === 'refused') {
    await recordRefused(store, owned, look.reason)
    log.info({ paymentKey: claim.payment_key, reason: look.reason }, 'an unknown settlement never landed')
    return 'refused'
  }
  await recordUnknown(store, owned, look.reason, null)
  return 'unknown'
}
