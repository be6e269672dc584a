/** A server that a fault run may kill and that comes back by itself, as under any process manager. */
import { setTimeout as sleep } from 'node:timers/promises'
import { launchServer, type Server } from '../../tests/support/server.ts'
import { type Exit, freePort } from '../../tests/support/tied-process.ts'
import { ensureBuild } from '../steps/build.ts'
import type { CrashOrder } from './crash-hook.ts'

const START_MS = 60_000
const DRAIN_MS = 70_000

export type ServerProcess = {
  url: string
  /** Of the process that runs now. */
  readonly pid: number
  /** How often it died so far. */
  readonly crashes: number
  crashAt(point: string | null): void
  kill(): void
  /** Asks it to finish and end, as a process manager does before an update; it comes back. @returns its exit code and how long it took. */
  restart(): Promise<Exit>
  /** Waits until it sells. @throws Error when it does not within a minute */
  ready(): Promise<void>
  /** The same as `restart`, and it stays down. */
  stop(): Promise<Exit>
}

/** Starts `server.ts` on a free port and keeps it up until `stop`. */
export async function keepServerUp(env: Record<string, string>, logFile: string): Promise<ServerProcess> {
  if ((await ensureBuild()) !== 0) throw new Error('The build failed.')
  const port = await freePort()
  let stopping = false
  let crashes = 0
  let server: Server
  let launched: Promise<void>
  const launch = async () => {
    server = await launchServer({ env, logFile, port, hook: './scripts/faults/crash-hook.ts' })
    void server.ended.then((code) => {
      if (stopping) return
      // An orderly end is no crash.
      if (code !== 0) crashes += 1
      launched = launch()
    })
  }
  launched = launch()
  await launched
  // By its address: the process that was asked first may be the one that dies.
  const ready = async () => {
    for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(100)) {
      const answer = await fetch(`${server.url}/v1/util/ping`).catch(() => undefined)
      if (answer?.status === 402) return
    }
    throw new Error(`The server on port ${port} does not sell; its log is ${logFile}.`)
  }
  await ready()
  return {
    url: server!.url,
    get pid() {
      return server.pid
    },
    get crashes() {
      return crashes
    },
    crashAt: (point) => server.send({ crashAt: point } satisfies CrashOrder),
    kill: () => void process.kill(server.pid, 'SIGKILL'),
    restart: () => server.stop(DRAIN_MS),
    ready,
    async stop() {
      stopping = true
      await launched
      return server.stop(DRAIN_MS)
    },
  }
}
