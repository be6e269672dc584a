/**
 * The job-queue API. The record is the database; nothing here waits for a queue's cloud.
 * POST /api/jobs, GET /api/jobs, GET /api/jobs/{id}, POST /api/jobs/{id}/cancel, POST /api/jobs/{id}/retry.
 */
import type { Core } from '../../core.ts'
import type { Database } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import { endpoint, type Manners, text } from '../../http/endpoint.ts'
import { costOfOperator, requireToken } from '../../http/operator.ts'
import { EXPOSED_HEADERS } from '../../http/problem.ts'
import { type Call, type Reply, searchOf } from '../../http/reply.ts'
import type { Row } from '../../http/router.ts'
import { log } from '../../log.ts'
import type { Job } from '../define.ts'
import { getJob, listJobs, requestCancel, requeue } from '../queue/queries.ts'
import { type JobRow, RETRYABLE_STATES } from '../queue/rows.ts'
import { enqueue } from '../queue/store.ts'
import { announce } from '../queue/wake.ts'
import { registry } from '../registry.ts'
import { parseIdempotencyKey, parseListQuery, parseNewJob, sameRequest } from './parse-request.ts'
import { type JobView, toJobView } from './view.ts'

export type JobsApi = {
  jobs?: Job[]
  /** Tells the driver outside this process (Inngest) of a queued job. A failure is logged: the job stays queued and is told again later. */
  dispatch?: ((core: Core, job: JobRow) => Promise<void>) | undefined
}

/** What anyone may list: how fresh the tenders are is public, how payments are reconciled is not. */
const isPublic = (type: string) => type === 'ingest-tenders'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const RETRY_AFTER_SECONDS = 2

const MANNERS: Manners = {
  cors: { allow: 'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id', expose: EXPOSED_HEADERS },
  headers: { Vary: 'Authorization' },
  cache: 'private, no-cache',
  instance: true,
  cost: costOfOperator,
}

const isAction = (name: string | undefined): name is 'cancel' | 'retry' => name === 'cancel' || name === 'retry'

/** The job API, path by path. */
export const jobRows = (api: JobsApi = {}): Row[] => [
  {
    path: '/api/jobs',
    answer: endpoint({ ...MANNERS, GET: (core, call) => list(core, call, api), POST: (core, call) => create(core, call, api) }),
  },
  { path: '/api/jobs/:id', answer: endpoint({ ...MANNERS, GET: (core, call, { params }) => show(core, call, params.id ?? '', api) }) },
  {
    path: '/api/jobs/:id/:action',
    answer: endpoint({
      ...MANNERS,
      exists: (_core, _call, { params }) => {
        if (!isAction(params.action)) throw new ApiError('not_found', 'There is no such path. A job has /cancel and /retry.')
      },
      POST: (core, call, { params }) => act(core, call, params.id ?? '', params.action === 'cancel' ? 'cancel' : 'retry', api),
    }),
  },
]

/** The operator, or a member of the public; a token that is not right is refused rather than ignored. */
function isOperator(core: Core, call: Call): boolean {
  if (call.header('authorization') === undefined) return false
  requireToken(core, call)
  return true
}

const json = (body: unknown, headers: Record<string, string> = {}): Reply =>
  text('application/json; charset=utf-8', JSON.stringify(body), headers)

const view = (core: Core, job: JobRow, operator: boolean, jobs: Job[]): JobView =>
  toJobView(job, { operator, baseUrl: core.env.BASE_URL, maxAttempts: jobs.find(({ name }) => name === job.type)?.attempts })

const accepted = (core: Core, job: JobRow, jobs: Job[]): Reply => {
  const body = view(core, job, true, jobs)
  const headers = { Location: body.links.self, 'Retry-After': String(RETRY_AFTER_SECONDS), 'Cache-Control': 'no-store' }
  return { ...json(body, headers), status: 202 }
}

async function tellDriver(core: Core, job: JobRow, { dispatch }: JobsApi): Promise<void> {
  announce(core, 'enqueued', job.id)
  await dispatch?.(core, job).catch((error: unknown) =>
    log.error({ err: error, job: job.id }, 'queued job not sent; it will be sent again'),
  )
}

async function create(core: Core, call: Call, api: JobsApi): Promise<Reply> {
  requireToken(core, call)
  const jobs = api.jobs ?? registry
  const { job, params } = await parseNewJob(core, call, jobs)
  const idempotencyKey = parseIdempotencyKey(call)
  const database = await core.database()
  const { job: row, created } = await enqueue(database, { type: job.name, params, trigger: 'api', idempotencyKey })
  if (!created && !sameRequest(row, { type: job.name, params }))
    throw new ApiError('conflict', 'This Idempotency-Key was used for another job. Use a new one.', { param: 'Idempotency-Key' })
  if (created) await tellDriver(core, row, api)
  return accepted(core, row, jobs)
}

async function list(core: Core, call: Call, api: JobsApi): Promise<Reply> {
  const jobs = api.jobs ?? registry
  const operator = isOperator(core, call)
  const types = jobs.map(({ name }) => name).filter((name) => operator || isPublic(name))
  const { type, state, limit, cursor } = parseListQuery(searchOf(call), types)
  const database = await core.database()
  const found = await listJobs(database, { types: type ? [type] : types, state, before: cursor, limit: limit + 1 })
  const page = found.slice(0, limit)
  const nextCursor = found.length > limit ? (page.at(-1)?.seq ?? null) : null
  const next = new URL(`${core.env.BASE_URL}/api/jobs`)
  for (const [name, value] of Object.entries({ type, state, limit: String(limit), cursor: nextCursor ?? undefined }))
    if (value !== undefined) next.searchParams.set(name, value)
  const headers: Record<string, string> = nextCursor === null ? {} : { Link: `<${next.href}>; rel="next"` }
  return json({ jobs: page.map((job) => view(core, job, operator, jobs)), nextCursor }, headers)
}

async function find(id: string, database: Database): Promise<JobRow> {
  const job = UUID.test(id) ? await getJob(database, id) : undefined
  if (!job) throw new ApiError('not_found', 'There is no job of this id. Old ones are removed.')
  return job
}

async function show(core: Core, call: Call, id: string, api: JobsApi): Promise<Reply> {
  const operator = isOperator(core, call)
  const job = await find(id, await core.database())
  const waiting = job.state === 'queued' || job.state === 'running'
  return json(view(core, job, operator, api.jobs ?? registry), waiting ? { 'Retry-After': String(RETRY_AFTER_SECONDS) } : {})
}

async function act(core: Core, call: Call, id: string, action: 'cancel' | 'retry', api: JobsApi): Promise<Reply> {
  requireToken(core, call)
  const database = await core.database()
  const before = await find(id, database)
  const result = action === 'cancel' ? await requestCancel(database, id) : await requeue(database, before.id, RETRYABLE_STATES)
  if (!result) throw new ApiError('not_found', 'There is no job of this id. Old ones are removed.')
  if (!result.changed) {
    const detail =
      action === 'cancel' ? 'It has ended and can no longer be cancelled.' : 'Only a failed, cancelled or partial job can be tried again.'
    throw new ApiError('conflict', `This job is ${result.job.state}. ${detail}`, { extra: { state: result.job.state } })
  }
  if (action === 'cancel') announce(core, 'cancelled', id)
  else await tellDriver(core, result.job, api)
  return accepted(core, result.job, api.jobs ?? registry)
}
