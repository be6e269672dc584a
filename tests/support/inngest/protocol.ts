/**
 * Inngest's call protocol as far as the stand-in of its service speaks it: one signed POST per step, and what its answer means.
 * Anything it does not know is an error, never a guess.
 */
import { Agent, request as httpRequest } from 'undici'
import { z } from 'zod'
import { canonicalJson } from '../../../lib/jobs/canonical-json.ts'
import { sign } from './sign.ts'

export type SentEvent = { id?: string | undefined; name: string; data?: Record<string, unknown> }

export type Run = {
  id: string
  functionId: string
  event: SentEvent & { id: string; data: Record<string, unknown>; ts: number }
  steps: Record<string, unknown>
  stack: string[]
  planned: string[]
  attempt: number
  maxAttempts: number
  state: 'running' | 'succeeded' | 'failed'
  result?: unknown
  error?: unknown
  /** Before its next call, as the other side asked; 0 = none. */
  waitMs: number
}

/** What an answer asks for next. */
export type Outcome =
  /** Steps that finished (or failed for good, or sleep), steps found side by side, and how long to wait before the next call. */
  | { kind: 'progress'; steps: Record<string, unknown>; planned: string[]; waitMs: number }
  | { kind: 'retry'; error: unknown; retryAfterSeconds: number | undefined }
  | { kind: 'succeeded'; result: unknown }
  | { kind: 'failed'; error: unknown }
  /** The endpoint did not answer as the SDK does (starting, restarting, wrong key): try again, it is nobody's attempt. */
  | { kind: 'unreachable'; reason: string }

export class ProtocolError extends Error {
  override name = 'ProtocolError'
}

const Operations = z.union([z.array(z.unknown()), z.looseObject({ op: z.string() }).transform((operation) => [operation as unknown])]).pipe(
  z
    .array(
      z.looseObject({
        id: z.string().min(1),
        op: z.string(),
        name: z.string().nullish(),
        data: z.unknown().optional(),
        error: z.unknown().optional(),
      }),
    )
    .min(1),
)

const UNITS = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 } as const

/** Milliseconds of a sleep: a duration such as `1h30m`, or a date to sleep until. @throws ProtocolError */
export function sleepMs(name: string, now = Date.now()): number {
  if (/^(\d+[wdhms])+$/.test(name))
    return [...name.matchAll(/(\d+)([wdhms])/g)].reduce(
      (sum, [, count, unit]) => sum + Number(count) * UNITS[unit as keyof typeof UNITS],
      0,
    )
  const until = /^\d{4}-\d\d-\d\dT/.test(name) ? Date.parse(name) : Number.NaN
  if (Number.isNaN(until)) throw new ProtocolError(`Cannot read how long to sleep: ${name.slice(0, 100)}`)
  return Math.max(0, until - now)
}

/** Seconds of a `retry-after` header: a number or a date. */
function retryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1_000)
}

/** The body of a call: the run so far. `fn_id` is left out of `ctx`, so the SDK answers after one step. */
const toCallBody = ({ id, event, steps, stack, attempt, maxAttempts }: Run) => ({
  version: 2,
  event,
  events: [event],
  steps,
  ctx: {
    run_id: id,
    attempt,
    max_attempts: maxAttempts,
    use_api: false,
    disable_immediate_execution: false,
    stack: { stack, current: Math.max(0, stack.length - 1) },
  },
})

export type Answer = { status: number; headers: Record<string, string | undefined>; body: string }

/** Reads an answer of the SDK. @throws ProtocolError for an operation or a status that it does not know. */
export function readAnswer({ status, headers, body }: Answer): Outcome {
  // Only the SDK sets this one; a proxy's 500 or a server that is starting says nothing about the run.
  if (headers['x-inngest-sdk'] === undefined) return { kind: 'unreachable', reason: `status ${status}` }
  const retryAfterSeconds = retryAfter(headers['retry-after'])
  const parsed: unknown = body === '' ? null : JSON.parse(body)
  if (status === 200) return { kind: 'succeeded', result: parsed }
  if (status === 400 || (status === 500 && headers['x-inngest-no-retry'] === 'true')) return { kind: 'failed', error: parsed }
  if (status === 500) return { kind: 'retry', error: parsed, retryAfterSeconds }
  if (status !== 206) throw new ProtocolError(`The SDK answered with status ${status}.`)

  const outcome = { kind: 'progress' as const, steps: {} as Record<string, unknown>, planned: [] as string[], waitMs: 0 }
  for (const { op, id, name, data, error } of Operations.parse(parsed)) {
    if (op === 'StepRun' || op === 'Step') outcome.steps[id] = { type: 'data', data: data ?? null }
    else if (op === 'StepFailed')
      outcome.steps[id] = { type: 'error', error: error ?? data ?? { name: 'Error', message: 'The step failed.' } }
    else if (op === 'StepPlanned') outcome.planned.push(id)
    else if (op === 'Sleep') {
      outcome.steps[id] = { type: 'data', data: null }
      outcome.waitMs = Math.max(outcome.waitMs, sleepMs(name ?? ''))
    } else if (op === 'StepError') return { kind: 'retry', error, retryAfterSeconds }
    else if (op === 'RunComplete') return { kind: 'succeeded', result: data ?? null }
    else throw new ProtocolError(`The stand-in does not know the operation ${op.slice(0, 50)}.`)
  }
  return outcome
}

/** A step may take as long as it needs: no time limit on the answer but the caller's signal. */
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connectTimeout: 5_000 })

/** Makes one call. `stepId` is `step`, or one of the planned ids. */
export async function call(serveUrl: string, run: Run, stepId: string, key: string, signal: AbortSignal): Promise<Answer> {
  const url = new URL(serveUrl)
  url.searchParams.set('fnId', run.functionId)
  url.searchParams.set('stepId', stepId)
  const body = toCallBody(run)
  const response = await httpRequest(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-inngest-signature': sign(body, key),
      'x-inngest-run-id': run.id,
      'x-inngest-server-kind': 'cloud',
    },
    body: canonicalJson(body),
    dispatcher: agent,
    signal,
  })
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value[0] : value]),
  )
  return { status: response.statusCode, headers, body: await response.body.text() }
}
