/** The production build, made only when it is missing or older than what it is made of. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { bin, root, runNode } from './run.ts'

const sources = [
  'app',
  'lib',
  'inngest',
  'packages/extractor/src',
  'pages',
  'public',
  'instrumentation.ts',
  'next.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

/** Newest change under a path, Unix milliseconds; tests do not count. 0 when there is nothing. */
function newestChange(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return 0
  if (!found.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : found.mtimeMs
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestChange(join(path, name))), 0)
}

/** True when `.next` holds a production build of the present sources. */
export function buildIsCurrent(): boolean {
  const built = statSync(join(root, '.next/BUILD_ID'), { throwIfNoEntry: false })
  return built !== undefined && built.mtimeMs >= Math.max(...sources.map((name) => newestChange(join(root, name))))
}

const LOOK_MS = 500
/** Longer than a build takes on the busiest machine: one that was killed leaves its lock. */
const OTHERS_BUILD_MS = 600_000

export type Building = {
  isCurrent: () => boolean
  /** True while a process is building. */
  isLocked: () => boolean
  /** Builds. Resolves with the exit code, at once when another process holds the lock. */
  build: () => Promise<number>
}

/** Test files run side by side: where another process is building, its build serves us too. Resolves with the exit code. */
export async function buildOnce({ isCurrent, isLocked, build }: Building): Promise<number> {
  // Its name is written seconds before the last of its files.
  if (isCurrent() && !isLocked()) return 0
  const code = await build()
  for (const end = Date.now() + OTHERS_BUILD_MS; code !== 0 && isLocked() && Date.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  return code !== 0 && isCurrent() ? 0 : code
}

/** Builds when needed, with the output shown. Resolves with the exit code. */
export const ensureBuild = (label?: string): Promise<number> =>
  buildOnce({
    isCurrent: buildIsCurrent,
    isLocked: () => existsSync(join(root, '.next/lock')),
    build: () => runNode(bin.next, ['build'], { env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }, label }),
  })
