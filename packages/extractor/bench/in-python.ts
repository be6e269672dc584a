import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { LIMITS, type PageReader, type Reading } from './reading.ts'

/** The version of Trafilatura that `python3` finds; null without one. */
export function trafilaturaVersion(): string | null {
  const { status, stdout } = spawnSync('python3', ['-c', 'import trafilatura; print(trafilatura.__version__)'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

type Python = { child: ChildProcess; lines: Interface }

function start(): Python {
  const child = spawn('python3', [join(import.meta.dirname, 'python-reader.py'), `${LIMITS.cpuMs}`], { stdio: ['pipe', 'pipe', 'inherit'] })
  return { child, lines: createInterface({ input: child.stdout!, crlfDelay: Number.POSITIVE_INFINITY }) }
}

/** One page through a running process; an end without an answer counts as thrown. */
const ask = ({ child, lines }: Python, html: string, url: string): Promise<Reading> =>
  new Promise((resolve) => {
    const end = (reading: Reading): void => {
      clearTimeout(deadline)
      lines.removeAllListeners('line')
      child.removeAllListeners('exit')
      resolve(reading)
    }
    const deadline = setTimeout(() => end({ status: 'late' }), LIMITS.clockMs)
    // The answer is from our own script.
    lines.once('line', (line) => end(JSON.parse(line) as Reading))
    child.once('exit', () => end({ status: 'threw' }))
    child.stdin!.write(`${JSON.stringify({ html: html.toWellFormed(), url })}\n`)
  })

/** Trafilatura in a process of its own, which is killed and started anew when a page takes too long. */
export function inPython(version: string): PageReader {
  let python: Python | null = null
  const stop = (): void => {
    python?.child.kill('SIGKILL')
    python = null
  }
  return {
    name: `Trafilatura ${version}`,
    read: async (html, url) => {
      python ??= start()
      const reading = await ask(python, html, url)
      if (reading.status === 'late' || python.child.exitCode !== null) stop()
      return reading
    },
    close: async () => stop(),
  }
}
