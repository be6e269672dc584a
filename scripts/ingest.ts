/**
 * `npm run ingest -- [--from D] [--to D] [--again]`: fetches tenders of those days (default: what is not yet ingested of the last 120, to
 * yesterday) and publishes them. Asks the running server (BASE_URL, OPERATOR_TOKEN) when one listens, and opens the database itself
 * when none does. Progress on stderr, the result as JSON on stdout. Killed at any moment, the next call goes on where it stopped.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { createCore } from '../lib/core.ts'
import { readEnv } from '../lib/env.ts'
import { ApiError } from '../lib/errors.ts'
import { checkIngest, IngestParams, ingest } from '../lib/tenders/daily-ingest.ts'
import { stopSnapshot } from '../lib/tenders/snapshot/snapshot.ts'
import { askServer } from './steps/ask-server.ts'
import { readOptions } from './steps/options.ts'

const { values } = readOptions(import.meta.url, {
  options: { from: { type: 'string' }, to: { type: 'string' }, again: { type: 'boolean' } },
})
const POLL_MS = 2_000
const core = createCore(readEnv())

const JobView = z.object({
  state: z.enum(['queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled']),
  counts: z.record(z.string(), z.number()),
  dataThrough: z.string().nullable(),
  error: z.object({ code: z.string(), detail: z.string().optional() }).nullable(),
})
type Result = { outcome: string; counts: Record<string, number>; dataThrough?: string | null | undefined; error?: unknown }

let shown = ''
/** One line that is written over on a terminal, and a line for each change elsewhere. */
function showProgress(counts: Record<string, number>): void {
  const line = Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
  if (line === shown) return
  shown = line
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
}

/** The job's result by way of the running server; undefined where none listens. */
async function resultOfServer(params: IngestParams): Promise<Result | undefined> {
  const url = new URL('/api/jobs', core.env.BASE_URL)
  const response = await askServer(core.env, url, JSON.stringify({ type: 'ingest-tenders', params }))
  if (response === undefined) return undefined
  const location = response.headers.get('location')
  if (response.status === 401) throw new Error(`The server at ${url.origin} wants the OPERATOR_TOKEN it was started with.`)
  if (response.status !== 202 || !location)
    throw new Error(`The server at ${url.origin} answered ${response.status}: ${await response.text()}`)
  const job = new URL(new URL(location, url).pathname, url)
  process.stderr.write(`Job ${job.href}\n`)
  for (;;) {
    const answer = await askServer(core.env, job)
    if (answer === undefined) throw new Error(`The server at ${url.origin} has gone; its job goes on when it is back.`)
    if (!answer.ok) throw new Error(`The server at ${url.origin} answered ${answer.status} for the job: ${await answer.text()}`)
    const { state, counts, dataThrough, error } = JobView.parse(await answer.json())
    showProgress(counts)
    if (state !== 'queued' && state !== 'running') return { outcome: state, counts, dataThrough, ...(error ? { error } : {}) }
    await sleep(POLL_MS)
  }
}

/** The same without a server: the steps in this process, each run once. What is finished is in the database. */
function runHere(params: IngestParams): Promise<Result> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(new Error(`Stopped by ${signal}.`)))
  return ingest(core, params, { step: (_name, work) => work(), signal: stop.signal, progress: showProgress })
}

try {
  const params = IngestParams.parse(values)
  checkIngest(core, params)
  const result = (await resultOfServer(params)) ?? (await runHere(params))
  process.stderr.write('\n')
  process.stdout.write(`${JSON.stringify(result)}\n`)
  if (result.outcome === 'failed' || result.outcome === 'cancelled') process.exitCode = 1
} catch (error) {
  const text =
    error instanceof z.ZodError
      ? z.prettifyError(error)
      : error instanceof ApiError || error instanceof Error
        ? error.message
        : String(error)
  process.stderr.write(`\n${text}\n`)
  process.exitCode = 1
} finally {
  await stopSnapshot(core)
  await core.closeDatabase()
}
