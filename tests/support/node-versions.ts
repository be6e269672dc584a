/** The Nodes at hand that packages are tried on. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** One program of each version: this Node, the one among the packages, those on PATH, and those named in NODE_BINARIES. */
export function nodeVersions(): { version: string; node: string }[] {
  const { PATH = '', NODE_BINARIES = '' } = process.env
  const places = [
    process.execPath,
    join(import.meta.dirname, '../../node_modules/node/bin/node'),
    ...PATH.split(delimiter).map((folder) => join(folder, 'node')),
    ...NODE_BINARIES.split(delimiter),
  ]
  const found = new Map<string, string>()
  for (const node of places) {
    if (node === '' || !existsSync(node)) continue
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
    if (!found.has(version)) found.set(version, node)
  }
  return [...found].map(([version, node]) => ({ version, node }))
}
