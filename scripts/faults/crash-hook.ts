/**
 * Loaded into a server by `--import`: kills the process without warning when a step of the gate begins or ends, as the fault run asks over
 * IPC. The server itself knows nothing of it.
 */
import { runningApp } from '../../lib/running.ts'

export type CrashOrder = { crashAt: string | null }

let crashAt: string | null = null
process.on('message', (message: CrashOrder) => {
  crashAt = message.crashAt
})
// The channel must not keep a finished server alive.
process.channel?.unref()

const reach = (point: string): void => {
  if (point === crashAt) process.kill(process.pid, 'SIGKILL')
}

/** The app starts after this module: until then no step can begin. */
const waiting = setInterval(() => {
  const app = runningApp()
  if (!app) return
  clearInterval(waiting)
  app.core.listeners.spans.add((step) => {
    reach(`${step}:begin`)
    return () => reach(`${step}:end`)
  })
}, 1)
waiting.unref()
