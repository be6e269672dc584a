import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../scripts/steps/run.ts'
import { childFlags } from './child-env.ts'

/** How a command ended, and what it said to stdout and to stderr. */
export type CommandEnd = { code: number | null; out: string; error: string }

/** Runs a script of the repository to its end, with the Node that its commands run with. `words`: the script and its options. */
export function runCommand(words: string[], env: NodeJS.ProcessEnv = process.env): Promise<CommandEnd> {
  const child = spawn(join(root, 'node_modules/.bin/node'), [...childFlags(), ...words], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, error] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    error += String(chunk)
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, error })))
}
