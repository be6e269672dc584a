/**
 * `npm run bundle-sizes`: what each route would carry to a serverless host, from the file traces of the last `next build`
 * (`.next/server/**\/*.nft.json`): megabytes unpacked, files, and the largest packages, with those of `instrumentation.ts`, which each of them
 * runs first. Vercel's limit is 250 MB unpacked.
 */
import { existsSync, globSync, realpathSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { readOptions } from './steps/options.ts'
import { root } from './steps/run.ts'
import { builtServer, moduleFiles } from './steps/traces.ts'

readOptions(import.meta.url, {})

const LIMIT_BYTES = 250 * 1024 * 1024

if (!existsSync(builtServer)) {
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

const instrumentation = moduleFiles('instrumentation.js')

function read(name: string): Size {
  const seen = new Set<string>()
  const packages = new Map<string, number>()
  let bytes = 0
  for (const file of [...moduleFiles(name), ...instrumentation]) {
    const [real, size] = sizeOf(file)
    if (seen.has(real)) continue
    seen.add(real)
    bytes += size
    const owner = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(real)?.[1] ?? relative(root, real).split('/')[0]!
    packages.set(owner, (packages.get(owner) ?? 0) + size)
  }
  return {
    route: `/${name.replace(/^(app|pages)\/|\/?(route|page)?\.js$/g, '')}`,
    bytes,
    files: seen.size,
    packages,
  }
}

const mb = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1)
// A folder that begins with a dot is only found by its name.
const all = globSync(['app/**/*.nft.json', 'app/.well-known/**/*.nft.json', 'pages/api/**/*.nft.json'], { cwd: builtServer })
  .map((trace) => read(trace.replace(/\.nft\.json$/, '')))
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
