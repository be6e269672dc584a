/**
 * Equal work asked for at the same time is done once and answered to all. A caller who gives up leaves the
 * others undisturbed; when the last one leaves, the work itself is aborted.
 */
import { type Core, part } from '../core.ts'

type Flight = { promise: Promise<unknown>; waiting: number; controller: AbortController }

const inFlight = part(() => new Map<string, Flight>())

/**
 * Joins the work under `key`, or starts it.
 * @param work gets a signal of its own, not the caller's
 * @throws what the work throws, or `signal.reason` when this caller gives up first
 */
export async function singleFlight<Value>(
  core: Core,
  key: string,
  work: (signal: AbortSignal) => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  signal?.throwIfAborted()
  const flights = inFlight(core)
  let flight = flights.get(key)
  if (!flight) {
    const controller = new AbortController()
    const started: Flight = { promise: Promise.resolve(), waiting: 0, controller }
    started.promise = work(controller.signal).finally(() => {
      if (flights.get(key) === started) flights.delete(key)
    })
    // Every waiter may have left before it fails; each of those who stayed sees the failure through its own promise.
    started.promise.catch(() => undefined)
    flights.set(key, started)
    flight = started
  }
  const joined = flight
  joined.waiting++
  let onAbort: (() => void) | undefined
  try {
    const gaveUp = new Promise<never>((_, reject) => {
      onAbort = () => reject(signal?.reason)
      signal?.addEventListener('abort', onAbort, { once: true })
    })
    return (await Promise.race([joined.promise, gaveUp])) as Value
  } finally {
    if (onAbort) signal?.removeEventListener('abort', onAbort)
    joined.waiting--
    if (joined.waiting === 0 && flights.get(key) === joined) {
      flights.delete(key)
      joined.controller.abort()
    }
  }
}
