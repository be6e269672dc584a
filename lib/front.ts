/**
 * The hot answers, for a server that stands before Next. `server.ts` must not import them itself: that would be a second copy of every
 * module. Next's own bundle puts them here when it starts, and the server looks them up per request.
 */
import type { Reply } from './http/reply.ts'
import type { Call } from './payments/gate.ts'
import { shared } from './shared.ts'

export type FrontAnswers = {
  /** True for paths that the gate owns. */
  isPaidPath: (path: string) => boolean
  /** Without I/O, or undefined when the call must wait. */
  answerUnpaid: (call: Call) => Reply | undefined
  answer: (call: Call) => Promise<Reply>
  /** Resolves when nothing in hand can be lost any more: settlements done, jobs stopped, database closed. */
  drain: () => Promise<void>
}

export const front = (): { answers: FrontAnswers | undefined } => shared('front', () => ({ answers: undefined }))
