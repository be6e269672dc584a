/** What the two halves of PDF.js say to each other. Where both are in one thread, it copies all of that as if they were in two. */

type Listener = (message: { readonly data: unknown }) => void
type Handler = { initializeFromPort(port: Port): void }
type PDFJS = Awaited<ReturnType<typeof import('unpdf').getResolvedPDFJS>>
type PDFWorker = InstanceType<PDFJS['PDFWorker']>

/** In place of a worker's port. What is streamed, texts and what is drawn, is handed over as it is: nobody changes it any more. */
export class Port {
  readonly #listeners = new Set<Listener>()

  postMessage(said: unknown, transfer?: Transferable[] | null): void {
    const data = streamed(said) ?? structuredClone(said, { transfer: transfer ?? [] })
    queueMicrotask(() => {
      for (const listener of [...this.#listeners]) listener({ data })
    })
  }

  addEventListener(_: string, listener: Listener, { signal }: { signal?: AbortSignal } = {}): void {
    this.#listeners.add(listener)
    signal?.addEventListener('abort', () => this.#listeners.delete(listener))
  }

  removeEventListener(_: string, listener: Listener): void {
    this.#listeners.delete(listener)
  }
}

/** A message of a stream, with lists of its own: PDF.js empties the lists that it has sent, and fills them again. */
function streamed(said: unknown): unknown {
  if (typeof said !== 'object' || said === null || !('stream' in said)) return null
  if (!('chunk' in said) || typeof said.chunk !== 'object' || said.chunk === null) return said
  const parts = Object.entries(said.chunk).map(([name, part]) => [name, Array.isArray(part) ? part.slice() : part])
  return { ...said, chunk: Object.fromEntries(parts) }
}

/** PDF.js' worker in this thread, behind a port of ours; undefined where this build keeps it to itself, and makes one of its own. */
export async function workerHere(): Promise<PDFWorker | undefined> {
  const { getResolvedPDFJS } = await import('unpdf')
  const { PDFWorker } = await getResolvedPDFJS()
  // PDF.js looks for its other half there as well.
  const { pdfjsWorker } = globalThis as { pdfjsWorker?: { WorkerMessageHandler?: Handler } }
  if (pdfjsWorker?.WorkerMessageHandler === undefined) return undefined
  const port = new Port()
  // It takes whatever messages can be posted to; its types know none but null.
  const worker = new PDFWorker({ port: port as unknown as null, verbosity: 0 })
  pdfjsWorker.WorkerMessageHandler.initializeFromPort(port)
  return worker
}
