/** Our packages as a stranger gets them: packed, and put into a clean folder. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

type Manifest = { name: string; bin: Record<string, string>; dependencies?: object; optionalDependencies?: object }

/** Packs a folder of this repository into `into` and returns the tarball's path. */
function pack(folder: string, into: string): string {
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', into], { cwd: join(root, folder), encoding: 'utf8' })
  return join(into, packed.trim().split('\n').at(-1)!)
}

/**
 * What `npm install <tarball>` leaves, from the tarball and the packages that are here. With PACKED_CLIENT=registry npm does it, over the network,
 * as for a stranger.
 */
export function installPacked(folder: 'clients/typescript' | 'packages/extractor'): string {
  const clean = mkdtempSync(join(tmpdir(), 'packed-'))
  writeFileSync(join(clean, 'package.json'), '{"private":true,"type":"module"}')
  const tarball = pack(folder, clean)
  if (process.env.PACKED_CLIENT === 'registry') {
    execFileSync('npm', ['install', '--silent', tarball], { cwd: clean })
    return clean
  }
  // The manifest of a package of ours.
  const { name, bin, dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
  const modules = join(clean, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', modules])
  execFileSync('mv', [join(modules, 'package'), join(modules, name)])
  const needed = Object.keys({ ...dependencies, ...optionalDependencies }).map((one) => one.split('/')[0]!)
  for (const one of new Set(needed)) symlinkSync(join(root, 'node_modules', one), join(modules, one))
  for (const [command, file] of Object.entries(bin)) symlinkSync(`../${name}/${file}`, join(modules, '.bin', command))
  return clean
}

/** The client, packed and installed. */
export const installPackedClient = (): string => installPacked('clients/typescript')
