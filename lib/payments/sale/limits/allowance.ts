/**
 * How much may end badly: so many events per key within a window. What may become one is reserved before the work and given back when it went
 * well, so that a thousand at once get no further than a thousand in a row.
 */
import { LRUCache } from 'lru-cache'

/** Keys remembered at once; the least recently seen is forgotten first. */
const MAX_KEYS = 50_000

export type Reservation = {
  /** It went well: nothing is counted. Later words about the same reservation are ignored. */
  giveBack: () => void
  /** It ended badly and counts from now on. */
  spend: () => void
}

export type Allowance = {
  /** Room for one more, or the seconds after which there may be. */
  reserve(key: string, limit: number): Reservation | number
  /** As `reserve`, waiting at most `patienceMs` where only work in progress is in the way; the limit may grow meanwhile. */
  reserveSoon(key: string, limit: () => number, patienceMs: number): Promise<Reservation | number>
  /** How many are held, or ended badly within the window. */
  countOf(key: string): number
  /** Seconds until there is room; undefined when there is. Work in progress does not count. */
  blockedFor(key: string, limit: number): number | undefined
}

type Account = { ends: number[]; held: number; waiting: (() => void)[] }

/** Makes one; `now` in Unix milliseconds. */
export function createAllowance(windowMs: number, now: () => number): Allowance {
  // By size: with `max` the whole table is there from the start.
  const accounts = new LRUCache<string, Account>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 })
  const accountOf = (key: string): Account => {
    let account = accounts.get(key)
    if (!account) {
      account = { ends: [], held: 0, waiting: [] }
      accounts.set(key, account)
    }
    const since = now() - windowMs
    while (account.ends[0] !== undefined && account.ends[0] <= since) account.ends.shift()
    return account
  }
  const secondsUntil = ({ ends }: Account, limit: number): number =>
    Math.max(1, Math.ceil(((ends[ends.length - limit] ?? now()) + windowMs - now()) / 1000))
  const hold = (account: Account): Reservation => {
    account.held += 1
    let open = true
    const end = (badly: boolean) => {
      if (!open) return
      open = false
      account.held -= 1
      if (badly) account.ends.push(now())
      for (const wake of account.waiting.splice(0)) wake()
    }
    return { giveBack: () => end(false), spend: () => end(true) }
  }
  const reserve = (key: string, limit: number): Reservation | number => {
    const account = accountOf(key)
    if (account.ends.length + account.held < limit) return hold(account)
    return account.ends.length >= limit ? secondsUntil(account, limit) : 1
  }
  const blockedFor = (key: string, limit: number) => {
    const account = accountOf(key)
    return account.ends.length >= limit ? secondsUntil(account, limit) : undefined
  }
  const countOf = (key: string): number => {
    const { ends, held } = accountOf(key)
    return ends.length + held
  }
  return {
    reserve,
    countOf,
    blockedFor,
    async reserveSoon(key, limit, patienceMs) {
      const deadline = performance.now() + patienceMs
      for (;;) {
        const reserved = reserve(key, limit())
        const leftMs = deadline - performance.now()
        if (typeof reserved !== 'number' || blockedFor(key, limit()) !== undefined || leftMs <= 0) return reserved
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, leftMs)
          accountOf(key).waiting.push(() => {
            clearTimeout(timer)
            resolve()
          })
        })
      }
    },
  }
}
