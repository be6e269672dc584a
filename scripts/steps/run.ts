/** Child programs of the commands: in the foreground, ended with us. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** The repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The JavaScript file of an installed command; run with our own Node, it needs no shell on any system. */
export const bin = {
  biome: join(root, 'node_modules/@biomejs/biome/bin/biome'),
  knip: join(root, 'node_modules/knip/bin/knip.js'),
  next: join(root, 'node_modules/next/dist/bin/next'),
  tsc: join(root, 'node_modules/typescript/bin/tsc'),
  vitest: join(root, 'node_modules/vitest/vitest.mjs'),
} as const

export type RunOptions = {
  env?: NodeJS.ProcessEnv
  /** Goes before every line of output, where several run side by side. */
  label?: string | undefined
}

/** Passes a child's output on, line by line. Resolves at its end. */
function passLines(from: Readable | null, to: NodeJS.WriteStream, label: string): Promise<unknown> {
  if (from === null) return Promise.resolve()
  const lines = createInterface({ input: from })
  lines.on('line', (line) => to.write(`${label} │ ${line}\n`))
  return once(lines, 'close')
}

/** Runs one of our commands with our own Node, its output to ours. Resolves with the exit code, 128 + n after a signal. */
export async function runNode(script: string, args: string[], { env = process.env, label }: RunOptions = {}): Promise<number> {
  const output = label === undefined ? 'inherit' : 'pipe'
  const colours = label !== undefined && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', output, output], env: { ...env, ...colours } })
  const pass = (signal: NodeJS.Signals) => void child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, pass)
  const said = label === undefined ? [] : [passLines(child.stdout, process.stdout, label), passLines(child.stderr, process.stderr, label)]
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    await Promise.all(said)
    return code ?? 128 + constants.signals[signal ?? 'SIGTERM']
  } finally {
    for (const signal of signals) process.off(signal, pass)
  }
}

/** `1.2 s`, `3 min 20 s` */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
