/** Memory and open handles of `npm start` after 100,000 mixed requests against after 10,000. */
import { readdirSync } from 'node:fs'
import { Agent, request } from 'undici'
import { startLocalWorld } from '../../tests/local/index.ts'
import { ensureBuild } from '../steps/build.ts'
import { load, residentMb, startPeer } from './measure.ts'

export type MemoryFigures = {
  memoryGrowth: number
  megabytesBefore: number
  megabytesAfter: number
  handlesBefore: number
  handlesAfter: number
}

const PATHS = [
  '/v1/util/ping',
  '/v1/util/uuid?n=3',
  '/v1/util/uuid?n=0',
  '/v1/util/time?tz=Europe/London',
  '/v1/evm/4byte?selector=0xa9059cbb',
  '/v1/none/none',
  '/v1/dns/lookup?name=example.com',
  '/api/uk-tenders/cleaning.json',
  '/api/uk-tenders/cleaning.csv?limit=5',
  '/api/uk-tenders/nothing.json',
  '/healthz',
  '/openapi.json',
]

/** Open descriptors of a process. Linux only. */
const handles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** RSS at the end over RSS after a tenth, and handles beside it. */
export async function benchMemory({ quick }: { quick: boolean }): Promise<MemoryFigures> {
  if ((await ensureBuild()) !== 0) throw new Error('the build failed')
  const world = await startLocalWorld()
  const dataDir = `.data/bench-memory-${process.pid}`
  const server = await startPeer(
    'npm start',
    'server.ts',
    world.appEnv({ LOG_LEVEL: 'error', JOBS_DRIVER: 'off', BASE_URL: 'http://tools.test', DATA_DIR: dataDir }),
    '/v1/util/ping',
  )
  const agent = new Agent({ connections: 16 })
  try {
    const run = (count: number) =>
      load(count, 16, async (index) => {
        const answer = await request(`${server.url}${PATHS[index % PATHS.length]}`, { dispatcher: agent })
        await answer.body.dump()
        if (answer.statusCode === 500) throw new Error(`${PATHS[index % PATHS.length]} answered 500`)
      })
    const [first, rest] = quick ? [1_000, 2_000] : [10_000, 90_000]
    await run(first)
    const [megabytesBefore, handlesBefore] = [residentMb(server.pid), handles(server.pid)]
    await run(rest)
    const [megabytesAfter, handlesAfter] = [residentMb(server.pid), handles(server.pid)]
    return { memoryGrowth: megabytesAfter / megabytesBefore, megabytesBefore, megabytesAfter, handlesBefore, handlesAfter }
  } finally {
    server.stop()
    await world.stop()
  }
}
