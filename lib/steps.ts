/**
 * A job is written as named steps. Under Inngest a step is `step.run`, on the runner a plain call, by hand the same. Any step may run
 * twice and must still be right; its result travels as JSON (null, not undefined) and is small: write rows, return counts.
 */
export type Step = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

/** What a job's work gets besides its parameters. */
export type JobContext = {
  step: Step
  /** Aborts on cancel and on shutdown; check it between steps, pass it to every request. */
  signal: AbortSignal
  /** Reports counts so far, for `GET /api/jobs/{id}` and the terminal. Cheap; may be called often. */
  progress: (counts: Record<string, number>) => void
}

/** How a job ended; `partial` = one source failed and the others were published. A throw is `failed`. */
export type JobResult = {
  outcome: 'succeeded' | 'partial'
  counts: Record<string, number>
  /** Last day fully ingested, `YYYY-MM-DD`, where that applies. */
  dataThrough?: string | null
}
