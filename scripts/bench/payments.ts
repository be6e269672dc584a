/**
 * Unpaid and paid calls, ours beside the stock sellers, in one run: CPU per request of the seller's process, and requests per second.
 * The facilitator, the chains and PostgreSQL run outside the measured processes.
 */
import { generateKeyPairSync } from 'node:crypto'
import { Agent, request } from 'undici'
import { type LocalWorld, startLocalWorld } from '../../tests/local/index.ts'
import { startPostgres, type TestPostgres } from '../../tests/support/postgres.ts'
import { findProgram, findRequirement } from '../../tests/support/programs.ts'
import { ensureBuild } from '../steps/build.ts'
import { bin, runNode } from '../steps/run.ts'
import { cpuSeconds, load, median, type Peer, startPeer, wrkLoad } from './measure.ts'

export type PaymentFigures = {
  /** Requests per second of unpaid calls through `npm start`, over @x402/hono. */
  unpaid402VsHono: number
  /** CPU per unpaid call under Next alone, over a bare Next route of the same bytes. */
  unpaid402CpuVsBareRoute: number
  /** CPU per paid call through `npm start`, over @x402/hono. */
  paidCpuVsHono: number
  /** The same under Next alone. */
  paidCpuNextMountVsHono: number
  /** CPU per paid call with offers and receipts signed, over one without. */
  paidCpuReceiptsVsNone: number
  details: Record<string, number>
}

const PING = '/v1/util/ping'
const agent = new Agent({ connections: 32, pipelining: 1 })

async function call(url: string, status: number, headers: Record<string, string> = {}): Promise<void> {
  const answer = await request(url, { dispatcher: agent, headers })
  await answer.body.dump()
  if (answer.statusCode !== status) throw new Error(`${url} answered ${answer.statusCode}`)
}

type Sample = { cpuMs: number; perSecond: number }

/** Alternates rounds over the contestants, so that what else the machine does falls on all of them. */
async function compare<Name extends string>(
  rounds: number,
  contestants: Record<Name, () => Promise<Sample>>,
): Promise<Record<Name, Sample>> {
  const names = Object.keys(contestants) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Sample[]>
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 ? [...names].reverse() : names) samples[name].push(await contestants[name]())
  }
  return Object.fromEntries(
    names.map((name) => [
      name,
      { cpuMs: median(samples[name].map((one) => one.cpuMs)), perSecond: median(samples[name].map((one) => one.perSecond)) },
    ]),
  ) as Record<Name, Sample>
}

const sampled =
  (peer: Peer, requests: number, concurrency: number, send: (index: number) => Promise<void>) => async (): Promise<Sample> => {
    const before = cpuSeconds(peer.pid)
    const { perSecond } = await load(requests, concurrency, send)
    return { cpuMs: ((cpuSeconds(peer.pid) - before) / requests) * 1000, perSecond }
  }

const signingKey = (): string => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Starts every seller; each is added to `peers` as soon as it runs. */
async function startSellers(world: LocalWorld, postgres: TestPostgres | undefined, peers: Peer[]) {
  const start = async (name: string, script: string, extra: Record<string, string> = {}, probe = PING) => {
    // The peers keep no metrics; neither do we, unless somebody configures it.
    const env = world.appEnv({ LOG_LEVEL: 'error', METRICS_TOKEN: '', JOBS_DRIVER: 'off', BASE_URL: 'http://tools.test', ...extra })
    const peer = await startPeer(name, script, env, probe)
    peers.push(peer)
    return peer
  }
  const database = async (name: string): Promise<Record<string, string>> =>
    postgres ? { DATABASE_URL: await postgres.createDatabase(name) } : { DATA_DIR: `.data/bench-${name}-${process.pid}` }
  return {
    hono: await start('hono', 'scripts/bench/peers/hono.ts'),
    express: await start('express', 'scripts/bench/peers/express.ts'),
    ours: await start('npm start', 'server.ts', await database('front')),
    signing: await start('npm start, signing', 'server.ts', { ...(await database('signing')), RECEIPT_SIGNING_KEY: signingKey() }),
    mount: await start('next mount', 'scripts/bench/next-app/serve.ts', await database('mount')),
    // Each seller has a process of its own: what two leave behind in one heap would be counted as the other's.
    stock: await start('next stock', 'scripts/bench/next-app/serve.ts', await database('stock'), `/stock${PING}`),
  }
}

const KEPT_HEADERS = [
  'content-type',
  'payment-required',
  'cache-control',
  'vary',
  'link',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'x-request-id',
  'x-content-type-options',
]

/** An offer as plain bytes, for a route that does nothing but send them. */
const plainBytes = async (reference: Response) => ({
  status: 402,
  headers: Object.fromEntries(KEPT_HEADERS.flatMap((name) => (reference.headers.has(name) ? [[name, reference.headers.get(name)!]] : []))),
  body: await reference.text(),
})

/** Runs the comparison. `quick` takes few requests: it proves that the bench runs, not how fast anything is. */
export async function benchPayments({ quick }: { quick: boolean }): Promise<PaymentFigures> {
  if ((await ensureBuild()) !== 0) throw new Error('the build failed')
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' as const }
  if ((await runNode(bin.next, ['build', 'scripts/bench/next-app'], { env })) !== 0) throw new Error('the build of the bench routes failed')
  const world = await startLocalWorld({ fundsAtomic: 10_000_000_000n })
  const postgres = findRequirement('postgres') ? await startPostgres({ durable: true }) : undefined
  const peers: Peer[] = []
  try {
    const { hono, express, ours, signing, mount, stock } = await startSellers(world, postgres, peers)
    const bytes = await plainBytes(await fetch(`${mount.url}${PING}`))
    await fetch(`${stock.url}/bare/x`, { method: 'PUT', body: JSON.stringify(bytes) })

    const [many, rounds] = quick ? [300, 3] : [6_000, 7]
    const wrk = findProgram('wrk')
    // A client in JavaScript is slower than our own server: with it the requests per second would be the client's.
    const unpaid = (peer: Peer, path = PING) =>
      wrk === undefined
        ? sampled(peer, many, 16, () => call(`${peer.url}${path}`, 402))
        : async (): Promise<Sample> => {
            const before = cpuSeconds(peer.pid)
            const { perSecond, requests } = await wrkLoad(wrk, `${peer.url}${path}`, quick ? 1 : 3, { ok: false })
            return { cpuMs: ((cpuSeconds(peer.pid) - before) / requests) * 1000, perSecond }
          }
    const contestants = {
      hono: unpaid(hono),
      express: unpaid(express),
      front: unpaid(ours),
      mount: unpaid(mount),
      bare: unpaid(stock, '/bare/v1/util/ping'),
      stock: unpaid(stock, `/stock${PING}`),
    }
    await compare(1, contestants)
    const free = await compare(rounds, contestants)

    const [few, paidRounds] = quick ? [24, 2] : [250, 9]
    const paid =
      (peer: Peer, path = PING) =>
      async (): Promise<Sample> => {
        const offer = (await fetch(`${peer.url}${path}`)).headers.get('PAYMENT-REQUIRED')!
        const headers: string[] = []
        for (let index = 0; index < few; index += 1) headers.push(await world.buyer.signOnce(offer, 'base'))
        return sampled(peer, few, 8, (index) => call(`${peer.url}${path}`, 200, { 'PAYMENT-SIGNATURE': headers[index]! }))()
      }
    const sellers = { hono: paid(hono), front: paid(ours), signing: paid(signing), mount: paid(mount), stock: paid(stock, `/stock${PING}`) }
    await compare(1, sellers)
    const bought = await compare(paidRounds, sellers)
    const details: Record<string, number> = {}
    for (const [name, sample] of Object.entries(free))
      Object.assign(details, { [`unpaid ${name} CPU ms`]: sample.cpuMs, [`unpaid ${name} per second`]: sample.perSecond })
    for (const [name, sample] of Object.entries(bought)) details[`paid ${name} CPU ms`] = sample.cpuMs
    return {
      unpaid402VsHono: free.front.perSecond / free.hono.perSecond,
      unpaid402CpuVsBareRoute: free.mount.cpuMs / free.bare.cpuMs,
      paidCpuVsHono: bought.front.cpuMs / bought.hono.cpuMs,
      paidCpuNextMountVsHono: bought.mount.cpuMs / bought.hono.cpuMs,
      paidCpuReceiptsVsNone: bought.signing.cpuMs / bought.front.cpuMs,
      details,
    }
  } finally {
    for (const peer of peers) peer.stop()
    await world.stop()
    await postgres?.stop()
  }
}
