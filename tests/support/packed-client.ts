/** Our packages as a stranger gets them: packed, and put into a clean folder. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

type Manifest = { name: string; bin: Record<string, string>; dependencies?: object; optionalDependencies?: object }

/** What of a package's folder is its own: neither built nor installed. */
const isSource = (path: string) => !/(?:^|[\\/])(?:dist|node_modules)(?:[\\/]|$)/.test(path)

/**
 * The tarball of a package of this repository. npm and the compiler take seconds, so it is packed once for everything that stands in the folder;
 * test files and runs share it. Packed in a copy: two at once would build into one `dist`.
 */
function packed(folder: string): string {
  const from = join(root, folder)
  const files = (readdirSync(from, { recursive: true }) as string[]).filter((path) => isSource(path) && statSync(join(from, path)).isFile())
  const digest = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const file of files.sort()) digest.update(`\0${file}\0`).update(readFileSync(join(from, file)))
  const tarball = join(tmpdir(), `paid-agent-tools-${digest.digest('hex').slice(0, 16)}.tgz`)
  if (existsSync(tarball)) return tarball
  const copy = mkdtempSync(join(tmpdir(), 'packing-'))
  cpSync(from, copy, { recursive: true, filter: (path) => isSource(relative(from, path)) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const said = execFileSync('npm', ['pack', '--silent'], { cwd: copy, encoding: 'utf8' })
  // At once, whoever else is packing it.
  renameSync(join(copy, said.trim().split('\n').at(-1)!), tarball)
  rmSync(copy, { recursive: true })
  return tarball
}

/**
 * What `npm install <tarball>` leaves, from the tarball and the packages that are here. With PACKED_CLIENT=registry npm does it, over the network,
 * as for a stranger.
 */
export function installPacked(folder: 'clients/typescript' | 'packages/extractor'): string {
  const clean = mkdtempSync(join(tmpdir(), 'packed-'))
  writeFileSync(join(clean, 'package.json'), '{"private":true,"type":"module"}')
  const tarball = packed(folder)
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
