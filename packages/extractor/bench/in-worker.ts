import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ReaderName } from './readers.ts'
import { LIMITS, type PageReader, type Reading } from './reading.ts'

async function start(name: ReaderName): Promise<Worker> {
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), {
    workerData: name,
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.heapMb },
  })
  await once(worker, 'message')
  return worker
}

const LOOK_MS = 50

/** One page through a running worker. Nothing else runs meanwhile, so that the program's CPU is the page's. */
const ask = (worker: Worker, html: string, url: string): Promise<Reading> =>
  new Promise((resolve, reject) => {
    const [cpu, clock] = [process.cpuUsage(), performance.now()]
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage(cpu)
      if ((user + system) / 1_000 > LIMITS.cpuMs || performance.now() - clock > LIMITS.clockMs) end({ status: 'late' })
    }, LOOK_MS)
    const stop = (): void => {
      clearInterval(watch)
      worker.off('message', end)
      worker.off('error', fail)
    }
    const end = (reading: Reading): void => {
      stop()
      resolve(reading)
    }
    const fail = (error: NodeJS.ErrnoException): void => {
      stop()
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ status: 'too big' })
      else reject(error)
    }
    worker.on('message', end)
    worker.on('error', fail)
    worker.postMessage({ html, url })
  })

/** A reader in a worker, which is killed and started anew when a page takes too much time or memory. */
export function inWorker(name: ReaderName): PageReader {
  let worker: Worker | null = null
  const stop = async (): Promise<void> => {
    await worker?.terminate()
    worker = null
  }
  return {
    name,
    read: async (html, url) => {
      worker ??= await start(name)
      const reading = await ask(worker, html, url)
      if (reading.status === 'late' || reading.status === 'too big') await stop()
      return reading
    },
    close: stop,
  }
}
