/** The client's package as a stranger gets it: packed, and put into a clean folder. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Packs `clients/typescript` into `folder` and returns the tarball's path. */
export function packClient(folder: string): string {
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: join(root, 'clients/typescript'),
    encoding: 'utf8',
  })
  return join(folder, packed.trim().split('\n').at(-1)!)
}

/**
 * What `npm install <tarball>` leaves, from the tarball and the packages that are here. With PACKED_CLIENT=registry npm does it, over the network,
 * as for a stranger.
 */
export function installPackedClient(): string {
  const clean = mkdtempSync(join(tmpdir(), 'client-'))
  if (process.env.PACKED_CLIENT === 'registry') {
    writeFileSync(join(clean, 'package.json'), '{"private":true,"type":"module"}')
    execFileSync('npm', ['install', '--silent', packClient(clean)], { cwd: clean })
    return clean
  }
  const modules = join(clean, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  execFileSync('tar', ['-xzf', packClient(clean), '-C', modules])
  execFileSync('mv', [join(modules, 'package'), join(modules, 'paid-agent-tools-client')])
  for (const name of ['@x402', '@solana', '@modelcontextprotocol', 'viem'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  symlinkSync('../paid-agent-tools-client/dist/cli/main.js', join(modules, '.bin/paid-agent-tools-client'))
  writeFileSync(join(clean, 'package.json'), '{"private":true,"type":"module"}')
  return clean
}
