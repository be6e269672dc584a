import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Core } from '../../lib/core.ts'
import { ApiError } from '../../lib/errors.ts'
import type { Tool } from '../../lib/tools/define.ts'
import { tools } from '../../lib/tools/registry.ts'
import { tailShape } from '../../lib/tools/tail.ts'
import { hastyClock, testCore } from '../support/core.ts'
import { plainFaults } from '../support/upstreams/faults.ts'
import { OWN_CASES, startUpstreams, type Upstreams } from '../support/upstreams/server.ts'

/** Tools whose data comes from the stand-ins on request: web tools meet their own targets, GPU prices a job, utilities nobody. */
const subjects = tools.filter(({ id }) =>
  ['evm/4byte', 'crypto/price', 'prices/llm', 'dns/lookup', 'solana/token-risk', 'base/token-risk'].includes(id),
)

let upstreams: Upstreams
let core: Core

beforeAll(async () => {
  upstreams = await startUpstreams({ casesRoot: OWN_CASES })
})

const newCore = () => testCore(upstreams.env, hastyClock())
const heal = () => {
  upstreams.reset()
  core = newCore()
}

beforeEach(heal)

afterAll(() => upstreams.stop())

const Ages = z.object(tailShape)

/** Every source says of when its data are, or why it gave none, and what is missing for that. */
function expectAges(output: unknown): void {
  const { sources, unavailable, fetchedAt } = Ages.parse(output)
  const oldest = sources.flatMap(({ as_of }) => as_of ?? []).sort()[0]
  expect(oldest).toBe(fetchedAt)
  for (const { name, ok, as_of } of sources) {
    const gaps = unavailable.filter(({ source }) => source === name)
    expect([name, ok, as_of !== null || gaps.length > 0]).toEqual([name, gaps.every(({ reason }) => reason === 'not_found'), true])
  }
}

/** What would happen to the buyer: a 200 that is charged, or an error that is not. */
const outcome = async (tool: Tool, on = core): Promise<'sold' | 'refused'> => {
  const [{ query }] = tool.examples
  try {
    const output = await tool.run(tool.input.parse(query), { core: on, signal: AbortSignal.timeout(20_000), requestId: 'test' })
    expect(tool.output.safeParse(output).error).toBeUndefined()
    expectAges(output)
    return 'sold'
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError)
    const { code, status, retryAfterSeconds } = error as ApiError
    expect(['upstream_failed', 'upstream_unavailable', 'upstream_timeout', 'subject_not_found'], code).toContain(code)
    if (status >= 500) expect(retryAfterSeconds).toBeGreaterThan(0)
    return 'refused'
  }
}

test('every tool with sources ends its answers in the same way', () => {
  for (const tool of tools)
    for (const member of tool.sources?.length ? Object.keys(tailShape) : [])
      expect([tool.id, tool.output.shape[member as keyof typeof tool.output.shape]]).toEqual([
        tool.id,
        tailShape[member as keyof typeof tailShape],
      ])
})

describe.each(subjects.map((tool) => [tool.id, tool] as const))('%s', (_id, tool) => {
  test('with every source well the example is sold, and a cached call asks nobody', async () => {
    expect(await outcome(tool)).toBe('sold')
    const asked = upstreams.requests.length
    expect(await outcome(tool)).toBe('sold')
    expect(upstreams.requests.length).toBe(asked)
    expect(upstreams.unknown).toEqual([])
  })

  test.each(plainFaults)('with every source failing by "%s" nothing that is not true is sold', async (mode) => {
    upstreams.setFault('*', { mode })
    expect(await outcome(tool)).toBe('refused')
  })

  test.each(plainFaults)('with each of its sources alone failing by "%s" the answer is whole, partial or refused', async (mode) => {
    await outcome(tool)
    const asked = new Set(upstreams.requests.map(({ source }) => source))
    for (const source of asked) {
      heal()
      upstreams.setFault(source, { mode })
      await outcome(tool)
    }
  })

  test('known to be dead, it asks nobody to pay', async () => {
    upstreams.setFault('*', { mode: '429' })
    await outcome(tool)
    expect(() => tool.ready?.(core)).toThrow(expect.objectContaining({ code: 'upstream_unavailable' }))
  })
})

test('with every source silent a call of each of them ends in time, uncharged', async () => {
  upstreams.setFault('*', { mode: 'slow', ms: 30_000 })
  const outcomes = await Promise.all(subjects.map(async (tool) => [tool.id, await outcome(tool, newCore())]))
  expect(outcomes).toEqual(subjects.map(({ id }) => [id, 'refused']))
})
