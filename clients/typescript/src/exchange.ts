/** Sends one signed payment until its end is known: always the same header, never a new signature. */
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import type { SettleResponse } from '@x402/core/types'
import type { Problem } from './errors.ts'

export type Ending =
  | { kind: 'paid'; body: unknown; settlement: SettleResponse; requestId: string | null }
  /** No money moved, and none can by this payment. */
  | { kind: 'refused'; code: string }
  /** The server cannot answer; not charged, and the payment may be used again while it is valid. */
  | { kind: 'problem'; problem: Problem }
  /** Nobody knows. */
  | { kind: 'unknown'; cause: unknown }

export type SendOptions = {
  fetch: typeof globalThis.fetch
  /** How often the same header is sent at most. */
  attempts: number
  timeoutMs: number
  sleep: (ms: number) => Promise<void>
}

const WAIT_MIN_MS = 250
const WAIT_MAX_MS = 10_000

/** Answered before anything was run: this attempt cannot have settled. */
const NEVER_SETTLED = 'facilitator_unavailable'
/** Problems after which the same header is to be sent again: the server says so in its documents. */
const RESEND = new Set(['settlement_unknown', 'payment_in_flight', 'payment_store_unavailable', NEVER_SETTLED])

export const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Problem).code === 'string' &&
  typeof (value as Problem).detail === 'string'

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not ours: a proxy's page
  }
}

function waitOf(response: Response | undefined, attempt: number): number {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN)
  const wanted = Number.isFinite(seconds) ? seconds * 1000 : WAIT_MIN_MS * 2 ** attempt
  return Math.min(WAIT_MAX_MS, Math.max(WAIT_MIN_MS, wanted))
}

/** What an answer means for the payment; undefined: it leaves that open. */
function read(response: Response, body: unknown): Ending | undefined {
  const settled = response.headers.get('PAYMENT-RESPONSE')
  if (response.status === 200 && body !== undefined && settled) {
    const settlement = decodePaymentResponseHeader(settled)
    if (settlement.success) return { kind: 'paid', body, settlement, requestId: response.headers.get('X-Request-Id') }
  }
  const offer = response.headers.get('PAYMENT-REQUIRED')
  if (response.status === 402 && offer) return { kind: 'refused', code: decodePaymentRequiredHeader(offer).error ?? 'payment_refused' }
  return isProblem(body) && !RESEND.has(body.code) && body.charged === false ? { kind: 'problem', problem: body } : undefined
}

/** Sends the header, and sends it again after everything that leaves open whether it settled. Never throws. */
export async function send(url: string, header: string, options: SendOptions): Promise<Ending> {
  const headers = { 'PAYMENT-SIGNATURE': header, Accept: 'application/json' }
  let ending: Ending = { kind: 'unknown', cause: new Error('The payment was not sent.') }
  let mayHaveSettled = false
  for (let attempt = 0; attempt < options.attempts; attempt += 1) {
    let response: Response | undefined
    try {
      response = await options.fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(options.timeoutMs) })
      const body = await jsonOf(response)
      const known = read(response, body)
      if (known) return known
      ending = isProblem(body) ? { kind: 'problem', problem: body } : { kind: 'unknown', cause: new Error(`Status ${response.status}`) }
    } catch (cause) {
      ending = { kind: 'unknown', cause }
    }
    mayHaveSettled ||= ending.kind !== 'problem' || ending.problem.code !== NEVER_SETTLED
    if (attempt + 1 < options.attempts) await options.sleep(waitOf(response, attempt))
  }
  if (ending.kind === 'problem' && mayHaveSettled)
    return { kind: 'unknown', cause: new Error(`${ending.problem.code}: ${ending.problem.detail}`) }
  return ending
}
