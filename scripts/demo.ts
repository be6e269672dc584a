/**
 * A paid call on both rails, from one command: local Base and Solana, a facilitator, the production server, and an agent that buys every
 * tool of the registry on each rail with the stock x402 client. Stays up afterwards until Ctrl-C.
 *
 *   npm run demo                 buys everything, then stays up
 *   npm run demo -- --once       buys everything and ends; exit code 0 only if every call settled exactly its price
 *   npm run demo -- --live       with the real upstreams and tenders sources instead of the stand-ins
 */
import { readEnv } from '../lib/env.ts'
import { tools } from '../lib/tools/registry.ts'
import { rails } from '../tests/local/buyer.ts'
import { startLocalWorld } from '../tests/local/index.ts'
import { launchServer } from '../tests/support/server.ts'
import { startStandIns } from '../tests/support/stand-ins.ts'
import { openDemoFolder } from './demo/data-dir.ts'
import { inheritedEnv } from './demo/inherited-env.ts'
import { buyOverMcp } from './demo/mcp-purchase.ts'
import { buyTool, type Purchase } from './demo/purchase.ts'
import { tableHead, tableRow, usd } from './demo/table.ts'
import { buildIsCurrent, ensureBuild } from './steps/build.ts'
import { readOptions } from './steps/options.ts'
import { duration } from './steps/run.ts'

const { once = false, live = false } = readOptions(import.meta.url, {
  options: { once: { type: 'boolean' }, live: { type: 'boolean' } },
}).values
const startedAt = Number(process.env.BOOTSTRAP_STARTED_MS) || Date.now()

const cleanups: (() => unknown)[] = []
let ending: Promise<void> | undefined

/** Stops everything that was started, last first, then ends. */
function end(code: number): Promise<void> {
  ending ??= (async () => {
    for (const cleanup of cleanups.splice(0).reverse())
      try {
        await cleanup()
      } catch (error) {
        console.error(`While stopping: ${error instanceof Error ? error.message : String(error)}`)
      }
    process.exit(code)
  })()
  return ending
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.on(signal, () => {
    if (!ending) console.log('\nStopping.')
    void end(code)
  })

const say = (text: string) => console.log(`[${duration(Date.now() - startedAt).padStart(6)}] ${text}`)

async function main(): Promise<void> {
  const folder = await openDemoFolder(readEnv().DATA_DIR)
  cleanups.push(folder.release)

  const isBuilt = buildIsCurrent()
  say(
    `${isBuilt ? 'Starting' : 'Building the app (half a minute, once), and meanwhile starting'} Base, Solana and a facilitator on this machine …`,
  )
  const building = ensureBuild()
  const starting = Promise.all([startLocalWorld(), live ? undefined : startStandIns()])
  // Whatever was started is stopped, also when the build fails.
  cleanups.push(async () => {
    const started = await starting.catch(() => [])
    for (const part of started) await part?.stop()
  })
  const [code, [world, standIns]] = await Promise.all([building, starting])
  if (ending) return
  if (code !== 0) throw new Error('The build failed; see the lines above.')
  if (!isBuilt) say('Built.')

  say('Starting the server …')
  const server = await launchServer({
    env: { ...inheritedEnv(), ...world.appEnv({ ...standIns?.env, DATA_DIR: folder.dataDir }) },
    logFile: folder.logFile,
  })
  cleanups.push(() => server.stop())
  await server.ready((seconds, missing) => say(`  … waiting for the server, ${seconds} s; it still lacks: ${missing}`))

  say(`An agent buys ${tools.length} tools on ${rails.length} rails at ${server.url}`)
  console.log(`\n${tableHead}`)
  const purchases: Purchase[] = []
  let firstSettled: number | undefined
  for (const rail of rails)
    for (const tool of tools) {
      if (ending) return
      const purchase = await buyTool(world, server.url, tool, rail, standIns?.pageUrl)
      if (purchase.gained > 0n) firstSettled ??= Date.now() - startedAt
      purchases.push(purchase)
      console.log(tableRow(purchase))
    }

  const ping = tools.find(({ id }) => id === 'util/ping')
  for (const rail of rails) {
    if (ending || !ping) return
    const purchase = await buyOverMcp(world, server.url, ping, rail)
    purchases.push(purchase)
    console.log(tableRow(purchase))
  }

  const balances = await world.balances()
  const wanted = Object.fromEntries(
    rails.map((rail) => [rail, purchases.reduce((sum, { rail: on, price }) => (on === rail ? sum + price : sum), 0n)]),
  )
  console.log('')
  let exact = purchases.every(({ problems }) => problems.length === 0) && purchases.length > 0
  for (const rail of rails) {
    const right = balances[rail] === wanted[rail]
    exact &&= right
    console.log(`payTo on ${rail.padEnd(6)} ${usd(balances[rail])} of ${usd(wanted[rail] ?? 0n)} asked${right ? '' : '  ✗'}`)
  }
  console.log(`First settled call after ${firstSettled === undefined ? '- (none)' : duration(firstSettled)}.`)
  const good = purchases.filter(({ problems }) => problems.length === 0).length
  console.log(`${good} of ${purchases.length} calls settled exactly their price.`)

  const file = folder.handOver({
    baseUrl: server.url,
    toolsUrl: server.url,
    facilitatorUrl: world.facilitator.url,
    baseRpcUrl: world.base.rpcUrl,
    solanaRpcUrl: world.solana.rpcUrl,
    payTo: world.payTo,
    operatorToken: world.operatorToken,
    buyers: { base: world.buyer.base, solana: world.buyer.solana },
  })
  if (once) return end(exact ? 0 : 1)

  console.log(`
Open            ${server.url}/
Facilitator     ${world.facilitator.url}   (POST /control chooses how it fails)
Base RPC        ${world.base.rpcUrl}
Solana RPC      ${world.solana.rpcUrl}
Keys and URLs   ${file}
Server log      ${folder.logFile}
Press Ctrl-C to stop.`)
  const watch = setInterval(() => {
    if (!server.exited() || ending) return
    clearInterval(watch)
    console.error(`The server has ended. Its last words:\n${server.lastWords()}`)
    void end(1)
  }, 500)
  cleanups.push(() => clearInterval(watch))
}

main().catch((error: unknown) => {
  if (!ending) console.error(`\n${error instanceof Error ? error.message : String(error)}`)
  return end(1)
})
