/** The rows of the jobs table as the database returns them, parsed at the border. */
import { z } from 'zod'

export const JOB_STATES = ['queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]

/** States that a run never leaves by itself. */
export const FINAL_STATES: readonly JobState[] = ['succeeded', 'partial', 'failed', 'cancelled']
/** Final states from which an operator may ask for another attempt. */
export const RETRYABLE_STATES: readonly JobState[] = ['partial', 'failed', 'cancelled']

const JobRowSchema = z.object({
  id: z.string(),
  /** Order of creation; bigint, hence text. */
  seq: z.string(),
  type: z.string(),
  params: z.record(z.string(), z.unknown()),
  trigger: z.enum(['schedule', 'api', 'event']),
  state: z.enum(JOB_STATES),
  attempt: z.int(),
  counts: z.record(z.string(), z.number()),
  data_through: z.string().nullable(),
  error_code: z.string().nullable(),
  error_detail: z.string().nullable(),
  run_key: z.string().nullable(),
  dispatches: z.int(),
  owner: z.string().nullable(),
  cancel_requested: z.boolean(),
  created_at: z.date(),
  next_attempt_at: z.date(),
  started_at: z.date().nullable(),
  finished_at: z.date().nullable(),
  /** How many steps have finished; only where a query asks for it. */
  steps_done: z.int().optional(),
})

/** One job as stored. */
export type JobRow = z.output<typeof JobRowSchema>

/** @throws ZodError when the row is not as the migrations leave it */
export const toJobRow = (row: unknown): JobRow => JobRowSchema.parse(row)

/** True for the error by which PostgreSQL refuses a duplicate key. */
export const isUniqueViolation = (error: unknown): boolean => error instanceof Error && (error as { code?: unknown }).code === '23505'
