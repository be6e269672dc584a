/**
 * Who comes first when more is asked than one thread can do. Each turn of the event loop begins what comes until a few milliseconds are spent;
 * from then on only clients that have had little lately are answered at once. The others stand in a line each, and the lines take turns: one
 * client, on however many connections, cannot queue ahead of another. Where nothing else is asked nobody waits.
 */
import { LRUCache } from 'lru-cache'

/** One turn of the event loop serves so much before clients that have had much must wait. */
const SLICE_MS = 2
/** What a client may have at once without being one of those, and how fast it comes back: half a hundredth of the thread. */
const LIGHT_MS = 10
const LIGHT_PER_MS = 0.005
/** What goes on after the first wait of an answer is not seen here: it is counted beforehand, as so much unless the caller knows better. */
const UNSEEN_MS = 1
/** Clients remembered at once; the least recently seen is forgotten first. */
const MAX_CLIENTS = 50_000

type Account = { spentMs: number; at: number }

export type FairShare = {
  /**
   * Begins now, or when it is this client's turn; then the result is a promise. `unseenMs`: what the work of a promise costs after its first wait.
   * @throws whatever `begin` throws
   */
  run<Result>(client: string, begin: () => Result | Promise<Result>, unseenMs?: number): Result | Promise<Result>
  /** Gives back what a client's call cost, for calls that were paid for. */
  forgive(client: string): void
  /** Calls that wait for their turn. */
  waiting(): number
}

/** `now` in milliseconds; `afterTurn` calls back when the event loop has looked at all its sockets. Both are given by tests alone. */
export function fairShare(now: () => number = () => performance.now(), afterTurn: (next: () => void) => void = setImmediate): FairShare {
  const accounts = new LRUCache<string, Account>({ max: MAX_CLIENTS })
  /** In the order in which their clients are served next. */
  const lines = new Map<string, (() => void)[]>()
  let usedMs = 0
  let turn = 0
  let isDue = false

  function accountOf(client: string): Account {
    const at = now()
    const account = accounts.get(client) ?? { spentMs: 0, at }
    account.spentMs = Math.max(0, account.spentMs - (at - account.at) * LIGHT_PER_MS)
    account.at = at
    accounts.set(client, account)
    return account
  }

  function due(): void {
    if (isDue) return
    isDue = true
    afterTurn(serve)
  }

  function charge(client: string, ms: number): void {
    usedMs += ms
    accountOf(client).spentMs += ms
    due()
  }

  function timed<Result>(client: string, begin: () => Result | Promise<Result>, unseenMs = UNSEEN_MS): Result | Promise<Result> {
    const [start, own] = [now(), turn]
    let result: Result | Promise<Result>
    try {
      result = begin()
    } catch (error) {
      charge(client, now() - start)
      throw error
    }
    const isOver = !(result instanceof Promise)
    const counted = now() - start + (isOver ? 0 : unseenMs)
    charge(client, counted)
    if (isOver) return result
    // What needed no wait at all is over within the turn it began in, and was seen whole.
    const over = () => own === turn && charge(client, now() - start - counted)
    void Promise.resolve(result).then(over, over)
    return result
  }

  /** A turn's worth of those who wait, one call of a client after one of another. */
  function serve(): void {
    isDue = false
    usedMs = 0
    turn += 1
    for (const [client, line] of lines) {
      line.shift()?.()
      lines.delete(client)
      // Behind all others.
      if (line.length > 0) lines.set(client, line)
      if (usedMs >= SLICE_MS) break
    }
    if (usedMs > 0 || lines.size > 0) due()
  }

  return {
    run(client, begin, unseenMs) {
      const line = lines.get(client)
      if (!line && (usedMs < SLICE_MS || accountOf(client).spentMs < LIGHT_MS)) return timed(client, begin, unseenMs)
      return new Promise((resolve, reject) => {
        const start = () => {
          try {
            resolve(timed(client, begin, unseenMs))
          } catch (error) {
            reject(error)
          }
        }
        if (line) line.push(start)
        else lines.set(client, [start])
        due()
      })
    },
    forgive: (client) => void accounts.delete(client),
    waiting: () => [...lines.values()].reduce((sum, line) => sum + line.length, 0),
  }
}
