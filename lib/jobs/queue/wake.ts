/** Word between parts of one program, so that a new or cancelled job need not wait for the next look at the database. */
import { type Core, part } from '../../core.ts'

type Listener = (jobId: string) => void

const listeners = part(() => ({ enqueued: new Set<Listener>(), cancelled: new Set<Listener>() }))

/** Calls `listener` whenever this program enqueues or cancels a job. @returns the function that ends it. */
export function onJob(core: Core, what: 'enqueued' | 'cancelled', listener: Listener): () => void {
  const set = listeners(core)[what]
  set.add(listener)
  return () => void set.delete(listener)
}

/** Tells them at once. */
export function announce(core: Core, what: 'enqueued' | 'cancelled', jobId: string): void {
  for (const listener of listeners(core)[what]) listener(jobId)
}
