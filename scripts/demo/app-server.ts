/** The production server as a child of a command: its environment, its log, and waiting until it is ready. */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { settingsBeside } from '../../lib/env.ts'
import { childFlags } from '../../tests/support/child-env.ts'
import { freePort, startTied, untilReady } from '../../tests/support/tied-process.ts'
import { root } from '../steps/run.ts'

/** Settings of the person's own service that must not reach a server on local chains with its own database; how sources are asked may. */
const foreign = new Set(settingsBeside('Upstreams').filter((name) => name !== 'LOG_LEVEL'))
/** What libraries read beside ours, and secrets of other commands. */
const foreignToo = /^(KV_|UPSTASH_|INNGEST_|OTEL_|POSTGRES_)|_PRIVATE_KEY$|^NODE_ENV$/

/** What a server inherits from our own environment. */
export function inheritedEnv(source: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(source).filter((entry): entry is [string, string] => {
      const [name, value] = entry
      return value !== undefined && !foreign.has(name) && !foreignToo.test(name)
    }),
  )
}

export type AppServer = {
  baseUrl: string
  pid: number
  exited(): boolean
  /** The last lines it printed. */
  lastWords(): string
  /** Waits until it answers at all. @throws Error with the server's last words when it ends, or does not within two minutes */
  listening(): Promise<void>
  /**
   * Waits until GET /readyz is 200; `waiting` hears every ten seconds or so what is still missing.
   * @throws Error with the server's last words when it ends, or is not ready after `timeoutMs` (default 120,000).
   */
  ready(timeoutMs?: number, waiting?: (seconds: number, missing: string) => void): Promise<void>
  /** Asks it to finish what is in hand and waits for its end. */
  stop(): Promise<void>
}

export type AppServerOptions = {
  /** Added to what is inherited; PORT and BASE_URL are ours. */
  env: Record<string, string>
  /** Everything it prints goes here. */
  logFile: string
}

/** What /readyz says is missing, or null when it is ready. */
async function missingOf(baseUrl: string): Promise<string | null> {
  try {
    const response = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(5_000) })
    if (response.status === 200) return null
    const body = (await response.json()) as { missing?: unknown }
    return Array.isArray(body.missing) ? body.missing.join(', ') : `an answer other than ${response.status} from /readyz`
  } catch {
    return 'an answer from the server'
  }
}

/** Starts `server.ts` in production on a free port; wait for `ready` before calling it. */
export async function startAppServer(options: AppServerOptions): Promise<AppServer> {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const logStream = createWriteStream(options.logFile, { flags: 'a', mode: 0o600 })
  const child = await startTied(process.execPath, [...childFlags(), join(root, 'server.ts')], {
    cwd: root,
    env: { ...inheritedEnv(), NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', ...options.env, PORT: String(port), BASE_URL: baseUrl },
    onOutput: (chunk) => void logStream.write(chunk),
  })
  const lastWords = () => child.output().trim().split('\n').slice(-8).join('\n')

  return {
    baseUrl,
    pid: child.pid,
    exited: child.exited,
    lastWords,
    listening: () => untilReady('The server', child, async () => (await fetch(`${baseUrl}/healthz`)).status === 200, 120_000),
    async ready(timeoutMs = 120_000, waiting) {
      const startedAt = Date.now()
      for (let nextNotice = 10_000; ; ) {
        const missing = await missingOf(baseUrl)
        if (missing === null) return
        const elapsed = Date.now() - startedAt
        if (child.exited()) throw new Error(`The server ended at its start. Its last words:\n${lastWords()}`)
        if (elapsed > timeoutMs)
          throw new Error(
            `The server was not ready after ${timeoutMs / 1000} s; it still lacked: ${missing}. Its last words:\n${lastWords()}`,
          )
        if (elapsed > nextNotice) {
          waiting?.(Math.round(elapsed / 1000), missing)
          nextNotice += 10_000
        }
        await sleep(100)
      }
    },
    async stop() {
      await child.stop(50_000)
      logStream.end()
    },
  }
}
