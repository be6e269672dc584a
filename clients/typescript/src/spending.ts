/** Spend caps: an amount is reserved before anything is signed, so that calls at the same time cannot pass a cap together. */
import { SpendCapError } from './errors.ts'
import { toUsd } from './money.ts'

export type Caps = {
  /** Atomic USDC. */
  perCall: bigint
  perSession: bigint
}

export class Spending {
  readonly #caps: Caps
  #spent: bigint

  /** `spent`: what counts towards the session already. */
  constructor(caps: Caps, spent = 0n) {
    this.#caps = caps
    this.#spent = spent
  }

  /** Atomic USDC spent or reserved in this session. */
  get spent(): bigint {
    return this.#spent
  }

  /** Reserves `amount`. @throws SpendCapError when a cap does not allow it */
  reserve(amount: bigint): void {
    const { perCall, perSession } = this.#caps
    if (amount > perCall) throw new SpendCapError('call', `The call costs $${toUsd(amount)}, over the cap of $${toUsd(perCall)} per call.`)
    if (this.#spent + amount > perSession)
      throw new SpendCapError(
        'session',
        `The call costs $${toUsd(amount)}; $${toUsd(this.#spent)} of $${toUsd(perSession)} for this session are spent.`,
      )
    this.#spent += amount
  }

  /** Gives back what was reserved and certainly not paid. */
  release(amount: bigint): void {
    this.#spent -= amount
  }
}
