/**
 * `npm run failover -- [--calls N] [--seed S] [--json]`: paid calls on both local chains through a real gate with two real facilitators, which
 * die, hang and lose their words in turn. Then the chains are asked what really happened. Exit 0 only when nobody paid twice or for nothing,
 * and 99 of 100 sales were kept while one of two was away, from its first second on.
 */
import { associatedTokenAccount } from '../lib/chain/solana-address.ts'
import { log } from '../lib/log.ts'
import { totalLedger } from '../lib/payments/books/ledger.ts'
import { reconcilePayments } from '../lib/payments/books/reconcile.ts'
import { refreshOffers } from '../lib/payments/offer/offers.ts'
import { rails as tills } from '../lib/payments/protocol/networks.ts'
import { rails } from '../tests/local/buyer.ts'
import { type LocalFacilitator, startFacilitator } from '../tests/local/facilitator.ts'
import { seededRandom } from '../tests/local/facilitator-modes.ts'
import { startLocalWorld } from '../tests/local/index.ts'
import { startGate } from '../tests/support/gate.ts'
import { readChains } from './faults/chain-truth.ts'
import { soldPath, startMissingPage } from './faults/flood.ts'
import { misused, readOptions } from './steps/options.ts'

const { values } = readOptions(import.meta.url, {
  options: { calls: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' }, json: { type: 'boolean' } },
})
const [calls, seed] = [Number(values.calls), Number(values.seed)]
if (!(calls > 0) || !Number.isInteger(calls) || !Number.isInteger(seed)) misused('--calls and --seed are whole numbers')
log.level = 'silent'
const say = (text: string) => process.stderr.write(`${text}\n`)

const random = seededRandom(seed)
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
const world = await startLocalWorld({ buyers: 16 })
const pair: LocalFacilitator[] = [world.facilitator, await startFacilitator(world.base, world.solana)]
const page = await startMissingPage()
const { FACILITATOR_URL: _, ...env } = world.appEnv({
  FETCH_ALLOW_TARGETS: page.target,
  FACILITATORS: JSON.stringify(pair.map(({ url }) => ({ url }))),
  FACILITATOR_VERIFY_TIMEOUT_MS: '2500',
  FACILITATOR_SETTLE_TIMEOUT_MS: '2500',
})
const app = await startGate(env)
// Both are known before the first is taken away.
await refreshOffers(app.core)

type Misfortune = { name: string; away: boolean; begin: (one: LocalFacilitator) => unknown }
const misfortunes: Misfortune[] = [
  { name: 'dies', away: true, begin: (one) => one.down() },
  { name: 'hangs', away: true, begin: (one) => one.set({ supported: 'hang', verify: 'hang', settle: 'hang' }) },
  { name: 'answers 500', away: true, begin: (one) => one.set({ supported: 'error', verify: '500', settle: '500' }) },
  ...(['lands-then-drops', 'drops-before-landing', 'lands-then-502', 'pending', 'lands-then-hangs'] as const).map((settle) => ({
    name: settle,
    away: false,
    begin: (one: LocalFacilitator) => one.set({ settle: { mode: settle, times: 4 } }),
  })),
]
const heal = async (one: LocalFacilitator) => {
  await one.up()
  one.set({ supported: 'ok', verify: 'ok', settle: 'ok' })
}

/** `counted`: begun when what was away should have been noticed. `kept`: sold at once. */
type Bought = { header: string; path: string; status: number; bodies: Set<string>; counted: boolean; kept: boolean }
const bought: Bought[] = []
const send = async (one: Bought) => {
  const answer = await app.fetch(one.path, { headers: { 'PAYMENT-SIGNATURE': one.header } })
  one.status = answer.status
  if (answer.status === 200) one.bodies.add(await answer.text())
}
/** One call of a stock buyer. `counts`: whether it begins when what is away should have been noticed. */
async function call(counts: () => boolean): Promise<void> {
  const path = soldPath(Math.floor(random() * 18), page)
  const counted = counts()
  const header = await pick(world.buyers).signOnce(await app.fetch(path), pick(rails))
  const one: Bought = { header, path, status: 0, bodies: new Set(), counted, kept: false }
  bought.push(one)
  await send(one)
  one.kept = one.status === 200
}

const PHASE = 250
const CONCURRENCY = 8
/** Pause between two calls of one buyer, so that a phase lasts some seconds. */
const PAUSE_MS = 50
for (let done = 0; done < calls; done += PHASE) {
  const unlucky = pick(pair)
  const misfortune = misfortunes[(done / PHASE) % misfortunes.length]!
  await misfortune.begin(unlucky)
  const startedAt = performance.now()
  const counts = () => misfortune.away && performance.now() - startedAt > 1_000
  let left = Math.min(PHASE, calls - done)
  const work = async () => {
    while (left > 0) {
      left -= 1
      await call(counts)
      await new Promise((resolve) => setTimeout(resolve, random() * PAUSE_MS))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  await heal(unlucky)
  say(
    `${bought.length} calls; facilitator ${pair.indexOf(unlucky) + 1} ${misfortune.name}: ${bought.filter(({ status }) => status !== 200).length} not sold at once so far`,
  )
}

say('all is well again: what is open is sent again until its buyer has an answer or a clear no')
const isOpen = ({ status }: Bought) => status !== 200 && status !== 402
for (const deadline = Date.now() + 120_000; bought.some(isOpen) && Date.now() < deadline; ) {
  for (const one of bought.filter(isOpen)) await send(one)
  await new Promise((resolve) => setTimeout(resolve, 500))
}
const usdc = tills.base.assets[world.base.network]!.address as `0x${string}`
const truth = await readChains(world, usdc, associatedTokenAccount(world.payTo.solana, tills.solana.assets[world.solana.network]!.address))
const settled = bought.filter(({ header }) => truth.settledTimes(header) > 0)
for (const one of settled.filter(({ bodies }) => bodies.size === 0)) await send(one)
await reconcilePayments(app.core, {
  step: (_name: string, work: () => unknown) => work(),
  signal: new AbortController().signal,
  progress: () => undefined,
} as never)
const ledger = await totalLedger(await app.core.database(), {})
const counted = bought.filter((one) => one.counted)
const result = {
  calls: bought.length,
  settled: settled.length,
  double: bought.filter(({ header, bodies }) => bodies.size > 1 || truth.settledTimes(header) > 1).length,
  lost: settled.filter(({ bodies }) => bodies.size === 0).length,
  unpaid: bought.filter(({ header, bodies }) => bodies.size > 0 && truth.settledTimes(header) === 0).length,
  open: bought.filter(isOpen).length,
  drift: Number(BigInt(ledger.settled_micro_usd) - truth.totals.base - truth.totals.solana),
  whileOneWasAway: counted.length,
  kept: counted.length === 0 ? 1 : counted.filter(({ kept }) => kept).length / counted.length,
}
await app.close()
page.stop()
await pair[1]?.stop()
await world.stop()
process.stdout.write(
  values.json
    ? `${JSON.stringify(result)}\n`
    : `${Object.entries(result)
        .map(([name, value]) => `${name} ${value}`)
        .join('\n')}\n`,
)
const { double, lost, unpaid, open, drift, kept } = result
process.exitCode = double + lost + unpaid + open + Math.abs(drift) === 0 && kept >= 0.99 ? 0 : 1
