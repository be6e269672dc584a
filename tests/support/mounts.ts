/** The built app behind each of its mounts: `server.ts`, which answers paid paths before Next, plain `next start`, and a function at Vercel. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuild } from '../../scripts/steps/build.ts'
import { bin, root } from '../../scripts/steps/run.ts'
import { childEnv, childFlags } from './child-env.ts'
import { dataFolder } from './database.ts'
import { freePort, startTied } from './tied-process.ts'
import { makeVercelFunction } from './vercel-function.ts'

export const mounts = ['server.ts', 'next start'] as const
export type MountName = (typeof mounts)[number] | 'vercel function'

export type Mount = { url: string; pid: number; lastWords(): string; stop(): Promise<void> }

/** Starts the production build, building first when needed; ready once it sells. BASE_URL is its own address unless `env` names another. */
export async function startMount(name: MountName, env: Record<string, string>): Promise<Mount> {
  if ((await ensureBuild()) !== 0) throw new Error('The build failed.')
  const folder = await dataFolder('mount')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const made = name === 'vercel function' ? makeVercelFunction() : undefined
  const args = made ? [made.program] : name === 'server.ts' ? [join(root, 'server.ts')] : [bin.next, 'start', '-p', String(port)]
  const child = await startTied(process.execPath, [...childFlags(), ...args], {
    cwd: made?.folder ?? root,
    env: {
      ...childEnv(),
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      DATA_DIR: folder,
      JOBS_DRIVER: 'off',
      LOG_LEVEL: 'info',
      BASE_URL: url,
      ...env,
      PORT: String(port),
    },
  })
  const stop = async () => {
    await child.stop(20_000)
    for (const path of made ? [folder, made.folder] : [folder]) rmSync(path, { recursive: true, force: true })
  }
  for (const end = Date.now() + 60_000; ; await sleep(100)) {
    const status = await fetch(`${url}/v1/util/ping`).then(
      (response) => response.status,
      () => undefined,
    )
    if (status === 402) return { url, pid: child.pid, lastWords: child.output, stop }
    if (child.exited() || Date.now() > end) {
      await stop()
      throw new Error(`${name} does not sell (${status ?? 'no answer'}): ${child.output()}`)
    }
  }
}
