import type { Env } from '../../core.ts'
import { nextIngest } from '../ingest/schedule.ts'
import { openAt } from '../search/trade-index.ts'
import { feedStatus, type Snapshot } from '../snapshot/snapshot.ts'
import { sources } from '../sources/sources.ts'
import { toLondon } from '../words/london.ts'

const moment = (date: Date | null): string | null => (date === null ? null : toLondon(date.getTime()))

/** The payload of status.json at `now`; `undefined` snapshot: nothing was ever read, and counts are null. */
export function toStatusDocument(env: Pick<Env, 'JOBS_DRIVER'>, snapshot: Snapshot | undefined, now: number) {
  const status = snapshot && feedStatus(snapshot, now)
  const driver = env.JOBS_DRIVER
  return {
    stale: status?.stale ?? true,
    data_through: status?.data_through ?? null,
    published_at: snapshot ? toLondon(snapshot.publishedAt) : null,
    data_version: snapshot?.version ?? null,
    database: snapshot === undefined ? 'nothing read' : snapshot.cutOff ? 'unreachable' : 'reachable',
    driver,
    next_run: driver === 'off' ? null : toLondon(nextIngest(now)),
    sources: sources.map(({ prefix, name }) => {
      const row = snapshot?.stored.find(({ source }) => source === prefix)?.row
      const facts = status?.sources.find((source) => source.name === name)
      return {
        name,
        data_through: facts?.data_through ?? null,
        stale: facts?.stale ?? true,
        last_run: moment(row?.last_attempt ?? null),
        last_success: moment(row?.last_success ?? null),
        error: row?.last_error ?? null,
        failed_windows: row?.failed_windows ?? null,
        missing_numbers: row?.missing_numbers ?? null,
        releases: row?.releases ?? null,
        reported_releases: row?.reported_releases ?? null,
        notices_without_deadline: row?.without_deadline ?? null,
        notices_without_title: row?.without_title ?? null,
        skipped_values: row?.skipped_values ?? null,
      }
    }),
    totals: {
      open: snapshot ? openAt(snapshot.index, now).open : null,
      waiting_twins: snapshot?.index.waiting.length ?? null,
    },
  }
}
