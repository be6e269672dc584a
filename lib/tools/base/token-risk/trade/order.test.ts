/** What the simulated trades wait for. */
import { expect, test } from 'vitest'
import { TOKENS } from '../../../../../scripts/risk-bench/bodies.ts'
import { worldOf } from '../../../../../scripts/risk-bench/world.ts'
import { testCore } from '../../../../../tests/support/core.ts'
import type { Transport } from '../../../../egress/transport.ts'
import { readBase } from '../read.ts'

/** A world in which the source whose path matches is silent until a simulated trade was asked for. */
function silentUntilTraded(path: RegExp): { transport: Transport; asked: string[] } {
  const asked: string[] = []
  const traded = Promise.withResolvers<void>()
  const world = worldOf({ id: 'x', chain: 'base', class: 'x', label: 'good' }, Date.now())
  const transport: Transport = async (url, request) => {
    const call = request.body ? JSON.parse(request.body) : {}
    const isTrade = call.method === 'eth_call' && call.params.length === 3
    asked.push(isTrade ? 'trade' : url)
    if (isTrade) traded.resolve()
    if (path.test(url)) await traded.promise
    return world(url, request)
  }
  return { transport, asked }
}

test.each([
  ['security', /token_security/],
  ['simulations of others', /IsHoneypot/],
])('a fresh purchase is simulated while the source of %s is still silent', async (_name, path) => {
  const { transport, asked } = silentUntilTraded(path)
  const { facts } = await readBase(testCore({}, { transport }), TOKENS.base, AbortSignal.timeout(20_000))
  expect(facts.goplus).not.toBeNull()
  expect(facts.simulation).not.toBeNull()
  // One purchase, and after it the sales of three holders.
  expect(asked.filter((one) => one === 'trade')).toHaveLength(4)
})
