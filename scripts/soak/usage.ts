/** What a process holds now, from Linux's /proc; null elsewhere. */
import { readdirSync, readFileSync } from 'node:fs'

export type Usage = { rssMb: number; handles: number }

export function usageOf(pid: number): Usage | null {
  if (process.platform !== 'linux') return null
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return { rssMb: Math.round(kilobytes / 1024), handles: readdirSync(`/proc/${pid}/fd`).length }
}
