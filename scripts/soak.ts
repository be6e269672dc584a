/**
 * `npm run soak -- [--minutes N] [--seed S] [--json]`: bounded load on real servers while PostgreSQL restarts, Redis is gone, sources flap, the
 * facilitator fails and servers are stopped and killed. Then every buyer resends what is open, and chains, ledger, operator's page and logs
 * are checked: nobody lost or gained a cent, no secret was logged, memory and handles stayed. The last line is JSON; exit 0 only when all holds.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { toUsd } from '../lib/payments/books/ledger-report.ts'
import { tools } from '../lib/tools/registry.ts'
import { rails } from '../tests/local/buyer.ts'
import { seededRandom } from '../tests/local/facilitator-modes.ts'
import { startLocalWorld } from '../tests/local/index.ts'
import { originsOf } from '../tests/support/ocds-source/index.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { findRequirement } from '../tests/support/programs.ts'
import { startRedis } from '../tests/support/redis.ts'
import { startStandInSite } from '../tests/support/stand-in-site.ts'
import { startUpstreams } from '../tests/support/upstreams/server.ts'
import { closeBooks, isClean } from './faults/books.ts'
import { type CallRecord, isOpen, oneCall } from './faults/one-call.ts'
import { keepServerUp } from './faults/server-process.ts'
import { describeMisfortune, nextMisfortune } from './soak/misfortune.ts'
import { findSecrets, paymentSecrets } from './soak/secrets.ts'
import { usageOf } from './soak/usage.ts'
import { ensureBuild } from './steps/build.ts'
import { misused, readOptions } from './steps/options.ts'

const { values } = readOptions(import.meta.url, {
  options: { minutes: { type: 'string', default: '3' }, seed: { type: 'string', default: '1' }, json: { type: 'boolean' } },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed)
if (!(minutes > 0 && minutes <= 600) || !Number.isInteger(seed)) misused('--minutes is a number up to 600, --seed a whole number')
const say = (text: string) => process.stderr.write(`${text}\n`)

const CONCURRENCY = 8
const CALLS_PER_ROUND = 24
const WARM_ROUNDS = 2
/** Of the process that is never stopped; twice its warm size would be a leak, whatever the allocator keeps. */
const RSS_LIMIT = 1.5
/** Sockets to databases, facilitator and sources come and go. */
const HANDLES_LIMIT = 40

if ((await ensureBuild()) !== 0) process.exit(1)
const random = seededRandom(seed)
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
const folder = mkdtempSync(join(tmpdir(), 'soak-'))
const world = await startLocalWorld({ buyers: 4 })
const upstreams = await startUpstreams({ loud: false })
const site = await startStandInSite()
// A crash must not lose what was committed, as it would without the writes to disk that other tests do without.
const postgres = findRequirement('postgres') ? await startPostgres({ durable: true }) : undefined
const redis = findRequirement('redis') ? await startRedis() : undefined
const metricsToken = randomBytes(24).toString('hex')
/** In the query of a web tool: must not be logged. */
const privateMark = `private-${randomBytes(8).toString('hex')}`
const env = world.appEnv({
  ...upstreams.env,
  BASE_URL: 'http://tools.test',
  DATA_DIR: folder,
  LOG_LEVEL: 'debug',
  METRICS_TOKEN: metricsToken,
  FETCH_ALLOW_TARGETS: site.target,
  FACILITATOR_VERIFY_TIMEOUT_MS: '1500',
  FACILITATOR_SETTLE_TIMEOUT_MS: '1500',
  // Loopback has no tenders to read.
  ...originsOf(() => 'http://127.0.0.1:9'),
  ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  ...(redis ? { REDIS_URL: redis.url } : {}),
})
const logs = [join(folder, 'server-0.log')]
const servers = [await keepServerUp(env, logs[0]!)]
// The embedded database is for one process; two need PostgreSQL.
if (postgres) {
  logs.push(join(folder, 'server-1.log'))
  servers.push(await keepServerUp(env, logs[1]!))
}
const [victim, steady] = [servers[0]!, servers.at(-1)!]
const urls = servers.map(({ url }) => url)
say(
  `seed ${seed}, ${minutes} minutes, ${servers.length} servers, ${postgres ? 'PostgreSQL' : 'PGlite'}, ${redis ? 'Redis' : 'no Redis'}; logs in ${folder}`,
)

const page = `${site.url}${site.url.includes('?') ? '&' : '?'}mark=${privateMark}`
/** Sold during the run: some answer from memory, some from sources, some from a page. */
const sold = ['util/uuid', 'util/time', 'evm/4byte', 'crypto/price', 'dns/lookup', 'web/status', 'web/markdown']
const paths = tools
  .filter(({ id }) => sold.includes(id))
  .map(({ path, examples }) => {
    const query = new URLSearchParams(examples[0].query)
    if (query.has('url')) query.set('url', page)
    return `${path}?${query}`
  })
const free = [
  '/',
  '/v1/util/ping',
  '/v1/util/uuid?n=0',
  '/v1/none/such',
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/api/uk-tenders/index.json',
  '/metrics',
  '/ops',
  '/status',
]

let unpaid = 0
/** Calls of tools whose sources were away: refused before any payment. */
let declined = 0
/** Calls that pay nothing; while servers come and go some get no answer, but never a 500. */
const serverErrors: string[] = []
async function browse(): Promise<void> {
  const path = pick(free)
  const token = path === '/metrics' ? metricsToken : world.operatorToken
  const answer = await fetch(`${pick(urls)}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(15_000),
  }).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => undefined)
  unpaid += 1
  if (answer?.status === 500) serverErrors.push(path)
}

const records: CallRecord[] = []
const exits: { code: number | null; ms: number }[] = []
let warm: ReturnType<typeof usageOf> = null
let round = 0
for (const end = Date.now() + minutes * 60_000; Date.now() < end; round += 1) {
  const bad = nextMisfortune(round, random)
  world.facilitator.set(bad.facilitator)
  upstreams.setFault('*', null)
  for (const name of ['sourcify-4byte', 'coingecko', 'doh-cloudflare', 'dexscreener']) upstreams.setFault(name, null)
  if (bad.upstream) upstreams.setFault(bad.upstream.source, bad.upstream.fault)
  if (bad.redis) await redis?.stop()
  const plans = Array.from({ length: CALLS_PER_ROUND }, () => ({
    rail: pick(rails),
    buyer: pick(world.buyers),
    path: pick(paths),
    random: seededRandom(Math.floor(random() * 2 ** 31)),
  }))
  let next = 0
  const load = Array.from({ length: CONCURRENCY }, async () => {
    for (let plan = plans[next++]; plan; plan = plans[next++]) {
      const [record] = await Promise.all([oneCall(plan.buyer, plan.rail, plan.path, { servers: urls, random: plan.random }), browse()])
      if (record) records.push(record)
      else declined += 1
    }
  })
  const strike = async () => {
    await sleep(100 + random() * 400)
    if (bad.server === 'SIGKILL') victim.kill()
    if (bad.server === 'SIGTERM') exits.push(await victim.restart())
    if (bad.postgres === 'restart') await postgres?.restart()
    if (bad.postgres === 'crash') {
      await postgres?.crash()
      await sleep(500 + random() * 1_000)
      await postgres?.start()
    }
  }
  await Promise.all([...load, strike()])
  if (bad.redis) await redis?.restart()
  await Promise.all(servers.map((server) => server.ready()))
  if (round === WARM_ROUNDS - 1) warm = usageOf(steady.pid)
  say(
    `round ${round + 1}: ${describeMisfortune(bad)}; ${records.length} paid calls, ${records.filter(isOpen).length} open, ${JSON.stringify(usageOf(steady.pid))}`,
  )
}

say('faults off: resending what is open until every buyer has an answer or a clear no')
upstreams.reset()
let opsAgrees = false
let usage: ReturnType<typeof usageOf> = null
const books = await closeBooks({
  world,
  records,
  servers,
  databaseUrl: postgres?.url,
  dataDir: folder,
  patienceMs: 180_000,
  beforeStop: async (chainTotal) => {
    usage = usageOf(steady.pid)
    const answer = await fetch(`${steady.url}/ops`, {
      headers: { authorization: `Basic ${Buffer.from(`:${world.operatorToken}`).toString('base64')}` },
    })
    opsAgrees = answer.status === 200 && (await answer.text()).includes(`<strong>${toUsd(String(chainTotal))} USD</strong>`)
  },
})
const end = usage as ReturnType<typeof usageOf>
const secrets = findSecrets(logs, [
  { name: 'operator token', text: world.operatorToken },
  { name: 'metrics token', text: metricsToken },
  { name: 'query of a web tool', text: privateMark },
  ...world.buyers.flatMap((buyer) => [
    { name: 'private key', text: buyer.base.privateKey.slice(2) },
    { name: 'private key', text: buyer.solana.secretKeyBase58 },
  ]),
  ...records.flatMap(({ header }) => paymentSecrets(header)),
])
const drains = [...exits, ...books.exits]
const result = {
  ...books.verdict,
  seed,
  minutes,
  rounds: round,
  unpaidCalls: unpaid,
  declined,
  serverErrors: serverErrors.length,
  opsAgrees,
  secretsInLogs: secrets.found,
  sigterms: drains.length,
  drainsFailed: drains.filter(({ code }) => code !== 0).length,
  slowestDrainMs: Math.max(0, ...drains.map(({ ms }) => ms)),
  rssMbWarm: warm?.rssMb ?? null,
  rssMbEnd: end?.rssMb ?? null,
  handlesWarm: warm?.handles ?? null,
  handlesEnd: end?.handles ?? null,
}
await site.stop()
await upstreams.stop()
await redis?.stop()
await world.stop()
await postgres?.stop()

const problems = [
  ...(isClean(books.verdict) ? [] : ['money was lost or gained']),
  ...(books.verdict.stillOpen === 0 ? [] : ['payments are still open']),
  ...(opsAgrees ? [] : ['the operator page differs from the chains']),
  ...(secrets.found === 0 ? [] : [`logged: ${secrets.kinds.join(', ')}`]),
  ...(result.drainsFailed === 0 ? [] : ['a server did not end in order']),
  ...(serverErrors.length === 0 ? [] : [`500 at ${[...new Set(serverErrors)].join(', ')}`]),
  ...(warm && end && end.rssMb > warm.rssMb * RSS_LIMIT ? ['memory grew'] : []),
  ...(warm && end && end.handles > warm.handles + HANDLES_LIMIT ? ['open handles grew'] : []),
]
for (const problem of problems) say(problem)
if (problems.length === 0) rmSync(folder, { recursive: true, force: true })
else say(`logs kept in ${folder}`)
if (!values.json) for (const [name, value] of Object.entries(result)) process.stdout.write(`${name} ${value}\n`)
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
