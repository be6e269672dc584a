/** The job `watch-service`: looks for what nobody would notice by itself, and tells the operator. */
import type { Core } from '../core.ts'
import { alert } from '../jobs/alert.ts'
import { log } from '../log.ts'
import { findDrift } from '../payments/books/drift.ts'
import { countOpenSettlements } from '../payments/books/open-settlements.ts'
import { keepToolDays } from '../payments/books/tool-stats.ts'
import type { JobContext, JobResult } from '../steps.ts'
import { sources } from '../tenders/sources/sources.ts'

/** The ingest runs daily; a day and a half means that one was missed. */
const INGEST_STALE_HOURS = 36
/** The day needs these. Another portal may be dead for months: that is told for three days, and stands in status.json from then on. */
const CORE = sources.filter(({ isCore }) => isCore).map(({ prefix }) => prefix)
const OTHERS_TOLD_HOURS = 72
/** Reconciliation settles nearly all of them within minutes, once the payment can no longer land. */
const UNKNOWN_AFTER_MINUTES = 15
const NAMED = 5

/** Alerts when a source of tenders fails or is stale, a settlement stays unknown, or ledger and chain differ. Counts what it found. */
export async function watchService(core: Core, { step }: JobContext): Promise<JobResult> {
  const ingest = await step('tenders', () => watchTenders(core))
  const unknown = await step('settlements', () => watchSettlements(core))
  const drift = await step('ledger', () => watchLedger(core))
  await step('history', async () => keepToolDays(await core.database()))
  return { outcome: drift === null ? 'partial' : 'succeeded', counts: { ingest, unknown, drift: drift ?? 0 } }
}

/** @returns how many sources fail or are stale */
export async function watchTenders(core: Core): Promise<number> {
  const database = await core.database()
  const rows = await database.query<{ source: string; failing: boolean; last_success: Date | null; last_error: string | null }>(
    `select source, failing, last_success, last_error from tender_sources
     where last_attempt is not null and (failing or last_success is null or last_success < now() - make_interval(hours => $1::integer))
       and (source = any($2::text[]) or last_success > now() - make_interval(hours => $3::integer))`,
    [INGEST_STALE_HOURS, CORE, OTHERS_TOLD_HOURS],
  )
  for (const { source, failing, last_success, last_error } of rows)
    await alert(core, {
      kind: failing ? 'ingest_failed' : 'ingest_stale',
      subject: source,
      detail:
        `Tenders of ${source} were last read in full ${last_success ? `at ${last_success.toISOString()}` : 'never'}. ${last_error ?? ''}`.trim(),
    })
  return rows.length
}

/** @returns how many settlements are unknown, young ones included */
export async function watchSettlements(core: Core): Promise<number> {
  const { count, oldestSeconds } = await countOpenSettlements(await core.database())
  if (oldestSeconds > UNKNOWN_AFTER_MINUTES * 60)
    await alert(core, {
      kind: 'settlement_unknown',
      subject: 'payments',
      detail: `${count} settlements are unknown, the oldest for ${Math.round(oldestSeconds / 60)} minutes. See /ops; is SETTLE_*_RPC_URL set and answering?`,
      facts: { count, oldestSeconds },
    })
  return count
}

/** @returns in how many transactions they differ; null when a chain could not be asked */
export async function watchLedger(core: Core): Promise<number | null> {
  let report: Awaited<ReturnType<typeof findDrift>>
  try {
    report = await findDrift(await core.database(), core.env)
  } catch (error) {
    log.warn({ err: error }, 'ledger and chain could not be compared')
    return null
  }
  const { differences } = report
  if (differences.length > 0)
    await alert(core, {
      kind: 'ledger_drift',
      subject: [...new Set(differences.map(({ network }) => network))].join(' '),
      detail: `Ledger and chain differ in ${differences.length} transactions of the last hour.`,
      facts: { differences: differences.slice(0, NAMED) },
    })
  return differences.length
}
