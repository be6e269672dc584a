/** Child processes that cannot outlive us: they end when we say so, and also when this process is killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'

/** How a program ended. `code` null: a signal ended it. `ms`: from when it was asked to. */
export type Exit = { code: number | null; ms: number }

export type TiedProcess = {
  /** Of the program itself, not of the shell that watches it. */
  pid: number
  /** What it wrote lately to stdout and stderr, at most 8 kB: for the message of a failed start. */
  output(): string
  /** True once it has ended. */
  exited(): boolean
  /** Its exit code, once it has ended; null when a signal ended it. */
  ended: Promise<number | null>
  /** To a program of Node that takes messages, as long as it lives. */
  send(message: object): void
  /** Asks it to end and waits for that; SIGKILL after `graceMs`. */
  stop(graceMs?: number): Promise<Exit>
}

export type TiedOptions = {
  /** The polite signal of this program. Default SIGTERM. */
  stopSignal?: NodeJS.Signals
  uid?: number
  gid?: number
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Everything it writes, as it comes. */
  onOutput?: (chunk: Buffer) => void
  /** The program is Node's, and `send` reaches it as `process.on('message')`. */
  takesMessages?: boolean
}

/**
 * The shell keeps our pipe as its stdin: at its end, which the kernel also brings about when we die, it signals the program.
 * The program's pid comes back on descriptor 3; on 4 it may have messages.
 */
const watcher = `
exec 9<&0
"$@" 3>&- 9<&- & program=$!
exec 4>&-
echo $program >&3
exec 3>&-
( while read -r line <&9; do :; done; kill -s "$TIED_STOP_SIGNAL" $program 2>/dev/null ) & watch=$!
wait $program
status=$?
kill $watch 2>/dev/null
exit $status
`

async function readPid(stream: Readable): Promise<number> {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return Number(text.trim())
}

/** Starts a program. @throws Error when it cannot be started at all; a program that ends at once is seen by `exited()`. */
export async function startTied(command: string, args: string[], options: TiedOptions = {}): Promise<TiedProcess> {
  const stopSignal = options.stopSignal ?? 'SIGTERM'
  const env = { ...(options.env ?? process.env), TIED_STOP_SIGNAL: stopSignal.slice(3) }
  const direct = process.platform === 'win32'
  const messages = options.takesMessages ? (['ipc'] as const) : []
  const common = { env, cwd: options.cwd, uid: options.uid, gid: options.gid }
  const child: ChildProcess = direct
    ? spawn(command, args, { ...common, stdio: ['ignore', 'pipe', 'pipe', ...messages] })
    : // Its own process group, so that Ctrl-C reaches only us and we stop things in order.
      spawn('/bin/sh', ['-c', watcher, 'sh', command, ...args], {
        ...common,
        detached: true,
        stdio: ['pipe', 'pipe', 'pipe', 'pipe', ...messages],
      })
  await once(child, 'spawn')

  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-8192)
      options.onOutput?.(chunk)
    })
  // Of a program that a signal ended the shell says 128 and the signal's number.
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => (code == null || code > 128 ? null : code))
  const exited = () => child.exitCode !== null || child.signalCode !== null
  child.stdin?.on('error', () => undefined)
  const pid = direct ? (child.pid as number) : await readPid(child.stdio[3] as Readable)
  if (!Number.isInteger(pid) || pid <= 0) throw new Error(`${command} did not start: ${output}`)

  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(pid, name)
    } catch (error) {
      // Ended between our look and the signal.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  return {
    pid,
    output: () => output,
    exited,
    ended,
    send: (message) => {
      if (child.connected) child.send(message)
    },
    async stop(graceMs = 5_000) {
      const startedAt = performance.now()
      let timer: NodeJS.Timeout | undefined
      if (!exited()) {
        signal(stopSignal)
        timer = setTimeout(() => signal('SIGKILL'), graceMs)
      }
      const code = await ended
      clearTimeout(timer)
      child.stdin?.destroy()
      return { code, ms: Math.round(performance.now() - startedAt) }
    },
  }
}

/** Below what systems give to connections and to whoever listens on any port: between our choice and a program's start nobody gets it. */
const PORTS = { first: 10_000, perProcess: 50, processes: 400 }
let portsGiven = 0

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const listening = once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.listen(port, '127.0.0.1')
  if (!(await listening)) return false
  server.close()
  await once(server, 'close')
  return true
}

/** A loopback port for a program that is about to start: nobody listens on it, and no other caller is given it meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + (process.pid % PORTS.processes) * PORTS.perProcess + (portsGiven++ % PORTS.perProcess)
    if (await isFree(port)) return port
  }
}

/** Asks `ready` every 25 ms until it returns true. @throws Error with the program's last words when it ends or the time is up. */
export async function untilReady(name: string, child: TiedProcess, ready: () => Promise<boolean>, timeoutMs = 120_000): Promise<void> {
  const end = Date.now() + timeoutMs
  for (;;) {
    if (child.exited()) throw new Error(`${name} ended at its start: ${child.output().trim()}`)
    if (await ready().catch(() => false)) return
    if (Date.now() > end) {
      await child.stop()
      throw new Error(`${name} was not ready after ${timeoutMs} ms: ${child.output().trim()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
