/** The job that keeps the names of well-known tokens: each list is read and stored on its own, and one that fails leaves its last. */
import type { Core } from '../../../core.ts'
import { UpstreamError } from '../../../egress/upstream-types.ts'
import type { JobContext, JobResult } from '../../../steps.ts'
import { nameLists } from './lists.ts'
import { loadNames } from './snapshot.ts'

/** @throws UpstreamError when no list could be read */
export async function refreshNames(core: Core, { step, signal, progress }: JobContext): Promise<JobResult> {
  const counts: Record<string, number> = {}
  const failures: UpstreamError[] = []
  for (const [list, read] of Object.entries(nameLists)) {
    signal.throwIfAborted()
    const result = await step(list, async () => {
      try {
        const names = await read(core, signal)
        const database = await core.database()
        await database.query(
          `insert into token_names (list, names, read_at) values ($1, $2, now())
           on conflict (list) do update set names = excluded.names, read_at = now()`,
          [list, JSON.stringify(names)],
        )
        return { names: names.length, failure: null }
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        return { names: 0, failure: { source: error.source, reason: error.reason, message: error.message } }
      }
    })
    if (result.failure) failures.push(new UpstreamError(result.failure.source, result.failure.reason, result.failure.message))
    else counts[list] = result.names
    progress({ ...counts })
  }
  await loadNames(core)
  const [failure] = failures
  if (failure && failures.length === Object.keys(nameLists).length) throw failure
  return { outcome: failure ? 'partial' : 'succeeded', counts }
}
