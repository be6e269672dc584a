import { log } from './log.ts'

/** What `work` comes to, or a rejection with `late` when it has come to nothing after `ms`. The work may go on; nobody waits for it. */
export async function within<Value>(
  ms: number,
  work: Promise<Value>,
  late: () => Error = () => new Error(`no answer in ${ms} ms`),
): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), ms).unref()
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** As `within`, for what goes on without it: undefined, and a line in the log, where `work` fails or is late. */
export const ifInTime = <Value>(ms: number, work: Promise<Value>, line: string): Promise<Value | undefined> =>
  within(ms, work).catch((error: unknown) => {
    log.warn({ err: error }, line)
    return undefined
  })

/** Resolves when `work` has, and after `ms` at the latest; rejects with it. The work may go on; nobody waits for it. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  try {
    await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves after `ms`; rejects with the signal's reason on abort. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
