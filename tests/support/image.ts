/** The folder that the Dockerfile's image runs in: what its last stage takes from the repository and the build, and nothing else. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { root } from '../../scripts/steps/run.ts'

/** The `COPY` lines of the last stage, as [source, target], but for the packages. */
function copies(): [string, string][] {
  const stage = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .split(/^FROM /m)
    .at(-1)!
  return [...stage.matchAll(/^COPY (?:--from=build )?(?!--)(.+) (\S+)$/gm)].flatMap(([, from, to]) => {
    const sources = from!.split(' ').map((source) => source.replace(/^\/app\//, ''))
    return sources.map((source): [string, string] => [source, to!.endsWith('/') ? join(to!, basename(source)) : to!])
  })
}

/** Names of the packages that `npm ci --omit=dev` puts there. */
function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, { dev?: boolean }> }
  return Object.entries(packages).flatMap(([path, { dev }]) => (dev ? [] : (/^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1] ?? [])))
}

/** Lays the folder out. Returns it, and the program that the image starts. */
export function makeImage(): { folder: string; program: string } {
  const folder = mkdtempSync(join(tmpdir(), 'image-'))
  for (const name of productionPackages()) {
    const source = join(root, 'node_modules', name)
    const target = join(folder, 'node_modules', name)
    mkdirSync(dirname(target), { recursive: true })
    // What is for another kind of machine is in the lock and not here.
    if (existsSync(source)) symlinkSync(source, target)
  }
  const cache = join(root, '.next/cache')
  for (const [from, to] of copies()) cpSync(join(root, from), join(folder, to), { recursive: true, filter: (path) => path !== cache })
  return { folder, program: join(folder, 'server.ts') }
}
