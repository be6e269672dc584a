/**
 * Warm workers that convert pages: one page each at a time, with a memory limit, a deadline and a hard kill, so that a page can cost its own
 * answer and never another's. See docs/decisions/0007-workers.md.
 */
import { Worker } from 'node:worker_threads'
import type { DocumentResult } from '#extractor'
import { part } from '../../../core.ts'
import { log } from '../../../log.ts'
import type { Seen, Sight } from './see.ts'
import { thisMachine, workersFor } from './workers-for.ts'

/** A page as it came: its bytes are handed over to the worker. */
export type ConvertInput = {
  bytes: Uint8Array<ArrayBuffer>
  /** Final URL: base of relative links. */
  url: string
  /** Content-Type and Content-Language headers. */
  contentType: string | null
  contentLanguage: string | null
  /** Content-Disposition header, for the name of a file. */
  contentDisposition?: string | null
  /** True when a byte cap ended the reading. */
  truncated: boolean
  /** CSS: only what stands in these elements is read. */
  selector?: string | null
  /** False leaves pictures out. */
  images?: boolean
  /** Parts that are wanted besides the main content. */
  include?: readonly ('tables' | 'comments')[]
}

/** A page to convert, or Markdown that is to be looked at. */
export type Work = { input: ConvertInput } | { sight: Sight }
export type WorkerRequest = { id: number } & Work
export type WorkerReply =
  | { ready: true }
  | { id: number; result: DocumentResult | Seen; heapBytes: number }
  | { id: number; failure: string; tooBig: boolean; heapBytes: number }

/** `too_slow` and `too_big`: the page's own doing. `busy`: too many pages at once. `broken`: a bug of ours, logged. */
export class ConvertFailure extends Error {
  override name = 'ConvertFailure'
  readonly reason: 'too_slow' | 'too_big' | 'busy' | 'broken'

  constructor(reason: ConvertFailure['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

export type PoolOptions = {
  /** Workers kept warm. */
  size: number
  /** Multiplies every deadline; above 1 only in tests, whose outcome must not hang on how busy the machine is. */
  patience: number
  /** Milliseconds a page may wait for a worker unless its call says otherwise. */
  waitMs: number
  /** Pages that may wait at once. */
  maxWaiting: number
  spawn(): Worker
  /** Bytes by which no page may let the process grow, whatever its call says; default any number. */
  mostGrowthBytes?: number
  /** Where pages go whose growth is watched; default here. */
  watched?: ConvertPool
}

export type ConvertOptions = {
  /** Milliseconds the page may take inside a worker. */
  deadlineMs: number
  /** Milliseconds the page may wait for a worker; default the pool's. */
  waitMs?: number
  /** Goes before all that wait. */
  urgent?: boolean
  /** Bytes by which the whole process may grow meanwhile: what a page holds outside of the worker's own heap. Default: any number. */
  growthBytes?: number
}

type Job = {
  work: Work
  deadlineMs: number
  growthBytes: number | undefined
  resolve(result: DocumentResult | Seen): void
  reject(error: ConvertFailure): void
  waiting: NodeJS.Timeout
}

type Slot = {
  worker: Worker
  ready: boolean
  job: Job | null
  deadline: NodeJS.Timeout | null
  watch: NodeJS.Timeout | null
  pages: number
}

/** A worker is replaced after this many pages, or when its heap has grown, so that memory returns. */
const MAX_PAGES = 1_000
const MAX_IDLE_HEAP = 128 * 1024 * 1024
/** Workers that die one after another before they are ready mean that none will start. */
const MAX_START_FAILURES = 3
const WATCH_MS = 50

export class ConvertPool {
  readonly #options: PoolOptions
  readonly #slots = new Set<Slot>()
  readonly #waiting: Job[] = []
  #nextId = 1
  #startFailures = 0
  #closed = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /**
   * Converts one page; its bytes are handed over and cannot be used afterwards.
   * @throws ConvertFailure
   */
  convert(input: ConvertInput, options: ConvertOptions): Promise<DocumentResult> {
    if (options.growthBytes !== undefined && this.#options.watched) return this.#options.watched.convert(input, options)
    // A worker answers what it was asked.
    return this.#run({ input }, options) as Promise<DocumentResult>
  }

  /**
   * Looks at Markdown that is converted already.
   * @throws ConvertFailure
   */
  see(sight: Sight, options: ConvertOptions): Promise<Seen> {
    // A worker answers what it was asked.
    return this.#run({ sight }, options) as Promise<Seen>
  }

  #run(work: Work, options: ConvertOptions): Promise<DocumentResult | Seen> {
    const { deadlineMs, waitMs = this.#options.waitMs, urgent = false, growthBytes } = options
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= this.#options.maxWaiting || this.#closed)
        return reject(new ConvertFailure('busy', 'Too many pages wait for conversion.'))
      const job: Job = {
        work,
        deadlineMs,
        growthBytes,
        resolve,
        reject,
        waiting: setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(job), 1)
          reject(new ConvertFailure('busy', 'No worker became free in time.'))
        }, waitMs * this.#options.patience),
      }
      if (urgent) this.#waiting.unshift(job)
      else this.#waiting.push(job)
      this.#assign()
    })
  }

  /** Ends all workers; pages under way fail as `busy`. */
  async close(): Promise<void> {
    this.#closed = true
    for (const job of this.#waiting.splice(0)) this.#fail(job, new ConvertFailure('busy', 'The pool is closing.'))
    await this.#options.watched?.close()
    await Promise.all([...this.#slots].map((slot) => this.#retire(slot, new ConvertFailure('busy', 'The pool is closing.'))))
  }

  #assign(): void {
    for (const slot of this.#slots) {
      if (!slot.ready || slot.job) continue
      const job = this.#waiting.shift()
      if (!job) break
      this.#start(slot, job)
    }
    const starting = [...this.#slots].filter((slot) => !slot.ready).length
    // One at first, so that a cold start shares its core with nobody; the rest once it runs, or when pages queue up.
    const wanted = this.#slots.size === 0 ? 1 : Math.max(this.#waiting.length, this.#slots.size > starting ? this.#options.size : 0)
    for (let count = starting; count < wanted && this.#slots.size < this.#options.size && !this.#closed; count++) this.#spawn()
  }

  #start(slot: Slot, job: Job): void {
    clearTimeout(job.waiting)
    slot.job = job
    slot.pages++
    slot.worker.ref()
    slot.deadline = setTimeout(
      () => this.#retire(slot, new ConvertFailure('too_slow', 'The page took too long to convert.')),
      job.deadlineMs * this.#options.patience,
    )
    if (job.growthBytes !== undefined)
      this.#watch(slot, process.memoryUsage.rss() + Math.min(job.growthBytes, this.#options.mostGrowthBytes ?? Infinity))
    const { work } = job
    slot.worker.postMessage({ id: this.#nextId++, ...work } satisfies WorkerRequest, 'input' in work ? [work.input.bytes.buffer] : [])
  }

  /** Ends the worker when the process has grown beyond `most` bytes. */
  #watch(slot: Slot, most: number): void {
    slot.watch = setInterval(() => {
      if (process.memoryUsage.rss() > most) void this.#retire(slot, new ConvertFailure('too_big', 'The page takes too much memory.'))
    }, WATCH_MS)
  }

  #spawn(): void {
    const slot: Slot = { worker: this.#options.spawn(), ready: false, job: null, deadline: null, watch: null, pages: 0 }
    this.#slots.add(slot)
    slot.worker.on('message', (reply: WorkerReply) => this.#onReply(slot, reply))
    slot.worker.on('error', (error: Error & { code?: string }) => {
      if (!slot.ready) this.#startFailures++
      const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (!outOfMemory) log.error({ err: error }, 'a conversion worker failed')
      void this.#retire(slot, new ConvertFailure(outOfMemory ? 'too_big' : 'broken', error.message))
    })
    slot.worker.on('exit', () => void this.#retire(slot, new ConvertFailure('too_big', 'The worker ended.')))
    // A worker that is loading or idle keeps no process alive; the timer of a waiting job does.
    slot.worker.unref()
  }

  #onReply(slot: Slot, reply: WorkerReply): void {
    if ('ready' in reply) {
      slot.ready = true
      this.#startFailures = 0
      this.#assign()
      return
    }
    const job = slot.job
    this.#stopClocks(slot)
    slot.job = null
    slot.worker.unref()
    if ('result' in reply) job?.resolve(reply.result)
    else if (reply.tooBig) job?.reject(new ConvertFailure('too_big', 'The page is nested or repeated too much.'))
    else {
      log.error({ failure: reply.failure }, 'a page could not be converted')
      job?.reject(new ConvertFailure('broken', 'The page could not be converted.'))
    }
    if (reply.heapBytes > MAX_IDLE_HEAP || slot.pages >= MAX_PAGES) void this.#retire(slot, new ConvertFailure('busy', 'Replaced.'))
    else this.#assign()
  }

  async #retire(slot: Slot, failure: ConvertFailure): Promise<void> {
    if (!this.#slots.delete(slot)) return
    this.#stopClocks(slot)
    if (slot.job) slot.job.reject(failure)
    slot.job = null
    if (this.#startFailures >= MAX_START_FAILURES) {
      this.#startFailures = 0
      for (const job of this.#waiting.splice(0)) this.#fail(job, new ConvertFailure('broken', 'No conversion worker starts.'))
    }
    this.#assign()
    await slot.worker.terminate()
  }

  #stopClocks(slot: Slot): void {
    if (slot.deadline) clearTimeout(slot.deadline)
    if (slot.watch) clearInterval(slot.watch)
    slot.deadline = null
    slot.watch = null
  }

  #fail(job: Job, failure: ConvertFailure): void {
    clearTimeout(job.waiting)
    job.reject(failure)
  }
}

const HEAP_MB = 256
/**
 * A single list that outgrows the heap ends the process and not the worker: a PDF can hold a string of 24 MB in 35 kB. Where growth is watched,
 * the heap is so large that the watch comes first.
 */
const WATCHED_HEAP_MB = 1_024

/** A worker of the real kind. The literal URL is what bundlers look for. */
function spawnConverter(heapMb = HEAP_MB): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    name: 'markdown',
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  // Commands own their stdout; what a page's conversion prints is nobody's answer.
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}

/** A pool of real workers with the given options in place of the defaults. */
export function makeConvertPool(options: Partial<PoolOptions> = {}): ConvertPool {
  const fit = workersFor(thisMachine())
  const all = {
    size: fit.size,
    patience: 1,
    waitMs: 6_000,
    maxWaiting: 500,
    ...options,
  }
  if (options.spawn) return new ConvertPool({ ...all, spawn: options.spawn })
  const watched = new ConvertPool({
    ...all,
    size: Math.min(all.size, fit.watchedSize),
    mostGrowthBytes: fit.mostGrowthBytes,
    spawn: () => spawnConverter(WATCHED_HEAP_MB),
  })
  return new ConvertPool({ ...all, spawn: () => spawnConverter(), watched })
}

/** The program's own pool. */
export const convertPool = part(() => makeConvertPool())
