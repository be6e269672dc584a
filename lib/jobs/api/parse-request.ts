/** What a caller of the job API may send, checked; every refusal names the parameter and what is allowed. */
import { z } from 'zod'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Call } from '../../http/reply.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { Job } from '../define.ts'
import { JOB_STATES, type JobState } from '../queue/rows.ts'

const MAX_BODY_BYTES = 64 * 1024

const invalid = (param: string, detail: string, extra: Record<string, unknown> = {}): ApiError =>
  new ApiError('invalid_input', detail, { param, extra })

/** The body of `POST /api/jobs`: `{type, params?}`. @throws ApiError `invalid_input` */
export async function parseNewJob(core: Core, call: Call, jobs: Job[]): Promise<{ job: Job; params: Record<string, unknown> }> {
  const example = { type: jobs[0]?.name, params: {} }
  const bytes = await call.body(MAX_BODY_BYTES)
  if (bytes === undefined) throw invalid('body', `The body may have ${MAX_BODY_BYTES} bytes.`)
  let body: unknown
  try {
    body = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw invalid('body', 'The body must be a JSON object with type and, if needed, params.', { example })
  }
  const shape = z.strictObject({ type: z.unknown(), params: z.record(z.string(), z.unknown()).default({}) }).safeParse(body)
  if (!shape.success) {
    const issue = shape.error.issues[0]
    const param = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0]
    throw invalid(String(param ?? 'body'), 'The body must be a JSON object with type and, if needed, params.', { example })
  }
  const types = jobs.map(({ name }) => name)
  const job = jobs.find(({ name }) => name === shape.data.type)
  if (!job) throw invalid('type', `There is no such type of job. Types: ${types.join(', ')}.`, { allowed: types, example })
  const params = job.params.safeParse(shape.data.params)
  if (!params.success) {
    const [issue] = params.error.issues
    const name = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.')
    const allowed = Object.keys(job.params.shape)
    const problem = issue?.code === 'unrecognized_keys' ? 'is not known' : `is wrong: ${issue?.message ?? 'not valid'}`
    throw invalid(
      name ? `params.${name}` : 'params',
      `The parameter ${name ?? ''} ${problem}. ${allowed.length > 0 ? `Parameters of ${job.name}: ${allowed.join(', ')}.` : `${job.name} takes no parameters.`}`,
      { allowed },
    )
  }
  job.check(core, params.data)
  return { job, params: params.data }
}

/** The `Idempotency-Key` header, or undefined. @throws ApiError `invalid_input` */
export function parseIdempotencyKey(call: Call): string | undefined {
  const key = call.header('idempotency-key')
  if (key === undefined) return undefined
  if (!/^[\x21-\x7e]{1,128}$/.test(key))
    throw invalid('Idempotency-Key', 'An Idempotency-Key has 1 to 128 printable ASCII characters without spaces.')
  return `api:${key}`
}

/** True when a job with the same key was asked for with the same words. */
export const sameRequest = (a: { type: string; params: unknown }, b: { type: string; params: unknown }): boolean =>
  a.type === b.type && canonicalJson(a.params) === canonicalJson(b.params)

const LIST_PARAMETERS = ['type', 'state', 'limit', 'cursor']

export type ListQuery = { type: string | undefined; state: JobState | undefined; limit: number; cursor: string | undefined }

/** The query of `GET /api/jobs`. @throws ApiError `invalid_input` */
export function parseListQuery(search: URLSearchParams, types: string[]): ListQuery {
  const values = new Map<string, string>()
  for (const [name, value] of search) {
    if (name.startsWith('_')) continue
    if (!LIST_PARAMETERS.includes(name))
      throw invalid(name.slice(0, 100), `This parameter is not known. Parameters: ${LIST_PARAMETERS.join(', ')}.`, {
        allowed: LIST_PARAMETERS,
      })
    if (values.has(name)) throw invalid(name, 'This parameter may be given once.')
    values.set(name, value)
  }
  const type = values.get('type')
  if (type !== undefined && !types.includes(type))
    throw invalid('type', `Types that can be listed: ${types.join(', ')}.`, { allowed: types })
  const state = values.get('state')
  if (state !== undefined && !(JOB_STATES as readonly string[]).includes(state))
    throw invalid('state', `States: ${JOB_STATES.join(', ')}.`, { allowed: JOB_STATES })
  const limit = values.get('limit') ?? '20'
  if (!/^[1-9]\d{0,2}$/.test(limit) || Number(limit) > 100) throw invalid('limit', 'limit is a whole number from 1 to 100.')
  const cursor = values.get('cursor')
  if (cursor !== undefined && !/^[1-9]\d{0,17}$/.test(cursor)) throw invalid('cursor', 'cursor is the nextCursor of the page before.')
  return { type, state: state as JobState | undefined, limit: Number(limit), cursor }
}
