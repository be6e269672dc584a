/** Manners: at most a few requests at once to one host, whoever asks for them. */

import { part } from '../../core.ts'
import { ApiError } from '../../errors.ts'

/** A counting lock per key. Waiters are served in order. */
export class HostSlots {
  readonly #perHost: number
  readonly #hosts = new Map<string, { active: number; waiting: (() => void)[] }>()

  constructor(perHost: number) {
    this.#perHost = perHost
  }

  /**
   * Waits for a place at `host`; call the returned function once to leave it.
   * @throws ApiError `unavailable` when the signal aborts first
   */
  async enter(host: string, signal: AbortSignal): Promise<() => void> {
    const entry = this.#hosts.get(host) ?? { active: 0, waiting: [] }
    this.#hosts.set(host, entry)
    if (entry.active < this.#perHost) entry.active++
    else await this.#wait(host, entry.waiting, signal)
    let left = false
    return () => {
      if (left) return
      left = true
      const next = entry.waiting.shift()
      if (next) return next()
      entry.active--
      if (entry.active === 0) this.#hosts.delete(host)
    }
  }

  #wait(host: string, waiting: (() => void)[], signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const admit = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        waiting.splice(waiting.indexOf(admit), 1)
        reject(
          new ApiError(
            'unavailable',
            `Too many requests to ${host} are under way from here. Try again in a few seconds. You were not charged.`,
            {
              retryAfterSeconds: 5,
            },
          ),
        )
      }
      if (signal.aborted) return giveUp()
      waiting.push(admit)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }
}

/** The program's own: two at once per public host. */
export const hostSlots = part(() => new HostSlots(2))
