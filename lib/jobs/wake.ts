/** Word between parts of one process, so that a new or cancelled job need not wait for the next look at the database. */
import { shared } from '../shared.ts'

type Listener = (jobId: string | undefined) => void

const listeners = (): { enqueued: Set<Listener>; cancelled: Set<Listener> } =>
  shared('jobs-wake', () => ({ enqueued: new Set<Listener>(), cancelled: new Set<Listener>() }))

/** Calls `listener` whenever this process enqueues or cancels a job. @returns the function that ends it. */
export function onJob(what: 'enqueued' | 'cancelled', listener: Listener): () => void {
  const set = listeners()[what]
  set.add(listener)
  return () => void set.delete(listener)
}

export function announce(what: 'enqueued' | 'cancelled', jobId?: string): void {
  for (const listener of listeners()[what]) listener(jobId)
}
