/** What a function at a serverless host carries, by the file traces of the last `next build`. */
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { root } from './run.ts'

export const builtServer = join(root, '.next/server')

/** The files that a trace (`….nft.json`) names, as absolute paths, links as links. */
export function tracedFiles(trace: string): string[] {
  const { files } = JSON.parse(readFileSync(trace, 'utf8')) as { files: string[] }
  return files.map((name) => resolve(dirname(trace), name))
}

/** A module of the built server, `instrumentation.js` for one, and everything that it needs. */
export const moduleFiles = (name: string): string[] => {
  const path = join(builtServer, name)
  return [path, ...tracedFiles(`${path}.nft.json`)]
}
