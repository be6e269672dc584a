/** A job as the API shows it. Anyone may see its progress; what went wrong in detail, and its parameters, only the operator. */
import type { JobRow } from '../queue/rows.ts'
import { FINAL_STATES, RETRYABLE_STATES } from '../queue/rows.ts'

export type JobView = {
  id: string
  type: string
  state: JobRow['state']
  trigger: JobRow['trigger']
  attempt: number
  maxAttempts: number | null
  /** Steps that have finished; how many there will be is not known before. */
  stepsDone: number
  counts: Record<string, number>
  /** Last day fully ingested, where the job has one. */
  dataThrough: string | null
  cancelRequested: boolean
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
  /** While queued: not before this. */
  nextAttemptAt: string | null
  error: { code: string; detail?: string } | null
  params?: Record<string, unknown>
  links: { self: string; cancel?: string; retry?: string }
}

/** `maxAttempts` undefined: no job of that type is known any more. */
export function toJobView(job: JobRow, options: { operator: boolean; baseUrl: string; maxAttempts: number | undefined }): JobView {
  const self = `${options.baseUrl}/api/jobs/${job.id}`
  return {
    id: job.id,
    type: job.type,
    state: job.state,
    trigger: job.trigger,
    attempt: job.attempt,
    maxAttempts: options.maxAttempts ?? null,
    stepsDone: job.steps_done ?? 0,
    counts: job.counts,
    dataThrough: job.data_through,
    cancelRequested: job.cancel_requested,
    createdAt: job.created_at.toISOString(),
    startedAt: job.started_at?.toISOString() ?? null,
    finishedAt: job.finished_at?.toISOString() ?? null,
    nextAttemptAt: job.state === 'queued' ? job.next_attempt_at.toISOString() : null,
    error: job.error_code === null ? null : { code: job.error_code, ...(options.operator ? { detail: job.error_detail ?? '' } : {}) },
    ...(options.operator ? { params: job.params } : {}),
    links: {
      self,
      ...(FINAL_STATES.includes(job.state) ? {} : { cancel: `${self}/cancel` }),
      ...(RETRYABLE_STATES.includes(job.state) ? { retry: `${self}/retry` } : {}),
    },
  }
}
