/**
 * Who comes first when more is asked than one thread can do. Each turn of the event loop begins what comes until a few milliseconds are spent;
 * from then on only clients that have had little lately are answered at once. The others stand in a line each, and the lines take turns: one
 * client, on however many connections, cannot queue ahead of another. Where nothing else is asked nobody waits.
 */
import { LRUCache } from 'lru-cache'

/** One turn of the event loop serves so much before clients that have had much must wait. */
const SLICE_MS = 1
/** While one client alone asks there is nobody to be fair to but who comes next: he is stopped later, as to wait has its price too. */
const LONE_SLICE_MS = 5
/** So long after another client asked one is not alone. */
const COMPANY_MS = 1_000
/** What a client may have at once without being one of those, and how fast it comes back: half a hundredth of the thread. */
const LIGHT_MS = 10
const LIGHT_PER_MS = 0.005
/** What goes on after the first wait of an answer is not seen here: it is counted beforehand, as so much unless the caller knows better. */
const UNSEEN_MS = 1
/** Clients remembered at once; the least recently seen is forgotten first. */
const MAX_CLIENTS = 50_000

type Account = { spentMs: number; at: number }

export type Work<Result> = {
  /** What it costs beyond what is seen of it. */
  unseenMs?: number
  /** Whether the client is to have had what the work took, as its result shows; without it: yes, from the beginning. */
  counts?: (result: Result) => boolean
}

export type FairShare = {
  /**
   * Begins now, or when it is this client's turn; then the result is a promise.
   * @throws whatever `begin` throws
   */
  run<Result>(client: string, begin: () => Result | Promise<Result>, work?: Work<Result>): Result | Promise<Result>
  /** Calls that wait for their turn. */
  waiting(): number
}

/** What each client has had lately. */
function createAccounts(now: () => number): (client: string) => Account {
  const accounts = new LRUCache<string, Account>({ max: MAX_CLIENTS })
  return (client) => {
    const at = now()
    const account = accounts.get(client) ?? { spentMs: 0, at }
    account.spentMs = Math.max(0, account.spentMs - (at - account.at) * LIGHT_PER_MS)
    account.at = at
    accounts.set(client, account)
    return account
  }
}

/** What a turn may serve, now that this client asks. */
function createSlices(now: () => number): (client: string) => number {
  let latest = ''
  let companyUntil = Number.NEGATIVE_INFINITY
  return (client) => {
    if (client === latest) return now() < companyUntil ? SLICE_MS : LONE_SLICE_MS
    if (latest !== '') companyUntil = now() + COMPANY_MS
    latest = client
    return SLICE_MS
  }
}

/** `now` in milliseconds; `afterTurn` calls back when the event loop has looked at all its sockets. Both are given by tests alone. */
export function fairShare(now: () => number = () => performance.now(), afterTurn: (next: () => void) => void = setImmediate): FairShare {
  const accountOf = createAccounts(now)
  const sliceFor = createSlices(now)
  /** In the order in which their clients are served next. */
  const lines = new Map<string, (() => void)[]>()
  let usedMs = 0
  let turn = 0
  let isDue = false

  function due(): void {
    if (isDue) return
    isDue = true
    afterTurn(serve)
  }

  /** A promise and what it is counted as beforehand: what needed no wait at all is over within the turn it began in, and was seen whole. */
  function countLater<Result>(client: string, pending: Promise<Result>, start: number, { unseenMs, counts }: Work<Result>): void {
    const own = turn
    const beforehand = now() - start + (unseenMs ?? UNSEEN_MS)
    usedMs += beforehand
    if (!counts) accountOf(client).spentMs += beforehand
    const over = (isCounted: boolean) => {
      const more = own === turn && unseenMs === undefined ? now() - start - beforehand : 0
      usedMs += more
      if (isCounted) accountOf(client).spentMs += counts ? beforehand + more : more
    }
    void pending.then(
      (result) => over(counts?.(result) ?? true),
      () => over(true),
    )
  }

  function timed<Result>(client: string, begin: () => Result | Promise<Result>, work: Work<Result>): Result | Promise<Result> {
    const start = now()
    const count = (isCounted: boolean) => {
      const tookMs = now() - start + (work.unseenMs ?? 0)
      usedMs += tookMs
      if (isCounted) accountOf(client).spentMs += tookMs
    }
    due()
    let result: Result | Promise<Result>
    try {
      result = begin()
    } catch (error) {
      count(true)
      throw error
    }
    if (result instanceof Promise) countLater(client, result, start, work)
    else count(work.counts?.(result) ?? true)
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
    run(client, begin, work = {}) {
      const line = lines.get(client)
      if (!line && (usedMs < sliceFor(client) || accountOf(client).spentMs < LIGHT_MS)) return timed(client, begin, work)
      return new Promise((resolve, reject) => {
        const start = () => {
          try {
            resolve(timed(client, begin, work))
          } catch (error) {
            reject(error)
          }
        }
        if (line) line.push(start)
        else lines.set(client, [start])
        due()
      })
    },
    waiting: () => [...lines.values()].reduce((sum, line) => sum + line.length, 0),
  }
}
