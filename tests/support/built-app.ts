/** The built app as a visitor meets it: local chains and facilitator, stand-ins for every source, notices read, `server.ts` in front. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, londonDay } from '../../lib/tenders/words/london.ts'
import { ensureBuild } from '../../scripts/steps/build.ts'
import { type LocalWorld, type LocalWorldOptions, startLocalWorld } from '../local/index.ts'
import { dataFolder } from './database.ts'
import { launchServer } from './server.ts'
import { startStandIns } from './stand-ins.ts'

export type BuiltApp = {
  url: string
  world: LocalWorld
  stop(): Promise<void>
}

/** Who runs it, as every page says. */
export const OPERATOR = { OPERATOR_NAME: 'Acme & Sons', OPERATOR_CONTACT: 'mailto:help@acme.test', OPERATOR_COUNTRY: 'GB' }

const NOTICES_TIMEOUT_MS = 120_000
/** The stand-ins have notices of so many days; a first fill looks for some in four months. */
const NOTICE_DAYS = 26

/** Asks for a job as an operator does. @throws Error when it is not taken; one that is under way already is as good */
async function askForJob(url: string, operatorToken: string, type: string, params = {}): Promise<void> {
  const response = await fetch(`${url}/api/jobs`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${operatorToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ type, params }),
  })
  if (response.status !== 202 && response.status !== 409)
    throw new Error(`${type} was not taken: ${response.status} ${await response.text()}`)
}

/** Starts the ingest of the stand-ins' days and waits until their notices are served. @throws Error when that takes too long */
export async function readNotices(url: string, operatorToken: string): Promise<void> {
  await askForJob(url, operatorToken, 'ingest-tenders', { from: addDays(londonDay(Date.now()), -NOTICE_DAYS) })
  for (const end = Date.now() + NOTICES_TIMEOUT_MS; Date.now() < end; await sleep(250)) {
    const index = await fetch(`${url}/api/uk-tenders/index.json`)
    if (index.status !== 200) continue
    const { trades } = (await index.json()) as { trades: { total_open: number }[] }
    if (trades.some(({ total_open }) => total_open > 0)) return
  }
  throw new Error('No notice was served after the ingest.')
}

/** Builds when needed and starts everything; ready with open notices. Whatever was started is stopped again when a part fails. */
export async function startBuiltApp(chains: LocalWorldOptions = {}): Promise<BuiltApp> {
  const stops: (() => unknown)[] = []
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end()
  }
  try {
    if ((await ensureBuild()) !== 0) throw new Error('The build failed.')
    const folder = await dataFolder('built-app')
    stops.push(() => rmSync(folder, { recursive: true, force: true }))
    const world = await startLocalWorld(chains)
    stops.push(world.stop)
    const standIns = await startStandIns()
    stops.push(standIns.stop)
    const server = await launchServer({
      // A runner would begin with a first fill; what is needed of it is asked for below.
      env: world.appEnv({ ...standIns.env, ...OPERATOR, DATA_DIR: folder, JOBS_DRIVER: 'off' }),
      logFile: join(folder, 'server.log'),
    })
    stops.push(() => server.stop())
    await server.answers('/healthz', 200)
    await askForJob(server.url, world.operatorToken, 'refresh-prices')
    await server.ready()
    await readNotices(server.url, world.operatorToken)
    return { url: server.url, world, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
