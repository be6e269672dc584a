/**
 * `npm run function-sizes`: what each route would carry to a serverless host, from the file traces of the last `next build`
 * (`.next/server/**\/*.nft.json`): megabytes unpacked, files, and the largest packages, with those of `instrumentation.ts`, which each of them
 * runs first. Vercel's limit is 250 MB unpacked.
 */
import { existsSync, globSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { readOptions } from './steps/options.ts'
import { root } from './steps/run.ts'

readOptions(import.meta.url, {})

const LIMIT_BYTES = 250 * 1024 * 1024
const server = join(root, '.next/server')

if (!existsSync(server)) {
  process.stderr.write('There is no production build: npm run build\n')
  process.exit(1)
}

type Size = { route: string; bytes: number; files: number; packages: Map<string, number> }

const sizes = new Map<string, number>()
/** A file that is linked from two places is carried once. */
function sizeOf(path: string): [real: string, bytes: number] {
  const real = existsSync(path) ? realpathSync(path) : path
  const known = sizes.get(real)
  if (known !== undefined) return [real, known]
  const found = statSync(real, { throwIfNoEntry: false })
  const bytes = found?.isFile() ? found.size : 0
  sizes.set(real, bytes)
  return [real, bytes]
}

/** Everything that a traced file needs, and the file itself. */
function filesOf(trace: string): string[] {
  const { files } = JSON.parse(readFileSync(trace, 'utf8')) as { files: string[] }
  return [...files.map((name) => resolve(dirname(trace), name)), trace.replace(/\.nft\.json$/, '')]
}

const instrumentation = filesOf(join(server, 'instrumentation.js.nft.json'))

function read(trace: string): Size {
  const seen = new Set<string>()
  const packages = new Map<string, number>()
  let bytes = 0
  for (const file of [...filesOf(trace), ...instrumentation]) {
    const [real, size] = sizeOf(file)
    if (seen.has(real)) continue
    seen.add(real)
    bytes += size
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(real)?.[1] ?? relative(root, real).split('/')[0]!
    packages.set(name, (packages.get(name) ?? 0) + size)
  }
  return {
    route: `/${relative(server, trace).replace(/^(app|pages)\/|\/?(route|page)?\.js\.nft\.json$/g, '')}`,
    bytes,
    files: seen.size,
    packages,
  }
}

const mb = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1)
// A folder that begins with a dot is only found by its name.
const all = globSync(['app/**/*.nft.json', 'app/.well-known/**/*.nft.json', 'pages/api/**/*.nft.json'], { cwd: server })
  .map((name) => read(join(server, name)))
  .sort((a, b) => b.bytes - a.bytes)
for (const { route, bytes, files, packages } of all) {
  const largest = [...packages]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 4)
    .map(([name, size]) => `${name} ${mb(size)}`)
  process.stdout.write(`${mb(bytes).padStart(7)} MB ${String(files).padStart(5)} files  ${route}  (${largest.join(', ')})\n`)
}
const over = all.filter(({ bytes }) => bytes > LIMIT_BYTES)
process.stdout.write(`${all.length} routes, largest ${mb(all[0]?.bytes ?? 0)} MB, ${over.length} over 250 MB\n`)
process.exitCode = over.length > 0 ? 1 : 0
