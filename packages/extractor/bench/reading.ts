/** What became of one page: its Markdown and the CPU it took, or why there is none. */
export type Reading =
  | { readonly status: 'read'; readonly markdown: string; readonly cpuMs: number }
  | { readonly status: 'threw' | 'late' | 'too big' }

/** Reads one page at a time, each within limits, and is closed when it is done with. */
export type PageReader = {
  readonly name: string
  readonly read: (html: string, url: string) => Promise<Reading>
  readonly close: () => Promise<void>
}

/** What one page may cost: CPU, so that a busy machine makes nobody late; time by the clock for what only waits; memory of its worker. */
export const LIMITS = { cpuMs: 5_000, clockMs: 60_000, heapMb: 512 }
