/**
 * The hot answers, for a server that stands before Next. `server.ts` must not import them itself: that would be a second copy of every
 * module. Next's own bundle puts them here when it starts, and the server looks them up per request.
 */
import type { Call, HotReply } from './http/reply.ts'
import { shared } from './shared.ts'

export type FrontAnswers = {
  /** True for paths that are answered here alone: paid paths and feed files. */
  owns: (path: string) => boolean
  /** At once where no I/O is needed, else later. Never throws, never rejects. */
  answer: (call: Call) => HotReply | Promise<HotReply>
  /** For requests that come while the process stops: a 503 that charges nobody. */
  refuse: (call: Call) => HotReply
  /** Resolves when nothing in hand can be lost any more: jobs stopped, database closed. */
  drain: () => Promise<void>
}

export type Front = {
  answers: FrontAnswers | undefined
  /** Set once the process has been told to stop: it finishes what is in hand, and `/readyz` says no. */
  draining: boolean
}

export const front = (): Front => shared<Front>('front', () => ({ answers: undefined, draining: false }))
