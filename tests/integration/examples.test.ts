/** The published examples, run as they are against a server on local chains; each only where its tools exist. */

import { execFile, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { childEnv } from '../support/child-env.ts'
import { webOf } from '../support/endpoint.ts'
import { startGate, type TestGate } from '../support/gate.ts'
import { type HttpServer, serveHttp } from '../support/http-server.ts'
import { atomicPrice, usdPrice } from '../support/price.ts'
import { findProgram } from '../support/programs.ts'

const root = join(import.meta.dirname, '../..')
const PRICE = atomicPrice('util/ping')

let world: LocalWorld
let app: TestGate
let server: HttpServer
beforeAll(async () => {
  world = await startLocalWorld()
  app = await startGate(world.appEnv())
  await vi.waitFor(async () => expect((await app.fetch('/v1/util/ping')).status).toBe(402), { timeout: 30_000, interval: 250 })
  const mcp = webOf((await import('../../lib/mcp/endpoint.ts')).mcp, app.core)
  server = await serveHttp((request) => (new URL(request.url).pathname === '/mcp' ? mcp(request) : app.fetch(request)))
})
afterAll(async () => {
  await server?.stop()
  await app?.close()
  await world?.stop()
})

const run = (program: string, file: string) =>
  promisify(execFile)(program, [join(root, 'examples', file)], {
    cwd: root,
    env: {
      ...childEnv(),
      NODE_ENV: 'production',
      BASE_URL: server.url,
      EVM_PRIVATE_KEY: world.buyer.base.privateKey,
    },
    timeout: 250_000,
  })
const bought = async (program: string, file: string): Promise<string> => {
  const before = (await world.balances()).base
  const { stdout } = await run(program, file)
  expect((await world.balances()).base - before).toBe(PRICE)
  return stdout
}

/** Python with the x402 package, or undefined. */
function pythonWithX402(): string | undefined {
  const python = findProgram('python3')
  if (python === undefined) return undefined
  try {
    execFileSync(python, ['-c', 'import x402.http.clients, x402.mechanisms.evm, eth_account'], { stdio: 'ignore' })
    return python
  } catch {
    return undefined
  }
}
const curl = findProgram('curl') && findProgram('bash')
const python = pythonWithX402()

test('pay.ts buys with the stock client', async () => {
  const out = await bought(process.execPath, 'pay.ts')
  expect(out).toMatch(/^200 \{"count":2,[^\n]+\npaid in 0x[0-9a-f]{64}\n$/)
})

test('mcp-agent.ts buys over MCP', async () => {
  const out = await bought(process.execPath, 'mcp-agent.ts')
  expect(out).toContain('"count":2')
  expect(out).toContain('"success":true')
})

describe.skipIf(!curl)('curl.sh (skipped: no curl or bash)', () => {
  test('shows the 400 and the 402, and costs nothing', async () => {
    const before = await world.balances()
    const { stdout } = await run('bash', 'curl.sh')
    expect(stdout).toContain('status 400')
    expect(stdout).toContain('status 402')
    expect(stdout.match(/"x402Version":2/g)).toHaveLength(2)
    expect(await world.balances()).toEqual(before)
  })
})

describe.skipIf(!findProgram('python3'))('terms.py (skipped: no Python)', () => {
  test('tells what a call costs, and costs nothing', async () => {
    const before = await world.balances()
    const { stdout } = await run('python3', 'terms.py')
    const price = (rail: 'base' | 'solana') => `${usdPrice('util/ping')} USDC on ${world[rail].network} to ${world.payTo[rail]}`
    expect(stdout.trim().split('\n').sort()).toEqual([price('base'), price('solana')].sort())
    expect(await world.balances()).toEqual(before)
  })
})

describe.skipIf(!python)('pay.py (skipped: no Python with x402)', () => {
  test('buys with the stock client', async () => expect(await bought(python!, 'pay.py')).toMatch(/^200 /))
})
