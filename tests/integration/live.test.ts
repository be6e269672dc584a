/** `npm run live` against a seller on the local chains: it asks, it buys once, it stops at its cap, and it sees what is not in order. */
import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tools } from '../../lib/tools/registry.ts'
import { isEven, isGood, runLive } from '../../scripts/live/run.ts'
import { openWallet, type Wallet } from '../../scripts/live/wallet.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { startUpstreams, type Upstreams } from '../support/upstreams/server.ts'
import { startWholeApp, type WholeApp } from '../support/whole-app.ts'

let world: LocalWorld
let upstreams: Upstreams
let server: WholeApp
let wallet: Wallet
beforeAll(async () => {
  world = await startLocalWorld()
  upstreams = await startUpstreams()
  const RECEIPT_SIGNING_KEY = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  server = await startWholeApp(world.appEnv({ ...upstreams.env, RECEIPT_SIGNING_KEY }))
  wallet = await openWallet({
    base: world.buyer.base.privateKey,
    solana: world.buyer.solana.secretKeyBase58,
    baseRpcUrl: world.base.rpcUrl,
    solanaRpcUrl: world.solana.rpcUrl,
  })
})
afterAll(async () => {
  await server?.stop()
  await upstreams?.stop()
  await world?.stop()
})

const run = (options: Partial<Parameters<typeof runLive>[0]> = {}) =>
  runLive({ baseUrl: server.url, maxUsd: 1_000_000n, networks: ['base', 'solana'], wallet, ...options })
const received = async () => {
  const { base, solana } = await world.balances()
  return base + solana
}

test('dry: every tool has its price, nothing is signed, no key is needed', async () => {
  const before = await received()
  world.facilitator.resetCounters()
  const { wallet: _, ...options } = { baseUrl: server.url, maxUsd: 50_000n, networks: ['base', 'solana'] as const, wallet }
  const dry = await runLive(options)
  expect(dry.rows.map(({ path, outcome }) => [path, outcome])).toEqual(tools.map(({ path }) => [path, 'priced']))
  expect([isGood(dry), dry.spentAtomic, await received()]).toEqual([true, 0n, before])
  expect(world.facilitator.counters).toMatchObject({ verify: 0, settle: 0 })
})

test('every tool that can answer is bought once, and money, headers and receipts are as they should be', async () => {
  const before = await received()
  const live = await run()
  const bought = live.rows.filter(({ outcome }) => outcome === 'bought')
  // The prices of one are collected by a job, and none runs here; the example of the other is a page out there.
  const failed = live.rows.filter(({ outcome }) => outcome !== 'bought')
  expect(failed.map(({ path }) => path).toSorted()).toEqual(['/v1/prices/gpu', '/v1/web/markdown'])
  expect(failed.every(({ outcome, remarks }) => outcome === 'failed' && /answered \d+/.test(remarks.join()))).toBe(true)
  expect(bought.flatMap(({ remarks }) => remarks)).toEqual([])
  expect(new Set(bought.map(({ rail }) => rail))).toEqual(new Set(['base', 'solana']))
  expect(bought.every(({ receipt, transaction }) => receipt === true && transaction !== null)).toBe(true)
  const sum = bought.reduce((total, { priceUsd }) => total + BigInt(Math.round(Number(priceUsd) * 1e6)), 0n)
  expect((await received()) - before).toBe(sum)
  expect([isEven(live), live.balances.reduce((total, { paid }) => total + paid, 0n)]).toEqual([true, sum])
})

test('it stops at the cap, by what was signed for', async () => {
  const before = await received()
  const capped = await run({ maxUsd: 2_500n, networks: ['base'] })
  expect(capped.spentAtomic).toBeLessThanOrEqual(2_500n)
  expect((await received()) - before).toBe(capped.balances[0]?.paid ?? 0n)
  expect(capped.rows.filter(({ outcome }) => outcome === 'capped').length).toBeGreaterThan(5)
})

test('a balance that does not fit is seen', async () => {
  const liar: Wallet = { ...wallet, balance: async () => 5n }
  const live = await run({ maxUsd: 1_000n, networks: ['base'], wallet: liar })
  expect([isEven(live), isGood(live)]).toEqual([false, false])
})

test('the command: dry by default, and keys are asked for before anything is sent', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const command = (...words: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/live.ts', '--base-url', server.url, ...words], {
      cwd: root,
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production' },
    }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, text: error.stdout + error.stderr }),
    )
  const dry = await command()
  expect([dry.code, dry.text]).toEqual([0, expect.stringContaining(`registries would index ${tools.length} of ${tools.length}`)])
  const unkeyed = await command('--pay', '--networks', 'base')
  expect([unkeyed.code, unkeyed.text]).toEqual([2, expect.stringContaining('needs EVM_PRIVATE_KEY')])
})
