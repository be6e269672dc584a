/** The worker: one page at a time, from bytes to Markdown. It has no environment, no network of its own, and may be killed at any moment. */
import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { convertPage } from './convert.ts'
import type { WorkerReply, WorkerRequest } from './pool.ts'

parentPort?.on('message', ({ id, input }: WorkerRequest) => {
  let reply: WorkerReply
  try {
    reply = { id, result: convertPage(input), heapBytes: getHeapStatistics().used_heap_size }
  } catch (error) {
    reply = {
      id,
      failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
      heapBytes: getHeapStatistics().used_heap_size,
    }
  }
  parentPort?.postMessage(reply)
})
parentPort?.postMessage({ ready: true } satisfies WorkerReply)
