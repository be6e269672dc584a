/**
 * GoPlus: token security. "Too many requests" comes inside HTTP 200 (`code` 4029); anything but `code` 1 is a failure. A few calls in quick
 * succession are refused for some ten seconds, so calls are paced here: one a second, bursts of four.
 */
import { z } from 'zod'
import { env } from '../env.ts'
import { breakerOpen } from '../http/breaker.ts'
import { cached } from '../http/cached.ts'
import { callUpstream } from '../http/call-upstream.ts'
import { UpstreamError } from '../http/upstream-types.ts'
import { shared } from '../shared.ts'
import { createPace } from './pace.ts'

const SOURCE = 'goplus'
const newPace = () => createPace({ burst: 4, everyMs: 1_000 })
const turns = () => shared('goplus-pace', () => ({ take: newPace() }))

/** Forgets the calls made so far (tests). */
export function resetGoplusPace(): void {
  turns().take = newPace()
}

/** How long a call may wait for its turn before the source counts as rate-limited. */
const MAX_WAIT_MS = 2_000

/** @throws UpstreamError when the body says that this is no answer. */
export function inspectGoplus(body: unknown): void {
  const code = typeof body === 'object' && body !== null && 'code' in body ? Number(body.code) : Number.NaN
  if (code === 1) return
  const limited = code === 4029 || code === 429
  throw new UpstreamError(SOURCE, limited ? 'rate_limited' : Number.isNaN(code) ? 'bad_body' : 'http_error', `code ${code}`, {
    status: 200,
  })
}

/** `result` holds one entry for the asked address, or none when the token is not known. */
export const GoplusBody = z.object({ result: z.record(z.string(), z.unknown()).nullable() })

/** The entry of `key` in a result, without regard to case when `anyCase`; null when there is none. */
export function entryOf(result: Record<string, unknown> | null, key: string, anyCase: boolean): unknown {
  const name = Object.keys(result ?? {}).find((candidate) => (anyCase ? candidate.toLowerCase() === key.toLowerCase() : candidate === key))
  return name === undefined ? null : (result?.[name] ?? null)
}

/**
 * What GoPlus knows of one token, read by `schema`; null when it does not know the token. One address a call: of a list it answers the first.
 * @throws UpstreamError
 */
export function goplusToken<Schema extends z.ZodType>(
  chain: 'solana' | 'base',
  address: string,
  schema: Schema,
  signal: AbortSignal,
  timeoutMs: number,
) {
  const path = chain === 'base' ? '/api/v1/token_security/8453' : '/api/v1/solana/token_security'
  const key = chain === 'base' ? address.toLowerCase() : address
  return cached({
    source: SOURCE,
    key: `${chain}:${key}`,
    ageMs: 60_000,
    signal,
    load: async (signal): Promise<z.output<Schema> | null> => {
      if (breakerOpen(SOURCE) === undefined && !(await turns().take(MAX_WAIT_MS, signal)))
        throw new UpstreamError(SOURCE, 'rate_limited', 'our own pace', { retryAfterSeconds: 2 })
      const token = env().GOPLUS_TOKEN
      const { result } = await callUpstream({
        source: SOURCE,
        url: `${env().GOPLUS_URL}${path}?contract_addresses=${key}`,
        headers: token ? { authorization: token } : {},
        schema: GoplusBody,
        inspect: inspectGoplus,
        timeoutMs,
        signal,
      })
      const entry = entryOf(result, key, chain === 'base')
      if (entry === null) return null
      const parsed = schema.safeParse(entry)
      if (!parsed.success) throw new UpstreamError(SOURCE, 'bad_body', 'unexpected entry', { cause: parsed.error })
      return parsed.data
    },
  })
}
