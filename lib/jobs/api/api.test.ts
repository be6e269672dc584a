import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { memoryDatabase } from '../../../tests/support/database.ts'
import { webOf } from '../../../tests/support/endpoint.ts'
import type { Database } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import { createRouter } from '../../http/router.ts'
import { defineJob } from '../define.ts'
import { enqueue } from '../queue/store.ts'
import { coreOver, done } from '../test-support.ts'

const TOKEN = 'operator-secret-of-tests'
const BASE = 'http://localhost:3000'

import { jobRows } from './api.ts'

const base = { summary: 'Test.', schedule: null, event: 'test/requested', run: async () => done() } as const
const jobs = [
  defineJob({
    ...base,
    name: 'ingest-tenders',
    params: z.strictObject({ from: z.iso.date().optional(), to: z.iso.date().optional() }),
    check: (_core, { from }) => {
      if (from === '9999-01-01') throw new ApiError('invalid_input', 'Too far ahead.', { param: 'params.from' })
    },
  }),
  defineJob({ ...base, name: 'refresh-prices', params: z.strictObject({}) }),
]

let database: Database
beforeAll(async () => {
  database = await memoryDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.query('truncate jobs, job_steps, job_schedules')
})

const operator = { authorization: `Bearer ${TOKEN}` }
const send = (
  method: string,
  path: string,
  { headers = {}, body, dispatch }: { headers?: Record<string, string>; body?: unknown; dispatch?: () => Promise<void> } = {},
) => {
  const request = new Request(`${BASE}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const api = { jobs, dispatch }
  const found = createRouter(jobRows(api))(path.replace(/\?.*/, ''))
  if (!found) throw new Error(`no row answers ${path}`)
  return webOf(found.row.answer, coreOver(database, { BASE_URL: BASE, OPERATOR_TOKEN: TOKEN }), found.params)(request)
}
const post = (body: unknown, headers: Record<string, string> = {}) =>
  send('POST', '/api/jobs', { headers: { ...operator, ...headers }, body })
const stored = async () => Number((await database.query<{ count: string }>('select count(*) from jobs'))[0]?.count)
const setState = (id: string, state: string) =>
  database.query(
    `update jobs set state = $2, owner = 'x', lease_until = now() + interval '1 minute', error_code = 'upstream_failed', error_detail = 'host 10.0.0.1 refused' where id = $1`,
    [id, state],
  )

describe('POST /api/jobs', () => {
  test('202 with where to look and when', async () => {
    const response = await post({ type: 'ingest-tenders', params: { from: '2026-11-01' } })
    expect(response.status).toBe(202)
    const body = await response.json()
    expect(body).toMatchObject({ type: 'ingest-tenders', state: 'queued', attempt: 0, params: { from: '2026-11-01' }, error: null })
    expect(response.headers.get('location')).toBe(`${BASE}/api/jobs/${body.id}`)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await send('GET', `/api/jobs/${body.id}`)).status).toBe(200)
  })

  test.each([
    ['no token', {}],
    ['a wrong token', { authorization: 'Bearer wrong' }],
  ])('%s: 401, before the body is looked at, and nothing stored', async (_, headers) => {
    const response = await send('POST', '/api/jobs', { headers, body: 'not json' })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(await response.json()).toMatchObject({ code: 'unauthorized', charged: false })
    expect(await stored()).toBe(0)
  })

  test.each([
    ['not JSON', '{', 'body'],
    ['an array', [], 'body'],
    ['no body', '', 'body'],
    ['an unknown member', { type: 'ingest-tenders', when: 'now' }, 'when'],
    ['no type', {}, 'type'],
    ['an unknown type', { type: 'mine-bitcoin' }, 'type'],
    ['a name every object has', { type: 'constructor' }, 'type'],
    ['a type that is no text', { type: ['ingest-tenders'] }, 'type'],
    ['params that are no object', { type: 'ingest-tenders', params: 'x' }, 'params'],
    ['an unknown parameter', { type: 'ingest-tenders', params: { form: '2026-11-01' } }, 'params.form'],
    ['a parameter of the wrong form', { type: 'ingest-tenders', params: { from: 'yesterday' } }, 'params.from'],
    ['a parameter where there is none', { type: 'refresh-prices', params: { a: 1 } }, 'params.a'],
    ['a parameter that the job would fail on', { type: 'ingest-tenders', params: { from: '9999-01-01' } }, 'params.from'],
    ['too much', JSON.stringify({ type: 'ingest-tenders', params: { from: 'x'.repeat(70_000) } }), 'body'],
  ])('%s: 400 that names it, and nothing stored', async (_, body, param) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_input', param })
    expect(await stored()).toBe(0)
  })

  test('an unknown type is answered with the types there are', async () => {
    expect(await (await post({ type: 'x' })).json()).toMatchObject({ allowed: ['ingest-tenders', 'refresh-prices'] })
  })

  test('the same Idempotency-Key is the same job, also when sent many times at once; for another job it is a 409', async () => {
    const key = { 'idempotency-key': 'once-2026-11-20' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post({ type: 'ingest-tenders', params: { from: '2026-11-01', to: '2026-11-02' } }, key)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1)
    const reordered = await post({ type: 'ingest-tenders', params: { to: '2026-11-02', from: '2026-11-01' } }, key)
    expect(reordered.headers.get('location')).toBe(answers[0]?.headers.get('location'))
    expect(await stored()).toBe(1)
    expect((await post({ type: 'refresh-prices' }, key)).status).toBe(409)
    expect((await post({ type: 'refresh-prices' }, { 'idempotency-key': 'a b' })).status).toBe(400)
  })

  test('a queue that cannot be reached loses nothing: the job is accepted and stays queued', async () => {
    const dispatch = vi.fn(() => Promise.reject(new Error('no route to host')))
    const response = await send('POST', '/api/jobs', { headers: operator, body: { type: 'refresh-prices' }, dispatch })
    expect(response.status).toBe(202)
    expect(dispatch).toHaveBeenCalledTimes(1)
    expect(await stored()).toBe(1)
  })
})

describe('GET /api/jobs/{id}', () => {
  const make = async (type = 'ingest-tenders') => (await enqueue(database, { type, params: {}, trigger: 'api' })).job.id

  test('anyone sees the state and the error code; its detail and the parameters only the operator', async () => {
    const id = await make()
    await setState(id, 'failed')
    const seen = await (await send('GET', `/api/jobs/${id}`)).json()
    expect(seen).toMatchObject({ state: 'failed', error: { code: 'upstream_failed' }, links: { retry: `${BASE}/api/jobs/${id}/retry` } })
    expect(JSON.stringify(seen)).not.toMatch(/10\.0\.0\.1|params|owner/)
    expect(await (await send('GET', `/api/jobs/${id}`, { headers: operator })).json()).toMatchObject({
      error: { detail: 'host 10.0.0.1 refused' },
      params: {},
    })
    expect((await send('GET', `/api/jobs/${id}`, { headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
  })

  test('an ETag per view: 304 while nothing changed, 200 after', async () => {
    const id = await make()
    const first = await send('GET', `/api/jobs/${id}`)
    const etag = first.headers.get('etag') ?? ''
    const again = await send('GET', `/api/jobs/${id}`, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect((await send('GET', `/api/jobs/${id}`, { headers: { ...operator, 'if-none-match': etag } })).status).toBe(200)
    await setState(id, 'running')
    expect((await send('GET', `/api/jobs/${id}`, { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  test.each(['00000000-0000-4000-8000-000000000000', 'x', "1'%20or%201=1", '%2e%2e'])('%s: 404', async (id) => {
    const response = await send('GET', `/api/jobs/${id}`)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toMatch(/problem\+json/)
  })

  test('HEAD has the headers of GET and no body', async () => {
    const id = await make()
    const [get, head] = [await send('GET', `/api/jobs/${id}`), await send('HEAD', `/api/jobs/${id}`)]
    expect(head.status).toBe(200)
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'))
    expect(await head.text()).toBe('')
  })
})

describe('GET /api/jobs', () => {
  test('the public sees ingests only, the operator everything', async () => {
    for (const type of ['ingest-tenders', 'refresh-prices', 'ingest-tenders'])
      await enqueue(database, { type, params: {}, trigger: 'schedule' })
    const types = async (headers = {}) =>
      ((await (await send('GET', '/api/jobs', { headers })).json()) as { jobs: { type: string }[] }).jobs.map(({ type }) => type)
    expect(await types()).toEqual(['ingest-tenders', 'ingest-tenders'])
    expect(await types(operator)).toEqual(['ingest-tenders', 'refresh-prices', 'ingest-tenders'])
    expect((await send('GET', '/api/jobs?type=refresh-prices')).status).toBe(400)
    expect((await send('GET', '/api/jobs?type=refresh-prices', { headers: operator })).status).toBe(200)
  })

  test('pages by key: every job once, also when new ones arrive meanwhile', async () => {
    const ids = new Set<string>()
    for (let i = 0; i < 7; i += 1) ids.add((await enqueue(database, { type: 'ingest-tenders', params: {}, trigger: 'api' })).job.id)
    const seen: string[] = []
    for (let path: string | null = '/api/jobs?limit=3'; path; ) {
      const response = await send('GET', path, { headers: operator })
      const page = (await response.json()) as { jobs: { id: string }[]; nextCursor: string | null }
      seen.push(...page.jobs.map(({ id }) => id))
      await enqueue(database, { type: 'ingest-tenders', params: {}, trigger: 'api' })
      const link = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      expect(link === undefined).toBe(page.nextCursor === null)
      path = link ? link.slice(BASE.length) : null
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen)).toEqual(ids)
  })

  test('filters by state', async () => {
    const { job } = await enqueue(database, { type: 'ingest-tenders', params: {}, trigger: 'api' })
    await enqueue(database, { type: 'ingest-tenders', params: {}, trigger: 'api' })
    await setState(job.id, 'failed')
    expect(await (await send('GET', '/api/jobs?state=failed')).json()).toMatchObject({ jobs: [{ id: job.id }], nextCursor: null })
  })

  test.each([
    ['state=done', 'state'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=01', 'limit'],
    ['limit=5&limit=6', 'limit'],
    ['cursor=-1', 'cursor'],
    ['cursor=99999999999999999999', 'cursor'],
    ['sort=asc', 'sort'],
  ])('%s: 400 that names %s', async (query, param) => {
    const response = await send('GET', `/api/jobs?${query}`, { headers: operator })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ param })
  })
})

describe('cancel and retry', () => {
  const make = async () => (await enqueue(database, { type: 'ingest-tenders', params: {}, trigger: 'api' })).job.id
  const act = (id: string, action: string, headers: Record<string, string> = operator) =>
    send('POST', `/api/jobs/${id}/${action}`, { headers })

  test('cancel a queued job, then it is final: 409; retry brings it back', async () => {
    const id = await make()
    const cancelled = await act(id, 'cancel')
    expect(cancelled.status).toBe(202)
    expect(await cancelled.json()).toMatchObject({ state: 'cancelled' })
    const again = await act(id, 'cancel')
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({ code: 'conflict', state: 'cancelled' })
    expect(await (await act(id, 'retry')).json()).toMatchObject({ state: 'queued', attempt: 0 })
  })

  test('cancel a running job: accepted, and said so until its process hears of it', async () => {
    const id = await make()
    await setState(id, 'running')
    expect(await (await act(id, 'cancel')).json()).toMatchObject({ state: 'running', cancelRequested: true })
  })

  test.each(['queued', 'running', 'succeeded'])('retry of a %s job: 409', async (state) => {
    const id = await make()
    await setState(id, state)
    expect((await act(id, 'retry')).status).toBe(409)
  })

  test('without a token 401, unknown job 404, unknown action 404', async () => {
    const id = await make()
    expect((await act(id, 'cancel', {})).status).toBe(401)
    expect((await act('00000000-0000-4000-8000-000000000000', 'retry')).status).toBe(404)
    expect((await act(id, 'explode')).status).toBe(404)
  })
})

test.each([
  ['DELETE', '/api/jobs', 'GET, HEAD, POST, OPTIONS'],
  ['PUT', '/api/jobs/x', 'GET, HEAD, OPTIONS'],
  ['GET', '/api/jobs/x/cancel', 'POST, OPTIONS'],
])('%s %s: 405 with Allow: %s', async (method, path, allow) => {
  const response = await send(method, path)
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe(allow)
  const options = await send('OPTIONS', path)
  expect(options.status).toBe(204)
  expect(options.headers.get('allow')).toBe(allow)
})
