/** The ways a facilitator fails, switchable while it runs: for ever, or for a number of calls. */
import { z } from 'zod'

export const supportedModes = ['ok', 'error', 'slow', 'hang', 'html', 'no-base', 'no-solana'] as const
export const verifyModes = ['ok', '500', 'html', 'shape', 'drop', 'hang', 'refuse', 'slow'] as const
export const settleModes = [
  ...verifyModes,
  'pending',
  'lands-then-drops',
  'lands-then-hangs',
  'lands-then-502',
  'lands-then-html',
  'success-for-duplicate',
  'drops-before-landing',
] as const

export type SupportedMode = (typeof supportedModes)[number]
export type VerifyMode = (typeof verifyModes)[number]
export type SettleMode = (typeof settleModes)[number]

/** A mode for ever, or for the next `times` calls and then `ok`. `random` picks one per call from the seeded sequence. */
const setting = <Mode extends readonly [string, ...string[]]>(modes: Mode) => {
  const mode = z.enum([...modes, 'random'])
  return z.union([mode, z.strictObject({ mode, times: z.int().positive().optional() })])
}

export const controlSchema = z.strictObject({
  supported: setting(supportedModes).optional(),
  verify: setting(verifyModes).optional(),
  settle: setting(settleModes).optional(),
  /**
   * What settle says, word for word, in place of any mode, with the payment landed before or not at all. `$transaction` stands for the real
   * transaction; null ends it.
   */
  settleSays: z
    .strictObject({ answer: z.record(z.string(), z.unknown()), lands: z.boolean(), times: z.int().positive().optional() })
    .nullable()
    .optional(),
  /** false: a facilitator of several instances that do not share their memory of Solana settlements. */
  svmDuplicateCache: z.boolean().optional(),
  /** Milliseconds from sending to landing on Solana. */
  landingDelayMs: z.int().nonnegative().optional(),
  /** How long `slow` takes, in milliseconds. */
  slowMs: z.int().nonnegative().optional(),
  /** false: answers carry no Date, as some do. */
  tellsTime: z.boolean().optional(),
  /** Starts the sequence behind `random` anew. */
  seed: z.int().optional(),
})

export type FacilitatorControl = z.input<typeof controlSchema>
type Operation = 'supported' | 'verify' | 'settle'

const all = { supported: supportedModes, verify: verifyModes, settle: settleModes } as const

/** A small seeded generator (mulberry32): the same seed gives the same faults. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What is set now, and which mode the next call gets. */
export class FaultModes {
  slowMs = 2_000
  tellsTime = true
  says: { answer: Record<string, unknown>; lands: boolean; times: number } | undefined
  seed = 1
  #random = seededRandom(1)
  #current: Record<Operation, { mode: string; times: number }> = {
    supported: { mode: 'ok', times: Number.POSITIVE_INFINITY },
    verify: { mode: 'ok', times: Number.POSITIVE_INFINITY },
    settle: { mode: 'ok', times: Number.POSITIVE_INFINITY },
  }

  apply(control: z.output<typeof controlSchema>): void {
    if (control.settleSays !== undefined)
      this.says = control.settleSays ? { ...control.settleSays, times: control.settleSays.times ?? Number.POSITIVE_INFINITY } : undefined
    if (control.slowMs !== undefined) this.slowMs = control.slowMs
    if (control.tellsTime !== undefined) this.tellsTime = control.tellsTime
    if (control.seed !== undefined) {
      this.seed = control.seed
      this.#random = seededRandom(control.seed)
    }
    for (const operation of ['supported', 'verify', 'settle'] as const) {
      const value = control[operation]
      if (value === undefined) continue
      this.#current[operation] =
        typeof value === 'string'
          ? { mode: value, times: Number.POSITIVE_INFINITY }
          : { mode: value.mode, times: value.times ?? Number.POSITIVE_INFINITY }
    }
  }

  /** The mode of the call that arrives now; counts it. */
  next(operation: 'supported'): SupportedMode
  next(operation: 'verify'): VerifyMode
  next(operation: 'settle'): SettleMode
  next(operation: Operation): string {
    const current = this.#current[operation]
    if (current.times <= 0) return 'ok'
    current.times -= 1
    if (current.mode !== 'random') return current.mode
    const modes = all[operation]
    return modes[Math.floor(this.#random() * modes.length)] ?? 'ok'
  }

  /** What the settlement that arrives now is to be told; counts it. */
  nextWords(): { answer: Record<string, unknown>; lands: boolean } | undefined {
    if (!this.says || this.says.times <= 0) return undefined
    this.says.times -= 1
    return this.says
  }

  /** For GET /control: `{mode, times}` with `times` null for ever. */
  toJSON() {
    const show = ({ mode, times }: { mode: string; times: number }) =>
      times <= 0 ? { mode: 'ok', times: null } : { mode, times: Number.isFinite(times) ? times : null }
    const { supported, verify, settle } = this.#current
    return { supported: show(supported), verify: show(verify), settle: show(settle), slowMs: this.slowMs, seed: this.seed }
  }
}
