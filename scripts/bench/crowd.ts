/**
 * Buyers and readers of `npm start` while 200 strangers try everything at once, beside the same in quiet; then a stop with the strangers still
 * there. Between the two the strangers are busy with a server that does nothing: what is slower then is the machine's share, the rest is ours.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { getPriority, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { startLocalWorld } from '../../tests/local/index.ts'
import { readNotices } from '../../tests/support/built-app.ts'
import { type Server, startServer } from '../../tests/support/server.ts'
import { startStandIns } from '../../tests/support/stand-ins.ts'
import { freePort, startTied } from '../../tests/support/tied-process.ts'
import { root } from '../steps/run.ts'
import { median, residentMb } from './measure.ts'

/** How long calls took with whom beside them: nobody, strangers who are busy elsewhere on this machine, the crowd. */
type Times = Record<'quiet' | 'elsewhere' | 'crowd', { p50: number; p99: number }>

export type CrowdFigures = {
  connections: number
  /** p99 with the crowd over p99 in quiet. */
  paidP99: number
  feedP99: number
  /** The same over p99 with the strangers busy elsewhere: what is ours. */
  paidP99Ours: number
  feedP99Ours: number
  paidMs: Times
  feedMs: Times
  /** Answers to buyers and readers that were not 200. */
  refused: number
  /** Answers the crowd got in a second, and what it took of a processor, as `elsewhere`. */
  strangers: { answersPerSecond: number; processor: number; processorElsewhere: number }
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

/** Strangers come from elsewhere: on this machine they give way to server and buyers by so much. */
const STRANGERS_NICER = 10

/** `end` after `count` too: what is left is ended. */
type Strangers = { count(): Promise<{ answers: number; cpuMs: number; ms: number }>; end(): Promise<void> }

async function startStrangers(port: number | string): Promise<Strangers> {
  const child = spawn(process.execPath, [join(root, 'scripts/bench/crowd-strangers.ts'), String(port), String(CONNECTIONS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  setPriority(child.pid!, Math.min(19, getPriority() + STRANGERS_NICER))
  await once(child.stdout!, 'data')
  const start = performance.now()
  return {
    async count() {
      const said = once(child.stdout!, 'data')
      child.kill('SIGTERM')
      const [line] = await said
      return { ...(JSON.parse(String(line)) as { answers: number; cpuMs: number }), ms: performance.now() - start }
    },
    end: async () => void child.kill('SIGKILL'),
  }
}

/** The strangers, busy with a server that does nothing. */
async function startElsewhere(): Promise<Strangers> {
  const port = await freePort()
  const nobody = await startTied(process.execPath, [join(root, 'scripts/bench/crowd-nobody.ts'), String(port)])
  const strangers = await startStrangers(port)
  return {
    ...strangers,
    end: async () => {
      await strangers.end()
      await nobody.stop()
    },
  }
}

/** A buyer and reader who keeps count: of answers that were not 200, and of what the server held at the most. */
function createCaller({ url, pid }: Server) {
  const agent = new Agent({ connections: 8 })
  const counts = { refused: 0, megabytes: 0 }
  let client = 0
  /** One call from an address that has done nothing yet, in milliseconds. */
  const timed = async (path: string, headers: Record<string, string> = {}): Promise<number> => {
    client += 1
    const start = performance.now()
    const answer = await request(`${url}${path}`, {
      dispatcher: agent,
      headers: { 'x-forwarded-for': `10.0.${client >> 8}.${client & 255}`, ...headers },
    })
    await answer.body.dump()
    if (answer.statusCode !== 200) counts.refused += 1
    counts.megabytes = Math.max(counts.megabytes, residentMb(pid))
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
  return { counts, measure, close: () => agent.close() }
}

/** Figures of one run. Everything is on this machine: strangers, buyers, their chains and facilitator share its cores with the server. */
export async function benchCrowd({ quick }: { quick: boolean }): Promise<CrowdFigures> {
  const [world, standIns] = [await startLocalWorld(), await startStandIns()]
  const folder = mkdtempSync(join(tmpdir(), 'bench-crowd-'))
  const server = await startServer({
    env: world.appEnv({
      ...standIns.env,
      DATA_DIR: folder,
      BASE_URL: 'http://tools.test',
      RATE_LIMIT_PER_MINUTE: '600',
      TRUSTED_PROXIES: '127.0.0.1/32',
      INNGEST_SIGNING_KEY: `signkey-test-${'ab'.repeat(32)}`,
      LOG_LEVEL: 'error',
    }),
    logFile: join(folder, 'server.log'),
  })
  const { counts, measure, close } = createCaller(server)
  let strangers: Strangers | undefined
  try {
    await readNotices(server.url, world.operatorToken)
    const [calls, reads] = quick ? [20, 200] : [120, 2_400]
    const sign = async () => {
      const offer = await fetch(`${server.url}${PING}`, { headers: { 'x-forwarded-for': '10.1.1.1' } })
      return world.buyer.signOnce(offer, 'base')
    }
    const payments: string[] = []
    for (let index = 0; index < 3 * calls + 5; index += 1) payments.push(await sign())
    await measure(payments.splice(0, 5), 200)
    const quiet = await measure(payments.splice(0, calls), reads)
    const calm = residentMb(server.pid)
    strangers = await startElsewhere()
    const elsewhere = await measure(payments.splice(0, calls), reads)
    const there = await strangers.count()
    await strangers.end()
    strangers = await startStrangers(new URL(server.url).port)
    const crowd = await measure(payments, reads)
    const stop = await server.stop(STOP_LIMIT_MS)
    const here = await strangers.count()
    return {
      connections: CONNECTIONS,
      paidP99: crowd.paid.p99 / quiet.paid.p99,
      feedP99: crowd.feed.p99 / quiet.feed.p99,
      paidP99Ours: crowd.paid.p99 / elsewhere.paid.p99,
      feedP99Ours: crowd.feed.p99 / elsewhere.feed.p99,
      paidMs: { quiet: quiet.paid, elsewhere: elsewhere.paid, crowd: crowd.paid },
      feedMs: { quiet: quiet.feed, elsewhere: elsewhere.feed, crowd: crowd.feed },
      strangers: {
        answersPerSecond: (here.answers / here.ms) * 1000,
        processor: here.cpuMs / here.ms,
        processorElsewhere: there.cpuMs / there.ms,
      },
      refused: counts.refused,
      megabytes: { quiet: calm, most: counts.megabytes },
      stop,
    }
  } finally {
    await strangers?.end()
    await server.stop()
    await close()
    await standIns.stop()
    await world.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
