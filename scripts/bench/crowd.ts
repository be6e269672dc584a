/** Buyers and readers of `npm start` while 200 strangers try everything at once, beside the same in quiet; then a stop with the strangers still there. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { startLocalWorld } from '../../tests/local/index.ts'
import { readNotices } from '../../tests/support/app-server.ts'
import { startStandIns } from '../demo/stand-ins.ts'
import { startServer } from '../faults/server-process.ts'
import { ensureBuild } from '../steps/build.ts'
import { root } from '../steps/run.ts'
import { median, residentMb } from './measure.ts'

export type CrowdFigures = {
  connections: number
  /** p99 with the crowd over p99 in quiet. */
  paidP99: number
  feedP99: number
  paidMs: Record<'quiet' | 'crowd', { p50: number; p99: number }>
  feedMs: Record<'quiet' | 'crowd', { p50: number; p99: number }>
  /** Answers to buyers and readers that were not 200. */
  refused: number
  megabytes: { quiet: number; most: number }
  stop: { code: number | null; ms: number }
}

const CONNECTIONS = 200
const STOP_LIMIT_MS = 10_000
const FEED = '/api/uk-tenders/construction.json'
const PING = '/v1/util/ping'

const spread = (times: number[]) => {
  const sorted = [...times].sort((a, b) => a - b)
  return { p50: median(times), p99: sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))]! }
}

async function startStrangers(url: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, 'scripts/bench/crowd-strangers.ts'), new URL(url).port, String(CONNECTIONS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout!, 'data')
  return child
}

/** Figures of one run. Everything is on this machine, strangers too: they take their share of its cores. */
export async function benchCrowd({ quick }: { quick: boolean }): Promise<CrowdFigures> {
  if ((await ensureBuild()) !== 0) throw new Error('the build failed')
  const [world, standIns] = [await startLocalWorld(), await startStandIns()]
  const folder = mkdtempSync(join(tmpdir(), 'bench-crowd-'))
  const server = await startServer(
    world.appEnv({
      ...standIns.env,
      DATA_DIR: folder,
      BASE_URL: 'http://tools.test',
      RATE_LIMIT_PER_MINUTE: '600',
      TRUSTED_PROXIES: '127.0.0.1/32',
      INNGEST_SIGNING_KEY: `signkey-test-${'ab'.repeat(32)}`,
      LOG_LEVEL: 'error',
    }),
    join(folder, 'server.log'),
  )
  const agent = new Agent({ connections: 8 })
  let client = 0
  let refused = 0
  let most = 0
  let strangers: ChildProcess | undefined
  /** One call from an address that has done nothing yet, in milliseconds. */
  const timed = async (path: string, headers: Record<string, string> = {}): Promise<number> => {
    client += 1
    const start = performance.now()
    const answer = await request(`${server.url}${path}`, {
      dispatcher: agent,
      headers: { 'x-forwarded-for': `10.0.${client >> 8}.${client & 255}`, ...headers },
    })
    await answer.body.dump()
    if (answer.statusCode !== 200) refused += 1
    most = Math.max(most, residentMb(server.pid))
    return performance.now() - start
  }
  const measure = async (payments: string[], reads: number) => {
    const [paid, feed]: [number[], number[]] = [[], []]
    for (const [index, payment] of payments.entries()) {
      paid.push(await timed(PING, { 'payment-signature': payment }))
      for (let read = 0; read < reads / payments.length; read += 1) feed.push(await timed(`${FEED}?limit=${1 + (index % 20)}`))
    }
    return { paid: spread(paid), feed: spread(feed) }
  }
  try {
    await readNotices(server.url, world.operatorToken)
    const [calls, reads] = quick ? [20, 200] : [120, 2_400]
    const sign = async () => {
      const offer = await fetch(`${server.url}${PING}`, { headers: { 'x-forwarded-for': '10.1.1.1' } })
      return world.buyer.signOnce(offer, 'base')
    }
    const payments: string[] = []
    for (let index = 0; index < 2 * calls + 5; index += 1) payments.push(await sign())
    await measure(payments.splice(0, 5), 200)
    const quiet = await measure(payments.splice(0, calls), reads)
    const calm = residentMb(server.pid)
    strangers = await startStrangers(server.url)
    const crowd = await measure(payments, reads)
    const stop = await server.stop(STOP_LIMIT_MS)
    return {
      connections: CONNECTIONS,
      paidP99: crowd.paid.p99 / quiet.paid.p99,
      feedP99: crowd.feed.p99 / quiet.feed.p99,
      paidMs: { quiet: quiet.paid, crowd: crowd.paid },
      feedMs: { quiet: quiet.feed, crowd: crowd.feed },
      refused,
      megabytes: { quiet: calm, most },
      stop,
    }
  } finally {
    strangers?.kill('SIGTERM')
    await server.stop()
    await agent.close()
    await standIns.stop()
    await world.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
