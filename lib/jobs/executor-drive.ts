/** Drives one run of the built-in executor, call by call; what every call brought is stored before the next. */
import type { Database } from '../db/index.ts'
import { log } from '../log.ts'
import { alert } from './alert.ts'
import { addRun, type ExecutorRun, type RunChange, renewRun, saveRun } from './executor-store.ts'
import { backoffMs } from './failure.ts'
import { type Answer, call, type Outcome, ProtocolError, readAnswer } from './protocol.ts'

/** What the SDK appends to a function's id for its `onFailure`. */
const FAILURE = '-failure'

export type DriveOptions = {
  database: Database
  owner: string
  leaseMs: number
  serveUrl: string
  key: string
  /** Aborts at shutdown: the call is cut off and its step called again by whoever goes on. */
  signal: AbortSignal
  backoffBaseMs: number | undefined
  /** Calls that found no SDK at the other end, by run; kept by the caller over its drives. */
  unreachable: Map<string, number>
  /** Makes one call; tests repeat calls here. */
  makeCall: (run: ExecutorRun, stepId: string, send: () => Promise<Answer>) => Promise<Answer>
}

/**
 * Calls a run's function until it ends, has to wait, or this process stops.
 * @returns milliseconds until its next call, or undefined when there is none to wait for.
 */
export async function driveRun(run: ExecutorRun, options: DriveOptions): Promise<number | undefined> {
  const { database, owner, leaseMs, signal } = options
  const heartbeat = setInterval(() => {
    renewRun(database, run.id, owner, leaseMs).catch((error: unknown) => log.warn({ err: error, run: run.id }, 'lease not renewed'))
  }, leaseMs / 3)
  try {
    for (let current = run; ; ) {
      if (signal.aborted) {
        await saveRun(database, run.id, owner, { waitMs: 0 })
        return undefined
      }
      const next = await advance(current, options)
      if (typeof next !== 'object') return next
      current = next
    }
  } finally {
    clearInterval(heartbeat)
  }
}

async function outcomeOf(run: ExecutorRun, stepId: string, { makeCall, serveUrl, key, signal }: DriveOptions): Promise<Outcome> {
  let answer: Answer
  try {
    answer = await makeCall(run, stepId, () => call(serveUrl, run, stepId, key, signal))
  } catch (error) {
    return { kind: 'unreachable', reason: error instanceof Error ? error.message : String(error) }
  }
  try {
    const outcome = readAnswer(answer)
    // A step that was planned and is no longer there would be called for ever.
    if (outcome.kind === 'progress' && stepId !== 'step' && !(stepId in outcome.steps))
      throw new ProtocolError('The function did not run the step that it had planned.')
    return outcome
  } catch (error) {
    const message = error instanceof ProtocolError ? error.message : 'The SDK sent an answer that cannot be read.'
    log.error({ err: error, run: run.id, function: run.function_id }, 'executor: unknown answer')
    return { kind: 'failed', error: { name: 'ProtocolError', message } }
  }
}

/** One call. @returns the run to go on with, the milliseconds to wait, or undefined when it ended or went elsewhere. */
async function advance(run: ExecutorRun, options: DriveOptions): Promise<ExecutorRun | number | undefined> {
  const { database, owner, signal, unreachable } = options
  const stepId = run.planned.find((id) => !(id in run.steps)) ?? 'step'
  const outcome = await outcomeOf(run, stepId, options)
  const save = (change: RunChange) => saveRun(database, run.id, owner, change)
  const wait = async (waitMs: number, change: RunChange = {}) => ((await save({ ...change, waitMs })) ? waitMs : undefined)

  if (outcome.kind === 'unreachable') {
    if (signal.aborted) return run
    const times = (unreachable.get(run.id) ?? 0) + 1
    unreachable.set(run.id, times)
    const waitMs = Math.min(30_000, 250 * 2 ** Math.min(times, 8))
    log.warn({ run: run.id, function: run.function_id, reason: outcome.reason, waitMs }, 'executor: endpoint not reached')
    return wait(waitMs)
  }
  unreachable.delete(run.id)
  if (outcome.kind === 'progress') {
    const steps = { ...run.steps, ...outcome.steps }
    const change = {
      steps,
      stack: [...run.stack, ...Object.keys(outcome.steps).filter((id) => !run.stack.includes(id))],
      planned: [...new Set([...run.planned, ...outcome.planned])].filter((id) => !(id in steps)),
      attempt: 0,
    }
    if (outcome.waitMs > 0) return wait(outcome.waitMs, change)
    return (await save(change)) ? { ...run, ...change } : undefined
  }
  if (outcome.kind === 'retry' && run.attempt + 1 < run.max_attempts)
    return wait(backoffMs(run.attempt + 1, outcome.retryAfterSeconds, options.backoffBaseMs), { attempt: run.attempt + 1 })
  if (outcome.kind === 'succeeded') await save({ state: 'succeeded', result: outcome.result })
  else await fail(run, outcome.error ?? { name: 'Error', message: 'Unknown error' }, options)
  return undefined
}

/** Ends a run as failed and asks for its function's `onFailure`. */
async function fail(run: ExecutorRun, error: unknown, { database, owner }: DriveOptions): Promise<void> {
  const last = run.function_id.endsWith(FAILURE)
  await database.tx(async (tx) => {
    if (!(await saveRun(tx, run.id, owner, { state: 'failed', error })) || last) return
    const data = { function_id: run.function_id, run_id: run.id, error, event: run.event }
    const event = { id: `${run.id}${FAILURE}`, name: 'inngest/function.failed', ts: Date.now(), data }
    await addRun(tx, { functionId: run.function_id + FAILURE, maxAttempts: 2, event })
  })
  log.error({ run: run.id, function: run.function_id, error }, 'executor run failed')
  const detail = 'The failure of a job could not be recorded.'
  if (last) await alert({ kind: 'job_failed', subject: run.function_id, detail, facts: { run: run.id } })
}
