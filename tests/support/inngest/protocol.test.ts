import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../lib/jobs/canonical-json.ts'
import { ProtocolError, readAnswer, sleepMs } from './protocol.ts'
import { sign } from './sign.ts'

const sdk = { 'x-inngest-sdk': 'inngest-js:v4.24.0' }
const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  readAnswer({ status, headers: { ...sdk, ...headers }, body: JSON.stringify(body) })

describe('what an answer of the SDK means', () => {
  test('206: finished, failed, found and sleeping steps', () => {
    expect(
      answer(206, [
        { op: 'StepRun', id: 'a', data: { rows: 1 } },
        { op: 'StepRun', id: 'b' },
        { op: 'StepFailed', id: 'c', error: { name: 'Error', message: 'no' } },
        { op: 'StepPlanned', id: 'd' },
        { op: 'Sleep', id: 'e', name: '1m30s' },
      ]),
    ).toEqual({
      kind: 'progress',
      steps: {
        a: { type: 'data', data: { rows: 1 } },
        b: { type: 'data', data: null },
        c: { type: 'error', error: { name: 'Error', message: 'no' } },
        e: { type: 'data', data: null },
      },
      planned: ['d'],
      waitMs: 90_000,
    })
  })

  test('a step that may be tried again, with the time the other side asked for', () => {
    expect(answer(206, [{ op: 'StepError', id: 'a', error: { message: 'x' } }], { 'retry-after': '30' })).toEqual({
      kind: 'retry',
      error: { message: 'x' },
      retryAfterSeconds: 30,
    })
    const soon = answer(
      500,
      { message: 'x' },
      { 'x-inngest-no-retry': 'false', 'retry-after': new Date(Date.now() + 60_000).toISOString() },
    )
    expect(soon).toMatchObject({ kind: 'retry' })
    expect(soon.kind === 'retry' && (soon.retryAfterSeconds ?? 0) > 50).toBe(true)
  })

  test('200 and RunComplete are the result; 400 and a 500 not to be retried are the end', () => {
    expect(answer(200, { done: true })).toEqual({ kind: 'succeeded', result: { done: true } })
    expect(answer(206, { op: 'RunComplete', id: 'x', data: 7 })).toEqual({ kind: 'succeeded', result: 7 })
    expect(answer(400, { message: 'never' }, { 'x-inngest-no-retry': 'true' })).toMatchObject({ kind: 'failed' })
    expect(answer(500, { message: 'never' }, { 'x-inngest-no-retry': 'true' })).toMatchObject({ kind: 'failed' })
  })

  test.each(['WaitForEvent', 'InvokeFunction', 'AIGateway', 'Sleeping', ''])('the operation %j is refused by name', (op) => {
    expect(() => answer(206, [{ op, id: 'a' }])).toThrow(ProtocolError)
  })

  test('a status or a body that the protocol does not know is an error', () => {
    expect(() => answer(202, [])).toThrow(ProtocolError)
    expect(() => answer(206, [])).toThrow()
    expect(() => answer(206, [{ op: 'StepRun' }])).toThrow()
    expect(() => readAnswer({ status: 206, headers: sdk, body: 'html' })).toThrow()
  })

  test('an answer that is not the SDK’s says nothing about the run', () => {
    expect(readAnswer({ status: 500, headers: {}, body: 'oops' })).toEqual({ kind: 'unreachable', reason: 'status 500' })
    expect(readAnswer({ status: 200, headers: {}, body: '{}' })).toMatchObject({ kind: 'unreachable' })
  })
})

test('how long to sleep: durations, dates, nothing else', () => {
  expect(sleepMs('1w2d3h4m5s')).toBe(((9 * 24 + 3) * 3_600 + 4 * 60 + 5) * 1_000)
  expect(sleepMs('2026-11-20T12:00:10.000Z', Date.parse('2026-11-20T12:00:00Z'))).toBe(10_000)
  expect(sleepMs('2020-01-01T00:00:00Z')).toBe(0)
  for (const name of ['', 'soon', '5', '5x', '-1s']) expect(() => sleepMs(name, 0)).toThrow(ProtocolError)
})

test('canonical JSON: keys sorted at every depth, undefined left out, the rest as it is', () => {
  expect(canonicalJson({ b: [{ z: 1, a: 'é"' }, undefined], a: { d: null, c: undefined }, 10: 0.5, 9: -0 })).toBe(
    '{"10":0.5,"9":0,"a":{"d":null},"b":[{"a":"é\\"","z":1},null]}',
  )
})

test('a signature covers body and time, and the prefix of the key does not matter', () => {
  const at = 1_795_000_000
  const one = sign({ a: 1, b: 2 }, 'signkey-test-abc', at)
  expect(one).toMatch(/^t=1795000000&s=[0-9a-f]{64}$/)
  expect(sign({ b: 2, a: 1 }, 'signkey-prod-abc', at)).toBe(one)
  expect(sign({ a: 1, b: 3 }, 'signkey-test-abc', at)).not.toBe(one)
  expect(sign({ a: 1, b: 2 }, 'signkey-test-abd', at)).not.toBe(one)
  expect(sign({ a: 1, b: 2 }, 'signkey-test-abc', at + 1).slice(-64)).not.toBe(one.slice(-64))
})
