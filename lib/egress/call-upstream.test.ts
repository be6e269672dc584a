import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { testCore } from '../../tests/support/core.ts'
import type { Core } from '../core.ts'
import { breakerOpen, breakerStates, requireSources } from './breaker.ts'
import { callUpstream, parseRetryAfter, UpstreamError } from './call-upstream.ts'

let core: Core

let server: Server | undefined
let answers: RequestListener[] = []
let seen = 0
let headers: Record<string, unknown> = {}

const listen = async (): Promise<string> => {
  server = createServer((request, response) => {
    const answer = answers[Math.min(seen, answers.length - 1)]
    seen++
    headers = request.headers
    answer?.(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const send =
  (status: number, body: string, extra: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...extra }).end(body)

const Body = z.object({ value: z.number() })

const call = async (given: RequestListener[], options: Partial<Parameters<typeof callUpstream<typeof Body>>[0]> = {}) => {
  answers = given
  const url = server?.listening ? `http://127.0.0.1:${(server.address() as AddressInfo).port}/` : await listen()
  return callUpstream({ core, source: 'test', url, schema: Body, timeoutMs: 250_000, signal: new AbortController().signal, ...options })
}

const failure = async (work: Promise<unknown>): Promise<UpstreamError> => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(UpstreamError)
  return error as UpstreamError
}

beforeEach(() => {
  core = testCore()
  seen = 0
})

afterEach(async () => {
  vi.useRealTimers()
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

test('keeps what the schema names, drops the rest, and says who asks', async () => {
  expect(await call([send(200, '{"value":1,"other":2}')])).toEqual({ value: 1 })
  expect(headers['user-agent']).toMatch(/^paid-agent-tools\/1\.0 \(\+http/)
  expect(headers.accept).toBe('application/json')
})

test.each([
  ['a page', send(200, '<html>', { 'content-type': 'text/html' }), 'bad_body'],
  ['text', send(200, 'API requests too frequent'), 'bad_body'],
  ['nothing', send(200, ''), 'bad_body'],
  ['a cut body', send(200, '{"value":'), 'bad_body'],
  ['another shape', send(200, '{"value":"1"}'), 'bad_body'],
  ['null', send(200, 'null'), 'bad_body'],
  ['a redirect', send(302, '', { location: 'http://127.0.0.1:1/' }), 'http_error'],
  ['400', send(400, '{}'), 'http_error'],
  ['404', send(404, '{}'), 'not_found'],
  ['429', send(429, 'slow down', { 'retry-after': '7' }), 'rate_limited'],
  ['500', send(500, '{}'), 'http_error'],
] as const)('%s is a failure with a reason, asked once', async (_name, answer, reason) => {
  const error = await failure(call([answer]))
  expect(error.reason).toBe(reason)
  expect(seen).toBe(1)
})

test.each([502, 503, 504])('%i is tried once more', async (status) => {
  expect(await call([send(status, ''), send(200, '{"value":2}')])).toEqual({ value: 2 })
  expect(seen).toBe(2)
})

test('a dropped connection is tried once more, and only once', async () => {
  const drop: RequestListener = (_request, response) => response.destroy()
  expect(await call([drop, send(200, '{"value":3}')])).toEqual({ value: 3 })
  const error = await failure(call([drop]))
  expect(error.reason).toBe('http_error')
  expect(seen).toBe(4)
})

test('no second try when the time is nearly over, or when the source names a pause', async () => {
  const late: RequestListener = (request, response) => void setTimeout(() => send(503, '')(request, response), 900)
  await failure(call([late], { timeoutMs: 1_000 }))
  expect(seen).toBe(1)
  await failure(call([send(503, '', { 'retry-after': '30' })]))
  expect(seen).toBe(2)
})

test('a slow source is a timeout, and so is a slow body', async () => {
  expect((await failure(call([() => undefined], { timeoutMs: 50 }))).reason).toBe('timeout')
  const drip: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{')
  }
  expect((await failure(call([drip], { timeoutMs: 50 }))).reason).toBe('timeout')
})

test('a body over the cap is refused', async () => {
  const error = await failure(call([send(200, `{"value":1,"pad":"${'x'.repeat(5_000)}"}`)], { maxBytes: 1_000 }))
  expect(error.reason).toBe('bad_body')
})

test('a failure inside a 200 is found before the schema sees it, and opens the breaker at once', async () => {
  const inspect = () => {
    throw new UpstreamError('test', 'rate_limited', '4029', { retryAfterSeconds: 30 })
  }
  expect((await failure(call([send(200, '{"code":4029}')], { inspect }))).reason).toBe('rate_limited')
  expect(breakerOpen(core, 'test')).toBe(30)
  expect((await failure(call([send(200, '{"value":1}')]))).reason).toBe('disabled')
  expect(seen).toBe(1)
})

test('a caller who gives up says nothing about the source', async () => {
  for (let round = 0; round < 6; round++) {
    const controller = new AbortController()
    const pending = failure(call([() => controller.abort()], { signal: controller.signal }))
    expect((await pending).reason).toBe('timeout')
  }
  expect(breakerOpen(core, 'test')).toBeUndefined()
})

test('a caller who gives up before the second try ends it at once, and it says nothing about the source', async () => {
  let controller = new AbortController()
  const wait = async (_ms: number, signal: AbortSignal) => {
    controller.abort()
    signal.throwIfAborted()
  }
  core = testCore({}, { wait })
  for (let round = 1; round <= 6; round++) {
    controller = new AbortController()
    const error = await failure(call([send(503, '')], { signal: controller.signal }))
    expect([error.reason, seen]).toEqual(['timeout', round])
  }
  expect(breakerOpen(core, 'test')).toBeUndefined()
})

test('the breaker opens after five failures, lets one probe through, and closes when it succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    expect(breakerOpen(core, 'test')).toBeUndefined()
    await failure(call([send(500, '')]))
  }
  expect(breakerOpen(core, 'test')).toBe(10)
  expect(breakerStates(core)).toMatchObject([{ source: 'test', state: 'open', reason: 'http_error', retryInSeconds: 10 }])
  vi.useFakeTimers({ now: Date.now() + 10_001, toFake: ['Date'] })
  expect(breakerOpen(core, 'test')).toBeUndefined()
  const hold: { finish?: () => void } = {}
  const { promise: asked, resolve: arrive } = Promise.withResolvers<void>()
  const slow: RequestListener = (request, response) => {
    hold.finish = () => send(200, '{"value":4}')(request, response)
    arrive()
  }
  seen = 0
  const probe = call([slow])
  await asked
  expect((await failure(call([slow]))).reason).toBe('disabled')
  hold.finish?.()
  expect(await probe).toEqual({ value: 4 })
  expect(seen).toBe(1)
  expect(breakerStates(core)[0]?.state).toBe('closed')
})

test('a failed probe opens the breaker again', async () => {
  for (let round = 0; round < 5; round++) await failure(call([send(500, '')]))
  vi.useFakeTimers({ now: Date.now() + 10_001, toFake: ['Date'] })
  await failure(call([send(500, '')]))
  expect(breakerOpen(core, 'test')).toBe(10)
})

test('failures more than 30 seconds apart do not add up; answers about one request do not count', async () => {
  for (let round = 0; round < 4; round++) await failure(call([send(500, '')]))
  vi.useFakeTimers({ now: Date.now() + 31_000, toFake: ['Date'] })
  await failure(call([send(500, '')]))
  for (let round = 0; round < 9; round++) await failure(call([send(404, '')]))
  expect(breakerOpen(core, 'test')).toBeUndefined()
})

test('a tool is not ready when every provider of a core datum is down, and is while one may answer', async () => {
  await failure(call([send(429, '', { 'retry-after': '20' })], { source: 'one' }))
  expect(() => requireSources(core, [['one', 'two']])).not.toThrow()
  await failure(call([send(429, '', { 'retry-after': '40' })], { source: 'two' }))
  expect(() => requireSources(core, [['one', 'two']])).toThrow(
    expect.objectContaining({ code: 'upstream_unavailable', retryAfterSeconds: 20 }),
  )
  expect(() => requireSources(core, [['three'], ['one', 'two']])).toThrow()
})

test('Retry-After comes as seconds or as a date', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  expect(parseRetryAfter('12', now)).toBe(12)
  expect(parseRetryAfter('Fri, 20 Nov 2026 12:01:00 GMT', now)).toBe(60)
  expect(parseRetryAfter('Fri, 20 Nov 2026 11:00:00 GMT', now)).toBe(1)
  for (const value of ['soon', '-5', '1.5']) expect(parseRetryAfter(value, now)).toBeUndefined()
  expect(parseRetryAfter(null, now)).toBeUndefined()
})

test('a caller is sent away no longer than the source is left alone, whatever it asks for', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  for (const value of ['301', '999999999999999', 'Thu, 20 Nov 2099 12:00:00 GMT']) expect(parseRetryAfter(value, now)).toBe(300)
})
