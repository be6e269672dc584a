/** The worker: one page at a time, from bytes to Markdown. It has no environment, no network of its own, and may be killed at any moment. */
import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { isPdf, readDocument, readPdf } from '#extractor'
import type { ConvertInput, WorkerReply, WorkerRequest } from './pool.ts'
import { see } from './see.ts'

/** Loads and compiles what every page needs before the first one comes. */
const WARM_UP = `<title>Warm</title><main><h1>Warm</h1>${'<p>A sentence with a <a href="/x">link</a>, to begin with.</p><ul><li>One</li></ul><table><tr><td>1</td></tr></table>'.repeat(40)}</main>`

const convert = ({ bytes, url, ...options }: ConvertInput) =>
  isPdf(bytes) ? readPdf(bytes, url, options) : readDocument(bytes, url, options)

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  const { id } = request
  try {
    const result = 'input' in request ? await convert(request.input) : see(request.sight)
    return { id, result, heapBytes: getHeapStatistics().used_heap_size }
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
    // A full stack or a string beyond the engine's limit is the page's doing; anything else is ours.
    return { id, failure, tooBig: error instanceof RangeError, heapBytes: getHeapStatistics().used_heap_size }
  }
}

parentPort?.on('message', async (request: WorkerRequest) => parentPort?.postMessage(await answer(request)))
await answer({
  id: 0,
  input: {
    bytes: new TextEncoder().encode(WARM_UP),
    url: 'http://localhost/',
    contentType: 'text/html',
    contentLanguage: null,
    truncated: false,
  },
})
parentPort?.postMessage({ ready: true } satisfies WorkerReply)
