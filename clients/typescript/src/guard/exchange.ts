/** Sends one signed payment until its end is known: always the same header, never a new signature. */
import { clean } from '../text.ts'
import { decodeObject } from './offers.ts'
import { type Replayable, textUpTo } from './replayable.ts'

export type Settlement = { transaction: string; payer: string | null; requestId: string | null; receipt?: unknown }

export type Ending =
  /** The seller says that it settled. */
  | { kind: 'settled'; response: Response; settlement: Settlement }
  /** The seller answered something else, for good. Whether it settled after all only the chain knows. */
  | { kind: 'answered'; response: Response; reason: string }
  /** Nobody knows. */
  | { kind: 'unknown'; cause: unknown; retryAfterSeconds?: number }

export type SendOptions = {
  fetch: typeof globalThis.fetch
  /** How often the same header is sent at most. */
  attempts: number
  timeoutMs: number
  /** The longest wait a seller may ask for between two attempts. */
  maxWaitMs: number
  sleep: (ms: number) => Promise<void>
}

const WAIT_MIN_MS = 250
/** More of an error than this is not read: its code stands in the first lines. */
export const MAX_PROBLEM_BYTES = 64 * 1024

/** Problems after which the same header is to be sent again: sellers say so in their documents. */
const RESEND_CODES = new Set(['settlement_unknown', 'payment_in_flight', 'payment_store_unavailable', 'facilitator_unavailable'])
/** Statuses that leave the fate of a payment open, unless the body says more. */
const RESEND_STATUSES = new Set([408, 409, 425, 429, 502, 503, 504])

/** Ends with the wait, or with the caller's patience. */
async function unlessAborted(wait: Promise<void>, signal: AbortSignal): Promise<void> {
  let stop = (): void => undefined
  const aborted = new Promise<void>((resolve) => {
    stop = resolve
  })
  signal.addEventListener('abort', stop)
  await Promise.race([wait, aborted])
  signal.removeEventListener('abort', stop)
}

/** Seconds of a Retry-After header, as number or as date; undefined when there is none. */
function retryAfterSeconds(response: Response | undefined): number | undefined {
  const value = response?.headers.get('retry-after')
  if (value === null || value === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(value.trim()) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

const textOf = (value: unknown): string | null => clean(value, 200) || null

/** The settlement a good answer tells of; undefined: it tells of none. */
function settlementOf(response: Response): Settlement | undefined {
  const header = response.headers.get('PAYMENT-RESPONSE') ?? response.headers.get('X-PAYMENT-RESPONSE')
  const told = header === null ? undefined : decodeObject(header)
  if (told?.success !== true) return undefined
  const signed = (told.extensions as { 'offer-receipt'?: { info?: { receipt?: unknown } } } | undefined)?.['offer-receipt']?.info?.receipt
  return {
    transaction: textOf(told.transaction) ?? '',
    payer: textOf(told.payer),
    requestId: textOf(response.headers.get('X-Request-Id')),
    ...(signed === undefined ? {} : { receipt: signed }),
  }
}

/** The problem a body holds, as far as it matters here. */
function problemOf(body: string): { code?: string; charged?: unknown } {
  const problem = decodeObject(body)
  const code = clean(problem?.code, 100)
  return { ...(code === '' ? {} : { code }), charged: problem?.charged }
}

/** The reason of a 402, which stands in its terms. */
function refusalOf(response: Response, body: string): string {
  const terms = decodeObject(response.headers.get('PAYMENT-REQUIRED') ?? body)
  return textOf(terms?.error) ?? 'payment_refused'
}

async function read(response: Response): Promise<Ending | { kind: 'again'; reason: string }> {
  const settlement = settlementOf(response)
  if (response.ok) {
    if (settlement) return { kind: 'settled', response, settlement }
    return { kind: 'answered', response, reason: 'no_receipt' }
  }
  const body = await textUpTo(response, MAX_PROBLEM_BYTES)
  // The body was read for its code; whoever called gets it whole, or its first part when it has no end.
  const whole = new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers })
  if (response.status === 402) return { kind: 'answered', response: whole, reason: refusalOf(response, body) }
  const { code = `status_${response.status}`, charged } = problemOf(body)
  if (RESEND_CODES.has(code) || (RESEND_STATUSES.has(response.status) && charged !== false)) return { kind: 'again', reason: code }
  return { kind: 'answered', response: whole, reason: code }
}

/**
 * Sends the request with its payment, and sends it again after everything that leaves open whether it settled. Never throws.
 * @param whole reads the answer itself, where a cut answer must be asked for again; its failure counts as a lost connection
 */
export async function send(
  request: Replayable,
  header: string,
  options: SendOptions,
  whole?: (response: Response) => Promise<Response>,
): Promise<Ending> {
  let cause: unknown = new Error('The payment was not sent.')
  for (let attempt = 1; ; attempt += 1) {
    let response: Response | undefined
    try {
      response = await options.fetch(...request.make(header))
      const ending = await read(response)
      if (ending.kind === 'settled' && whole) return { ...ending, response: await whole(ending.response) }
      if (ending.kind !== 'again') return ending
      cause = new Error(ending.reason)
    } catch (error) {
      cause = error
    }
    const asked = retryAfterSeconds(response)
    const waitMs = Math.max(WAIT_MIN_MS, asked === undefined ? Math.min(options.maxWaitMs, WAIT_MIN_MS * 2 ** (attempt - 1)) : asked * 1000)
    if (attempt >= options.attempts || request.signal.aborted || waitMs > Math.max(WAIT_MIN_MS, options.maxWaitMs))
      return { kind: 'unknown', cause, ...(asked === undefined ? {} : { retryAfterSeconds: asked }) }
    await unlessAborted(options.sleep(waitMs), request.signal)
  }
}
