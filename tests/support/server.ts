/** The built program as a child of a test or a command, behind one of its mounts: `server.ts`, plain `next start`, or as it is deployed. */
import { createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuild } from '../../scripts/steps/build.ts'
import { bin, root } from '../../scripts/steps/run.ts'
import { childEnv, childFlags } from './child-env.ts'
import { dataFolder } from './database.ts'
import { makeImage } from './image.ts'
import { type Exit, freePort, startTied, untilReady } from './tied-process.ts'
import { makeVercelFunction } from './vercel-function.ts'

export const mounts = ['server.ts', 'next start'] as const

/** Those that run in a folder of their own, which holds what is deployed and nothing else. */
const deployments = { image: makeImage, 'vercel function': makeVercelFunction }
export type MountName = (typeof mounts)[number] | keyof typeof deployments

type Program = { folder: string; args: string[]; isMade: boolean }

function programOf(mount: MountName, port: number): Program {
  if (mount === 'server.ts') return { folder: root, args: [join(root, 'server.ts')], isMade: false }
  if (mount === 'next start') return { folder: root, args: [bin.next, 'start', '-p', String(port)], isMade: false }
  const { folder, program } = deployments[mount]()
  return { folder, args: [program], isMade: true }
}

const START_MS = 120_000

export type ServerOptions = {
  /** Beside what every child has of ours. PORT is ours; BASE_URL is its own address and DATA_DIR a folder that goes with it, where it names none. */
  env: Record<string, string>
  /** Default `server.ts`. */
  mount?: MountName
  /** Everything it prints is added here. */
  logFile?: string
  /** Default: a free one. */
  port?: number
  /** A module that is loaded into it before all else, and hears what is sent. */
  hook?: string
}

export type Server = {
  url: string
  pid: number
  /** Where it runs. */
  folder: string
  exited(): boolean
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>
  /** The last lines it printed. */
  lastWords(): string
  /** To its hook. Nobody hears it where none was asked for, or once it has ended. */
  send(message: object): void
  /** Waits until a path is answered so. @throws Error with its last words when it ends, or does not within two minutes */
  answers(path: string, status: number): Promise<void>
  /**
   * Waits until GET /readyz is 200; `waiting` hears every ten seconds or so what is still missing.
   * @throws Error with its last words when it ends, or is not ready within two minutes
   */
  ready(waiting?: (seconds: number, missing: string) => void): Promise<void>
  /** Asks it to finish what is in hand, and waits for its end; after `limitMs` (default 50,000) it is killed. */
  stop(limitMs?: number): Promise<Exit>
}

/** What /readyz says is missing, or null when it is ready. */
async function missingOf(url: string): Promise<string | null> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })
    if (response.status === 200) return null
    const body = (await response.json()) as { missing?: unknown }
    return Array.isArray(body.missing) ? body.missing.join(', ') : `an answer other than ${response.status} from /readyz`
  } catch {
    // Not up yet, or busy with its start.
    return 'an answer from the server'
  }
}

/** Starts the build as it is; wait for `answers` or `ready` before calling it. */
export async function launchServer({ env, mount = 'server.ts', logFile, port, hook }: ServerOptions): Promise<Server> {
  const ownPort = port ?? (await freePort())
  const url = `http://127.0.0.1:${ownPort}`
  const ownFolder = env.DATA_DIR === undefined ? await dataFolder('server') : undefined
  const log = logFile === undefined ? undefined : createWriteStream(logFile, { flags: 'a', mode: 0o600 })
  const { folder, args, isMade } = programOf(mount, ownPort)
  const child = await startTied(process.execPath, [...childFlags(), ...(hook === undefined ? [] : ['--import', hook]), ...args], {
    cwd: folder,
    env: {
      ...childEnv(),
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      BASE_URL: url,
      ...(ownFolder === undefined ? {} : { DATA_DIR: ownFolder }),
      ...env,
      PORT: String(ownPort),
    },
    onOutput: (chunk) => void log?.write(chunk),
    takesMessages: hook !== undefined,
  })
  void child.ended.then(() => {
    log?.end()
    for (const path of [ownFolder, isMade ? folder : undefined]) if (path !== undefined) rmSync(path, { recursive: true, force: true })
  })
  const lastWords = () => child.output().trim().split('\n').slice(-8).join('\n')
  return {
    ...child,
    url,
    folder,
    lastWords,
    answers: (path, status) => untilReady('The server', child, async () => (await fetch(`${url}${path}`)).status === status, START_MS),
    async ready(waiting) {
      const startedAt = Date.now()
      for (let nextNotice = 10_000; ; ) {
        const missing = await missingOf(url)
        if (missing === null) return
        const elapsed = Date.now() - startedAt
        if (child.exited()) throw new Error(`The server ended at its start. Its last words:\n${lastWords()}`)
        if (elapsed > START_MS)
          throw new Error(
            `The server was not ready after ${START_MS / 1000} s; it still lacked: ${missing}. Its last words:\n${lastWords()}`,
          )
        if (elapsed > nextNotice) {
          waiting?.(Math.round(elapsed / 1000), missing)
          nextNotice += 10_000
        }
        await sleep(100)
      }
    },
    stop: (limitMs = 50_000) => child.stop(limitMs),
  }
}

/** Builds when needed and starts; ready once it sells. */
export async function startServer(options: ServerOptions): Promise<Server> {
  if ((await ensureBuild()) !== 0) throw new Error('The build failed.')
  const server = await launchServer(options)
  await server.answers('/v1/util/ping', 402)
  return server
}
