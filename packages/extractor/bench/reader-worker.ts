/** One reader in a thread of its own: a page comes in, its Markdown and CPU time go out. */
import { parentPort, workerData } from 'node:worker_threads'
import { loadReader } from './readers.ts'

const read = await loadReader(workerData)

// A reader that speaks through the console would end up in the report.
for (const way of ['log', 'warn', 'error', 'info', 'debug'] as const) console[way] = () => undefined

parentPort!.on('message', async ({ html, url }: { html: string; url: string }) => {
  const start = process.cpuUsage()
  try {
    const markdown = await read(html, url)
    const { user, system } = process.cpuUsage(start)
    parentPort!.postMessage({ status: 'read', markdown, cpuMs: (user + system) / 1_000 })
  } catch {
    parentPort!.postMessage({ status: 'threw' })
  }
})
parentPort!.postMessage('ready')
