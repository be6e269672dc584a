/**
 * The job-queue API, Request in and Response out. The record is the database; nothing here waits for a queue's cloud.
 * POST /api/jobs, GET /api/jobs, GET /api/jobs/{id}, POST /api/jobs/{id}/cancel, POST /api/jobs/{id}/retry.
 */
import { createHash } from 'node:crypto'
import { type Database, db } from '../db/index.ts'
import { env } from '../env.ts'
import { ApiError } from '../errors.ts'
import { requireToken } from '../http/operator.ts'
import { EXPOSED_HEADERS, problem } from '../http/problem.ts'
import { requestIdOf } from '../http/request-id.ts'
import { log } from '../log.ts'
import type { Job } from './define.ts'
import { parseIdempotencyKey, parseListQuery, parseNewJob, sameRequest } from './parse-request.ts'
import { getJob, listJobs, requestCancel, requeue } from './queries.ts'
import { registry } from './registry.ts'
import { type JobRow, RETRYABLE_STATES } from './rows.ts'
import { enqueue } from './store.ts'
import { type JobView, toJobView } from './view.ts'
import { announce } from './wake.ts'

export type JobsApi = {
  database?: Database
  jobs?: Job[]
  /** Tells the driver outside this process (Inngest) of a queued job. A failure is logged: the job stays queued and is told again later. */
  dispatch?: ((job: JobRow) => Promise<void>) | undefined
}

/** What anyone may list: how fresh the tenders are is public, how payments are reconciled is not. */
const isPublic = (type: string) => type === 'ingest-tenders'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const RETRY_AFTER_SECONDS = 2

/** `/api/jobs`: POST asks for a job (operator), GET lists jobs (the public sees ingests). */
export const jobsCollection = (request: Request, api: JobsApi = {}): Promise<Response> =>
  answer(request, { GET: () => list(request, api), POST: () => create(request, api) })

/** `/api/jobs/{id}`: the state of one job. */
export const jobResource = (request: Request, id: string, api: JobsApi = {}): Promise<Response> =>
  answer(request, { GET: () => show(request, id, api) })

/** `/api/jobs/{id}/{action}`: cancel or retry (operator). */
export const jobAction = (request: Request, id: string, action: string, api: JobsApi = {}): Promise<Response> =>
  action === 'cancel' || action === 'retry'
    ? answer(request, { POST: () => act(request, id, action, api) })
    : answer(request, { GET: notFound, POST: notFound })

const notFound = (): Promise<Response> => Promise.reject(new ApiError('not_found', 'There is no such path. A job has /cancel and /retry.'))

type Handlers = Partial<Record<'GET' | 'POST', () => Promise<Response>>>

async function answer(request: Request, handlers: Handlers): Promise<Response> {
  const requestId = requestIdOf(request)
  const allowed = [...(handlers.GET ? ['GET', 'HEAD'] : []), ...(handlers.POST ? ['POST'] : []), 'OPTIONS']
  try {
    if (request.method === 'OPTIONS')
      return new Response(null, {
        status: 204,
        headers: {
          Allow: allowed.join(', '),
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Allow-Methods': allowed.join(', '),
          'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id',
          'Access-Control-Max-Age': '86400',
        },
      })
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const handler = method === 'GET' || method === 'POST' ? handlers[method] : undefined
    if (!handler) throw new ApiError('method_not_allowed', `Use ${allowed.join(', ')}.`, { extra: { allowed } })
    const response = await handler()
    response.headers.set('X-Request-Id', requestId)
    return request.method === 'HEAD' ? new Response(null, { status: response.status, headers: response.headers }) : response
  } catch (error) {
    return problem(error, { requestId, instance: new URL(request.url).pathname })
  }
}

/** The operator, or a member of the public; a token that is not right is refused rather than ignored. */
function isOperator(request: Request): boolean {
  if (!request.headers.has('authorization')) return false
  requireToken(request)
  return true
}

/** JSON with an ETag over what this caller sees; 304 when they have it. */
function json(request: Request, body: unknown, init: { status?: number; headers?: Record<string, string> } = {}): Response {
  const text = JSON.stringify(body)
  const headers = new Headers({
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
    ...init.headers,
  })
  const status = init.status ?? 200
  if (status !== 200) return new Response(text, { status, headers })
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  headers.set('ETag', etag)
  const known = request.headers
    .get('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  return known?.some((tag) => tag === etag || tag === '*') ? new Response(null, { status: 304, headers }) : new Response(text, { headers })
}

const view = (job: JobRow, operator: boolean, jobs: Job[]): JobView =>
  toJobView(job, { operator, baseUrl: env().BASE_URL, maxAttempts: jobs.find(({ name }) => name === job.type)?.attempts })

const accepted = (request: Request, job: JobRow, jobs: Job[]): Response => {
  const body = view(job, true, jobs)
  return json(request, body, {
    status: 202,
    headers: { Location: body.links.self, 'Retry-After': String(RETRY_AFTER_SECONDS), 'Cache-Control': 'no-store' },
  })
}

async function tellDriver(job: JobRow, { dispatch }: JobsApi): Promise<void> {
  announce('enqueued', job.id)
  await dispatch?.(job).catch((error: unknown) => log.error({ err: error, job: job.id }, 'queued job not sent; it will be sent again'))
}

async function create(request: Request, api: JobsApi): Promise<Response> {
  requireToken(request)
  const jobs = api.jobs ?? registry
  const { job, params } = await parseNewJob(request, jobs)
  const idempotencyKey = parseIdempotencyKey(request)
  const database = api.database ?? (await db())
  const { job: row, created } = await enqueue(database, { type: job.name, params, trigger: 'api', idempotencyKey })
  if (!created && !sameRequest(row, { type: job.name, params }))
    throw new ApiError('conflict', 'This Idempotency-Key was used for another job. Use a new one.', { param: 'Idempotency-Key' })
  if (created) await tellDriver(row, api)
  return accepted(request, row, jobs)
}

async function list(request: Request, api: JobsApi): Promise<Response> {
  const jobs = api.jobs ?? registry
  const operator = isOperator(request)
  const types = jobs.map(({ name }) => name).filter((name) => operator || isPublic(name))
  const { type, state, limit, cursor } = parseListQuery(new URL(request.url), types)
  const database = api.database ?? (await db())
  const found = await listJobs(database, { types: type ? [type] : types, state, before: cursor, limit: limit + 1 })
  const page = found.slice(0, limit)
  const nextCursor = found.length > limit ? (page.at(-1)?.seq ?? null) : null
  const next = new URL(`${env().BASE_URL}/api/jobs`)
  for (const [name, value] of Object.entries({ type, state, limit: String(limit), cursor: nextCursor ?? undefined }))
    if (value !== undefined) next.searchParams.set(name, value)
  const headers: Record<string, string> = nextCursor === null ? {} : { Link: `<${next.href}>; rel="next"` }
  return json(request, { jobs: page.map((job) => view(job, operator, jobs)), nextCursor }, { headers })
}

async function find(id: string, database: Database): Promise<JobRow> {
  const job = UUID.test(id) ? await getJob(database, id) : undefined
  if (!job) throw new ApiError('not_found', 'There is no job of this id. Old ones are removed.')
  return job
}

async function show(request: Request, id: string, api: JobsApi): Promise<Response> {
  const operator = isOperator(request)
  const job = await find(id, api.database ?? (await db()))
  const waiting = job.state === 'queued' || job.state === 'running'
  return json(
    request,
    view(job, operator, api.jobs ?? registry),
    waiting ? { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } } : {},
  )
}

async function act(request: Request, id: string, action: 'cancel' | 'retry', api: JobsApi): Promise<Response> {
  requireToken(request)
  const database = api.database ?? (await db())
  const before = await find(id, database)
  const result = action === 'cancel' ? await requestCancel(database, id) : await requeue(database, before.id, RETRYABLE_STATES)
  if (!result) throw new ApiError('not_found', 'There is no job of this id. Old ones are removed.')
  if (!result.changed) {
    const detail =
      action === 'cancel' ? 'It has ended and can no longer be cancelled.' : 'Only a failed, cancelled or partial job can be tried again.'
    throw new ApiError('conflict', `This job is ${result.job.state}. ${detail}`, { extra: { state: result.job.state } })
  }
  if (action === 'cancel') announce('cancelled', id)
  else await tellDriver(result.job, api)
  return accepted(request, result.job, api.jobs ?? registry)
}
