/** One limit on what all bodies together hold in memory: when it is reached, readers pause, and their peers with them. */
import { part } from '../../core.ts'

export type HeldBytes = {
  /** Adds `bytes` to what this holder has; waits while the budget is spent. @throws DOMException TimeoutError when the signal aborts */
  take(bytes: number, signal: AbortSignal): Promise<void>
  /** Adds them when the budget has room at once; says whether it did. */
  tryTake(bytes: number): boolean
  /** Gives everything back. Safe to call twice. */
  release(): void
}

export class ByteBudget {
  readonly #max: number
  #used = 0
  readonly #waiting = new Set<() => void>()

  constructor(max: number) {
    this.#max = max
  }

  get used(): number {
    return this.#used
  }

  hold(): HeldBytes {
    let mine = 0
    let released = false
    const add = (bytes: number) => {
      if (released) return
      mine += bytes
      this.#used += bytes
    }
    return {
      take: async (bytes, signal) => {
        while (this.#used + bytes > this.#max) await this.#change(signal)
        add(bytes)
      },
      tryTake: (bytes) => {
        if (this.#used + bytes > this.#max) return false
        add(bytes)
        return true
      },
      release: () => {
        if (released) return
        released = true
        this.#used -= mine
        for (const wake of [...this.#waiting]) wake()
      },
    }
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = () => {
        this.#waiting.delete(wake)
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        this.#waiting.delete(wake)
        reject(new DOMException('Deadline reached.', 'TimeoutError'))
      }
      if (signal.aborted) return giveUp()
      this.#waiting.add(wake)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }
}

/** The program's own: 256 MB of page bytes, of at most 8 MB each. */
export const byteBudget = part(() => new ByteBudget(256_000_000))
