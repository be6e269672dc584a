import { expect, test } from 'vitest'
import { z } from 'zod'
import { createCore } from '../core.ts'
import { parseEnv } from '../env.ts'
import { solanaRpc } from './solana-rpc.ts'

/** A node that answers `limit` calls a window, and 429 beyond. */
function limitedNode(limit: number) {
  const calls: string[] = []
  const core = (env: Record<string, string>) =>
    createCore(parseEnv(env), {
      transport: async (url) => {
        calls.push(new URL(url).hostname)
        const over = calls.length > limit
        return Response.json(over ? { error: { code: 429, message: 'too many' } } : { jsonrpc: '2.0', id: 1, result: 1 }, {
          status: over ? 429 : 200,
          headers: { 'retry-after': '10' },
        })
      },
    })
  return { calls, core }
}

const crowd = (core: ReturnType<ReturnType<typeof limitedNode>['core']>, count: number) =>
  Promise.allSettled(
    Array.from({ length: count }, (_, at) =>
      solanaRpc(
        { core, signal: AbortSignal.timeout(5_000), timeoutMs: 2_000 },
        { method: 'getEpochInfo', params: [at], result: z.literal(1) },
      ),
    ),
  )

test('a crowd is spread over the public nodes before either is at its limit', async () => {
  const { calls, core } = limitedNode(1_000)
  await crowd(core({}), 50)
  const first = calls.filter((host) => host === 'api.mainnet-beta.solana.com').length
  expect([first, calls.length - first]).toEqual([28, 22])
})

test('a node of one’s own is asked as fast as it answers, and a call that may not wait says at once that it is limited', async () => {
  const { calls, core } = limitedNode(30)
  const outcomes = await crowd(core({ SOLANA_RPC_URLS: 'https://node.example' }), 50)
  expect(calls.length).toBe(50)
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(20)
})
