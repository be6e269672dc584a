/**
 * The closed set of failures a caller may see. A tool, a source or a step throws an ApiError; anything else that is thrown is a bug:
 * it is logged and answered as `internal_error`. `lib/http/problem.ts` turns them into RFC 9457 documents.
 */

/** Every problem code: its status, its title (the same for every occurrence), and whether the same call may succeed later. */
export const problems = {
  invalid_input: { status: 400, title: 'Invalid input', retryable: false },
  invalid_payload: { status: 400, title: 'Unreadable payment', retryable: false },
  unauthorized: { status: 401, title: 'Not authorised', retryable: false },
  not_found: { status: 404, title: 'No such resource', retryable: false },
  subject_not_found: { status: 404, title: 'Subject not found', retryable: false },
  method_not_allowed: { status: 405, title: 'Method not allowed', retryable: false },
  conflict: { status: 409, title: 'Conflict', retryable: false },
  payment_in_flight: { status: 409, title: 'Payment in progress', retryable: true },
  payment_already_used: { status: 409, title: 'Payment already used', retryable: false },
  payment_identifier_conflict: { status: 409, title: 'Payment identifier already used', retryable: false },
  gone: { status: 410, title: 'Gone', retryable: false },
  unprocessable: { status: 422, title: 'Cannot be processed', retryable: false },
  rate_limited: { status: 429, title: 'Too many requests', retryable: true },
  unpaid_runs_exhausted: { status: 429, title: 'Too many unpaid runs', retryable: true },
  internal_error: { status: 500, title: 'Internal error', retryable: true },
  upstream_failed: { status: 502, title: 'Upstream failed', retryable: true },
  upstream_unavailable: { status: 503, title: 'Upstream unavailable', retryable: true },
  warming_up: { status: 503, title: 'Warming up', retryable: true },
  facilitator_unavailable: { status: 503, title: 'Payment facilitator unavailable', retryable: true },
  payments_not_configured: { status: 503, title: 'Payments not configured', retryable: true },
  payment_store_unavailable: { status: 503, title: 'Payment store unavailable', retryable: true },
  clock_skewed: { status: 503, title: 'Clock skewed', retryable: true },
  settlement_unknown: { status: 503, title: 'Settlement outcome unknown', retryable: true },
  unavailable: { status: 503, title: 'Temporarily unavailable', retryable: true },
  upstream_timeout: { status: 504, title: 'Upstream too slow', retryable: true },
} as const satisfies Record<string, { status: number; title: string; retryable: boolean }>

export type ProblemCode = keyof typeof problems

export const problemCodes = Object.keys(problems) as ProblemCode[]

/** Codes whose payment may have been charged, by this call or an earlier one, without their saying so. */
export const maybeCharged: readonly ProblemCode[] = ['settlement_unknown', 'payment_in_flight', 'payment_store_unavailable']

/**
 * What a problem document says of money: null where the payment that came with the call may be settled, so that nobody signs anew by its word.
 * Never true: a charged call is a 2xx.
 */
export const chargedBy = (code: ProblemCode): false | null => (maybeCharged.includes(code) ? null : false)

export type ApiErrorOptions = {
  /** The query parameter at fault. */
  param?: string
  /** Seconds after which a retry makes sense; sent as Retry-After. */
  retryAfterSeconds?: number
  /** Further members of the problem document, e.g. `upstreamStatus` or `allowed`. */
  extra?: Record<string, unknown>
  /** The payment that came with the call may have been charged, whatever the code says of that. */
  charged?: null
  cause?: unknown
}

/** A failure that the caller may see: `detail` says what to do next, in one or two sentences, without third-party text. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ProblemCode
  readonly param: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly extra: Record<string, unknown>
  /** See `chargedBy`. */
  readonly charged: false | null

  constructor(code: ProblemCode, detail: string, options: ApiErrorOptions = {}) {
    super(detail, { cause: options.cause })
    this.code = code
    this.param = options.param
    this.retryAfterSeconds = options.retryAfterSeconds
    this.extra = options.extra ?? {}
    this.charged = options.charged === null ? null : chargedBy(code)
  }

  get status(): number {
    return problems[this.code].status
  }
}
