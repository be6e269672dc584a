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

/** How long a build of another process may take. */
const OTHERS_BUILD_MS = 120_000

/** Builds when needed, with the output shown. Resolves with the exit code. */
export async function ensureBuild(label?: string): Promise<number> {
  if (buildIsCurrent()) return 0
  const code = await runNode(bin.next, ['build'], { env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }, label })
  // Test files run side by side: where another of them is building, its build serves us too.
  for (const deadline = Date.now() + OTHERS_BUILD_MS; code !== 0 && existsSync(join(root, '.next/lock')) && Date.now() < deadline; ) {
    if (buildIsCurrent()) return 0
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return code !== 0 && buildIsCurrent() ? 0 : code
}
