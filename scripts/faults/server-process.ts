/** A real server process that a fault run may kill and that comes back by itself, as under any process manager. */
import { type ChildProcess, fork } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../tests/support/tied-process.ts'
import type { CrashOrder } from './crash-hook.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type ServerProcess = {
  url: string
  /** How often it died so far. */
  readonly crashes: number
  crashAt(point: string | null): void
  kill(): void
  ready(): Promise<void>
  stop(): Promise<void>
}

/** Starts `server.ts` on a free port and keeps it up until `stop`. */
export async function startServer(env: Record<string, string>, logPath: string): Promise<ServerProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const output = createWriteStream(logPath, { flags: 'a' })
  let child: ChildProcess
  let stopping = false
  let crashes = 0
  const launch = () => {
    child = fork('server.ts', [], {
      cwd: root,
      execArgv: ['--import', './scripts/faults/crash-hook.ts'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        TMPDIR: process.env.TMPDIR,
        NODE_ENV: 'production',
        ...env,
        PORT: String(port),
      },
    })
    child.stdout!.pipe(output, { end: false })
    child.stderr!.pipe(output, { end: false })
    child.once('exit', () => {
      if (stopping) return
      crashes += 1
      launch()
    })
  }
  launch()
  const ready = async () => {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 100))) {
      const answer = await fetch(`${url}/v1/util/ping`).catch(() => undefined)
      if (answer?.status === 402) return
    }
    throw new Error(`The server on port ${port} does not sell; its log is ${logPath}.`)
  }
  await ready()
  return {
    url,
    get crashes() {
      return crashes
    },
    crashAt: (point) => {
      if (child.connected) child.send({ crashAt: point } satisfies CrashOrder)
    },
    kill: () => void child.kill('SIGKILL'),
    ready,
    async stop() {
      stopping = true
      const gone = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
      await gone
      clearTimeout(timer)
      output.end()
    },
  }
}
