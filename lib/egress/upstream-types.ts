/** What the upstream layer promises to tools: the shape of a call and of its failure. */
import type { z } from 'zod'
import type { Core } from '../core.ts'

export type UpstreamReason = 'timeout' | 'rate_limited' | 'http_error' | 'bad_body' | 'not_found' | 'disabled'

/** A source did not give a usable answer. `message` is for the log only; a buyer sees the reason code. */
export class UpstreamError extends Error {
  override name = 'UpstreamError'
  readonly source: string
  readonly reason: UpstreamReason
  readonly status: number | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    source: string,
    reason: UpstreamReason,
    message: string,
    options: { status?: number; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(`${source}: ${message}`, { cause: options.cause })
    this.source = source
    this.reason = reason
    this.status = options.status
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export type UpstreamCall<Schema extends z.ZodType> = {
  core: Core
  /** Name of the source, e.g. `goplus`: the key of its breaker and of its log lines. */
  source: string
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Keeps only what is used and ignores the rest. */
  schema: Schema
  /** What the body is: JSON (default), or text, which the schema gets as it is. */
  form?: 'json' | 'text'
  timeoutMs: number
  signal: AbortSignal
  /** Default 8 MB. */
  maxBytes?: number
  /** Finds a failure inside a 200 (GoPlus 4029, JSON-RPC errors); throws UpstreamError. Runs before the schema. */
  inspect?: (body: unknown) => void
}
