/**
 * GoPlus: token security. "Too many requests" comes inside HTTP 200 (`code` 4029); anything but `code` 1 is a failure. Seven or eight calls
 * within five seconds are refused for some ten seconds, so calls are paced here, and wait for their turn as long as their caller can.
 */
import { z } from 'zod'
import { type Core, part } from '../core.ts'
import { breakerOpen } from '../egress/breaker.ts'
import { cached } from '../egress/cached.ts'
import { callUpstream } from '../egress/call-upstream.ts'
import { UpstreamError } from '../egress/upstream-types.ts'
import type { Ask } from './ask.ts'
import { createPace } from './pace.ts'

const SOURCE = 'goplus'

/** Without a key: six calls within any five seconds. With one: as many as the smallest plan allows. */
const paces = { keyless: { burst: 2, everyMs: 1_000 }, keyed: { burst: 10, everyMs: 200 } } as const

const newQueue = (core: Core) => ({
  take: createPace(core.env.GOPLUS_TOKEN ? paces.keyed : paces.keyless, core),
  /** Callers that wait or are being answered. */
  length: 0,
})
const queues = part((core) => ({ current: newQueue(core) }))

/** @throws UpstreamError when the body says that this is no answer. */
export function inspectGoplus(body: unknown): void {
  const said = typeof body === 'object' && body !== null && 'code' in body ? body.code : null
  // Anything else that could be read as a number, `true` among it, is no code.
  const code = typeof said === 'number' || typeof said === 'string' ? Number(said) : Number.NaN
  if (code === 1) return
  const limited = code === 4029 || code === 429
  throw new UpstreamError(SOURCE, limited ? 'rate_limited' : Number.isNaN(code) ? 'bad_body' : 'http_error', `code ${code}`, {
    status: 200,
  })
}

/** `result` holds one entry for the asked address, or none when the token is not known. */
export const GoplusBody = z.object({ result: z.record(z.string(), z.unknown()).nullable() })

/**
 * The entry of `key` in a result, without regard to case when `anyCase`; null when the result is empty.
 * @throws UpstreamError when it holds other tokens only: they say nothing of this one, not even that it is not known
 */
export function entryOf(result: Record<string, unknown> | null, key: string, anyCase: boolean): unknown {
  const names = Object.keys(result ?? {})
  const name = names.find((candidate) => (anyCase ? candidate.toLowerCase() === key.toLowerCase() : candidate === key))
  if (name === undefined && names.length > 0) throw new UpstreamError(SOURCE, 'bad_body', 'answer about another token')
  return name === undefined ? null : (result?.[name] ?? null)
}

/**
 * What GoPlus knows of one token, read by `schema`; null when it does not know the token. One address a call: of a list it answers the first.
 * @param maxWaitMs how long the call may wait for its turn before the source counts as rate-limited
 * @throws UpstreamError
 */
export function goplusToken<Schema extends z.ZodType>(
  ask: Ask,
  chain: 'solana' | 'base',
  address: string,
  schema: Schema,
  maxWaitMs: number,
) {
  const key = chain === 'base' ? address.toLowerCase() : address
  return cached({
    core: ask.core,
    source: SOURCE,
    key: `${chain}:${key}`,
    ageMs: 60_000,
    signal: ask.signal,
    load: async (signal): Promise<z.output<Schema> | null> => {
      const entry = await inTurn({ ...ask, signal }, maxWaitMs, () => askGoplus({ ...ask, signal }, chain, key))
      if (entry === null) return null
      const parsed = schema.safeParse(entry)
      if (!parsed.success) throw new UpstreamError(SOURCE, 'bad_body', 'unexpected entry', { cause: parsed.error })
      return parsed.data
    },
  })
}

async function askGoplus({ core, signal, timeoutMs }: Ask, chain: 'solana' | 'base', key: string): Promise<unknown> {
  const path = chain === 'base' ? '/api/v1/token_security/8453' : '/api/v1/solana/token_security'
  const token = core.env.GOPLUS_TOKEN
  const { result } = await callUpstream({
    core,
    source: SOURCE,
    url: `${core.env.GOPLUS_URL}${path}?contract_addresses=${key}`,
    headers: token ? { authorization: token } : {},
    schema: GoplusBody,
    inspect: inspectGoplus,
    timeoutMs,
    signal,
  })
  return entryOf(result, key, chain === 'base')
}

/** Waits for a turn, and, when others crowd in too, for the end of a limit that was hit all the same. */
async function inTurn<Value>({ core, signal }: Ask, maxWaitMs: number, call: () => Promise<Value>): Promise<Value> {
  const queue = queues(core).current
  const giveUpAt = core.uptime() + maxWaitMs
  queue.length++
  try {
    for (;;) {
      const leftMs = giveUpAt - core.uptime()
      const openMs = (breakerOpen(core, SOURCE) ?? 0) * 1_000
      if (openMs > 0 && queue.length > 1 && openMs < leftMs) {
        await core.wait(openMs, signal)
        continue
      }
      if (openMs === 0) await takeTurn(queue, leftMs, signal)
      try {
        return await call()
      } catch (error) {
        const limited = error instanceof UpstreamError && (error.reason === 'rate_limited' || error.reason === 'disabled')
        if (!limited || queue.length <= 1 || core.uptime() >= giveUpAt) throw error
        await core.wait(Math.min((error.retryAfterSeconds ?? 1) * 1_000, Math.max(0, giveUpAt - core.uptime())), signal)
      }
    }
  } finally {
    queue.length--
  }
}

async function takeTurn(queue: ReturnType<typeof newQueue>, maxWaitMs: number, signal: AbortSignal): Promise<void> {
  if (await queue.take(Math.max(0, maxWaitMs), signal)) return
  throw new UpstreamError(SOURCE, 'rate_limited', 'our own pace', { retryAfterSeconds: Math.max(2, Math.ceil(queue.length / 2)) })
}
