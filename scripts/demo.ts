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
import { type LocalWorld, startLocalWorld } from '../tests/local/index.ts'
import { launchServer, type Server } from '../tests/support/server.ts'
import { type StandIns, startStandIns } from '../tests/support/stand-ins.ts'
import { type DemoFolder, openDemoFolder } from './demo/data-dir.ts'
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

type Started = { folder: DemoFolder; world: LocalWorld; standIns: StandIns | undefined; server: Server }

/** Starts everything there is to buy from and with. Undefined when the demo was ended meanwhile. @throws Error when a part does not start */
async function start(): Promise<Started | undefined> {
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
  if (ending) return undefined
  if (code !== 0) throw new Error('The build failed; see the lines above.')
  if (!isBuilt) say('Built.')

  say('Starting the server …')
  const server = await launchServer({
    env: { ...inheritedEnv(), ...world.appEnv({ ...standIns?.env, DATA_DIR: folder.dataDir }) },
    logFile: folder.logFile,
  })
  cleanups.push(() => server.stop())
  await server.ready((seconds, missing) => say(`  … waiting for the server, ${seconds} s; it still lacks: ${missing}`))
  return { folder, world, standIns, server }
}

/** Buys every tool on every rail, and one over MCP, a line for each; until the demo is ended. */
async function buyAll({ world, standIns, server }: Started): Promise<Purchase[]> {
  say(`An agent buys ${tools.length} tools on ${rails.length} rails at ${server.url}`)
  console.log(`\n${tableHead}`)
  const ping = tools.filter(({ id }) => id === 'util/ping')
  const buys = [
    ...rails.flatMap((rail) => tools.map((tool) => () => buyTool(world, server.url, tool, rail, standIns?.pageUrl))),
    ...rails.flatMap((rail) => ping.map((tool) => () => buyOverMcp(world, server.url, tool, rail))),
  ]
  const purchases: Purchase[] = []
  let firstSettled: number | undefined
  for (const buy of buys) {
    if (ending) return purchases
    const purchase = await buy()
    if (purchase.gained > 0n) firstSettled ??= Date.now() - startedAt
    purchases.push(purchase)
    console.log(tableRow(purchase))
  }
  console.log(`\nFirst settled call after ${firstSettled === undefined ? '- (none)' : duration(firstSettled)}.`)
  return purchases
}

/** Says what was asked and what came. @returns whether every call settled exactly its price */
async function countUp({ world }: Started, purchases: readonly Purchase[]): Promise<boolean> {
  const balances = await world.balances()
  let isExact = true
  for (const rail of rails) {
    const wanted = purchases.reduce((sum, { rail: on, price }) => (on === rail ? sum + price : sum), 0n)
    const isRight = balances[rail] === wanted
    isExact &&= isRight
    console.log(`payTo on ${rail.padEnd(6)} ${usd(balances[rail])} of ${usd(wanted)} asked${isRight ? '' : '  ✗'}`)
  }
  const good = purchases.filter(({ problems }) => problems.length === 0).length
  console.log(`${good} of ${purchases.length} calls settled exactly their price.`)
  return isExact && good === purchases.length && good > 0
}

async function main(): Promise<void> {
  const started = await start()
  if (!started) return
  const purchases = await buyAll(started)
  if (ending) return
  const isExact = await countUp(started, purchases)

  const { folder, world, server } = started
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
  if (once) return end(isExact ? 0 : 1)

  console.log(`
Open            ${server.url}/
Facilitator     ${world.facilitator.url}   (POST /control chooses how it fails)
Base RPC        ${world.base.rpcUrl}
Solana RPC      ${world.solana.rpcUrl}
Keys and URLs   ${file}
Server log      ${folder.logFile}
Press Ctrl-C to stop.`)
  await server.ended
  if (ending) return
  console.error(`The server has ended. Its last words:\n${server.lastWords()}`)
  return end(1)
}

main().catch((error: unknown) => {
  if (!ending) console.error(`\n${error instanceof Error ? error.message : String(error)}`)
  return end(1)
})
