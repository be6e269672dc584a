/** A real server process that a fault run may kill and that comes back by itself, as under any process manager. */
import { type ChildProcess, fork } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { childEnv, childFlags } from '../../tests/support/child-env.ts'
import { freePort } from '../../tests/support/tied-process.ts'
import type { CrashOrder } from './crash-hook.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** `code` null: it had to be killed. */
export type Exit = { code: number | null; ms: number }

export type ServerProcess = {
  url: string
  /** Of the process that runs now. */
  readonly pid: number
  /** How often it died so far. */
  readonly crashes: number
  crashAt(point: string | null): void
  kill(): void
  /** Asks it to finish and end, as a process manager does before an update; it comes back. @returns its exit code and how long it took. */
  restart(limitMs?: number): Promise<Exit>
  ready(): Promise<void>
  /** The same, and it stays down. */
  stop(limitMs?: number): Promise<Exit>
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
      execArgv: [...childFlags(), '--import', './scripts/faults/crash-hook.ts'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...childEnv(),
        NODE_ENV: 'production',
        ...env,
        PORT: String(port),
      },
    })
    child.stdout!.pipe(output, { end: false })
    child.stderr!.pipe(output, { end: false })
    child.once('exit', (code) => {
      if (stopping) return
      // An orderly end is no crash.
      if (code !== 0) crashes += 1
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
  const end = async (limitMs: number): Promise<Exit> => {
    const dying = child
    if (dying.exitCode !== null || dying.signalCode !== null) return { code: dying.exitCode, ms: 0 }
    const startedAt = performance.now()
    const gone = new Promise<number | null>((resolve) => dying.once('exit', (code) => resolve(code)))
    dying.kill('SIGTERM')
    const timer = setTimeout(() => dying.kill('SIGKILL'), limitMs)
    const code = await gone
    clearTimeout(timer)
    return { code, ms: Math.round(performance.now() - startedAt) }
  }
  return {
    url,
    get pid() {
      return child.pid!
    },
    get crashes() {
      return crashes
    },
    crashAt: (point) => {
      if (child.connected) child.send({ crashAt: point } satisfies CrashOrder)
    },
    kill: () => void child.kill('SIGKILL'),
    restart: (limitMs = 70_000) => end(limitMs),
    ready,
    async stop(limitMs = 20_000) {
      stopping = true
      const exit = await end(limitMs)
      output.end()
      return exit
    },
  }
}
