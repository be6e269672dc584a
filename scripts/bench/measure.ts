/** How the bench measures: CPU seconds of one process from the kernel, requests from a small keep-alive load, medians over alternating rounds. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { freePort } from '../../tests/support/tied-process.ts'
import { root } from '../steps/run.ts'

const TICKS_PER_SECOND = 100

/** CPU seconds (user and system) a process and its threads have used. Linux only. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Resident memory of a process in megabytes. */
export const residentMb = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

export const median = (values: number[]): number => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]!

export type Peer = { name: string; url: string; pid: number; stop: () => void }

/** Starts a server program that takes PORT, and waits until it answers at `probe`. */
export async function startPeer(name: string, script: string, env: Record<string, string>, probe: string, status = 402): Promise<Peer> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, [script], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH!, HOME: process.env.HOME!, NODE_ENV: 'production', ...env, PORT: String(port) },
  })
  const url = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const answer = await fetch(`${url}${probe}`).catch(() => undefined)
    if (answer?.status === status) break
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${name} did not start: ${answer ? `${answer.status} ${await answer.text()}` : 'no answer'}`)
  }
  return { name, url, pid: child.pid!, stop: () => void child.kill('SIGKILL') }
}

/** Runs `requests` calls, `concurrency` at a time; `send` throws when an answer is not the expected one. */
export async function load(requests: number, concurrency: number, send: (index: number) => Promise<void>): Promise<{ perSecond: number }> {
  const start = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let index = next++; index < requests; index = next++) await send(index)
    }),
  )
  return { perSecond: (requests / (performance.now() - start)) * 1000 }
}

export type WrkResult = { perSecond: number; requests: number }

/** Load from wrk, which costs far less than what it measures: one thread, 16 connections. `ok`: whether 2xx is expected. @throws Error when any answer is the other kind */
export async function wrkLoad(
  wrk: string,
  url: string,
  seconds: number,
  { headers = [], ok = true }: { headers?: string[]; ok?: boolean } = {},
): Promise<WrkResult> {
  const { stdout: output } = await promisify(execFile)(wrk, [
    '-t1',
    '-c16',
    `-d${seconds}s`,
    ...headers.flatMap((header) => ['-H', header]),
    url,
  ])
  const number = (pattern: RegExp): number => Number(pattern.exec(output)?.[1] ?? 0)
  const requests = number(/(\d+) requests in/)
  const others = number(/Non-2xx or 3xx responses: (\d+)/)
  if (requests === 0 || others !== (ok ? 0 : requests) || output.includes('Socket errors'))
    throw new Error(`${url} did not answer as expected: ${output}`)
  return { perSecond: number(/Requests\/sec:\s+([\d.]+)/), requests }
}
