/**
 * `npm run faults -- [--calls N] [--seed S] [--json] [--database postgres|pglite] [--simulate N]`: a randomized run of paid calls against real local
 * chains while the facilitator fails in every way it can, servers are killed between any two steps of the gate, clients leave, and the
 * database restarts. Then the chains are asked what really happened. Exit 0 only when nobody lost or gained a cent.
 *
 * `--simulate N`: N random runs of the simulated world instead (tests/simulation), where everything may happen between any two steps of the till
 * and the same seed gives the same runs. Of one that breaks a promise it prints the shortest that still does. Exit 0 only when all are kept.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { log } from '../lib/log.ts'
import { rails } from '../tests/local/buyer.ts'
import { type FacilitatorControl, seededRandom, settleModes, verifyModes } from '../tests/local/facilitator-modes.ts'
import { startLocalWorld } from '../tests/local/index.ts'
import { explore } from '../tests/simulation/explore.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { findRequirement } from '../tests/support/programs.ts'
import { countUnpaidReplays, floodFromPoorWallet, nextWords } from './faults/adversary.ts'
import { closeBooks, isClean, resendOpen } from './faults/books.ts'
import { flood, isBounded, soldPath, startMissingPage } from './faults/flood.ts'
import { type CallRecord, isOpen, oneCall } from './faults/one-call.ts'
import { keepServerUp } from './faults/server-process.ts'
import { ensureBuild } from './steps/build.ts'
import { misused, readOptions } from './steps/options.ts'

const { values } = readOptions(import.meta.url, {
  options: {
    calls: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean' },
    database: { type: 'string' },
    simulate: { type: 'string' },
  },
})
const calls = Number(values.calls)
const seed = Number(values.seed)
if (!(calls > 0) || !Number.isInteger(calls) || !Number.isInteger(seed)) misused('--calls and --seed are whole numbers')
if (values.database !== undefined && !['postgres', 'pglite'].includes(values.database)) misused('--database is postgres or pglite')
if (values.simulate !== undefined) {
  const runs = Number(values.simulate)
  if (!(runs > 0) || !Number.isInteger(runs)) misused('--simulate is a whole number')
  log.level = 'silent'
  const finding = await explore(seed, runs)
  for (const line of finding?.trace ?? []) process.stderr.write(`${line}\n`)
  process.stdout.write(`${JSON.stringify({ runs, seed, broken: finding?.broken ?? [], moves: finding?.moves ?? [] })}\n`)
  process.exit(finding ? 1 : 0)
}
const usesPostgres = values.database ? values.database === 'postgres' : findRequirement('postgres') !== undefined
const say = (text: string) => process.stderr.write(`${text}\n`)

const steps = ['claim', 'verify', 'handler', 'store', 'settle', 'record']
const crashPoints = steps.flatMap((step) => [`${step}:begin`, `${step}:end`])
const CONCURRENCY = 8
const BATCH = 16

if ((await ensureBuild()) !== 0) process.exit(1)
const random = seededRandom(seed)
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
const folder = mkdtempSync(join(tmpdir(), 'faults-'))
const world = await startLocalWorld({ buyers: 16, feePayers: 2 })
const postgres = usesPostgres ? await startPostgres() : undefined
const page = await startMissingPage()
const env = world.appEnv({
  BASE_URL: 'http://tools.test',
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
  FETCH_ALLOW_TARGETS: page.target,
  FACILITATOR_VERIFY_TIMEOUT_MS: '1500',
  FACILITATOR_SETTLE_TIMEOUT_MS: '1500',
  ...(postgres ? { DATABASE_URL: postgres.url } : {}),
})
// The embedded database is for one process; two need PostgreSQL.
const servers = [await keepServerUp(env, join(folder, 'server-0.log'))]
if (postgres) servers.push(await keepServerUp(env, join(folder, 'server-1.log')))
const urls = servers.map((server) => server.url)
say(`seed ${seed}: ${calls} calls on ${servers.length} servers, ${postgres ? 'PostgreSQL' : 'PGlite'}, logs in ${folder}`)

/** The next batch's misfortune: about half of all batches have one. */
function nextFault(): { control: FacilitatorControl; crash: string | undefined; restartDatabase: boolean } {
  const lot = random()
  const control: FacilitatorControl = {
    verify: 'ok',
    settle: 'ok',
    svmDuplicateCache: random() < 0.5,
    landingDelayMs: random() < 0.3 ? 400 : 0,
    slowMs: 300,
    settleSays: null,
  }
  if (lot < 0.15) control.verify = { mode: pick(verifyModes), times: 1 + Math.floor(random() * 4) }
  else if (lot < 0.35) control.settleSays = nextWords(random) ?? null
  else if (lot < 0.65) control.settle = { mode: pick(settleModes), times: 1 + Math.floor(random() * 6) }
  return { control, crash: lot > 0.5 && lot < 0.85 ? pick(crashPoints) : undefined, restartDatabase: postgres !== undefined && lot > 0.97 }
}

const records: CallRecord[] = []
for (let done = 0; done < calls; ) {
  const fault = nextFault()
  world.facilitator.set(fault.control)
  const victim = pick(servers)
  if (fault.crash) victim.crashAt(fault.crash)
  const size = Math.min(BATCH, calls - done)
  const plans = Array.from({ length: size }, (_, index) => ({
    rail: pick(rails),
    buyer: pick(world.buyers),
    path: soldPath(done + index, page),
    random: seededRandom(Math.floor(random() * 2 ** 31)),
  }))
  const restart = fault.restartDatabase ? postgres?.restart() : undefined
  let next = 0
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let plan = plans[next++]; plan; plan = plans[next++]) {
        const record = await oneCall(plan.buyer, plan.rail, plan.path, { servers: urls, random: plan.random })
        if (record) records.push(record)
      }
    }),
  )
  await restart
  for (const server of servers) server.crashAt(null)
  done += size
  if (done % (BATCH * 10) === 0)
    say(`${done} calls, ${servers.reduce((sum, server) => sum + server.crashes, 0)} crashes, ${records.filter(isOpen).length} open`)
}

world.facilitator.set({ verify: 'ok', settle: 'ok', settleSays: null, landingDelayMs: 0 })
for (const server of servers) await server.ready()
// All come from one address: a buyer whom crashes alone have kept from ever paying would share what strangers there have with the hostile ones.
// A claim of a server that died is held for a while, so once is not enough.
await resendOpen(records, urls[0]!)
// Before the rest is resent: the poor wallet uses up what the address has for runs that end unpaid.
say('hostile calls of one wallet at one address, and a good buyer among them')
const flooded = await flood(world, urls, page, world.buyers[0]!, postgres?.url, calls)
page.stop()
say('a wallet that can pay for one of twenty, and thieves with public data')
const poor = await floodFromPoorWallet(world, urls[0]!, 1_000n)
const unpaidReplays = await countUnpaidReplays(records, urls[0]!)

say('faults off: resending what is open until every buyer has an answer or a clear no')
const books = await closeBooks({ world, records, servers, databaseUrl: postgres?.url, dataDir: folder, poor: Object.values(poor) })
const result = { ...books.verdict, unpaidReplays, ...flooded, seed, crashes: servers.reduce((sum, server) => sum + server.crashes, 0) }
await world.stop()
await postgres?.stop()
// Without a database that others may open nothing is aged, so validity has not ended.
const clean =
  isClean(books.verdict) && unpaidReplays === 0 && (books.verdict.stillOpen === 0 || !postgres) && isBounded(flooded, servers.length)
for (const payment of books.explained) say(JSON.stringify(payment))
if (clean) rmSync(folder, { recursive: true, force: true })
else say(`not clean, logs kept in ${folder}: ${JSON.stringify(result)}`)
process.stdout.write(
  values.json
    ? `${JSON.stringify(result)}\n`
    : `${Object.entries(result)
        .map(([name, value]) => `${name} ${value}`)
        .join('\n')}\n${JSON.stringify(result)}\n`,
)
process.exitCode = clean ? 0 : 1
