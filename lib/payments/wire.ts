/**
 * Payments as they travel: over HTTP three headers, base64 (standard alphabet, padded) of UTF-8 JSON; over MCP the same JSON under `_meta`.
 * Source: x402 specification v2, HTTP and MCP transports.
 */
import type { PaymentPayload, PaymentRequired, SettleResponse } from '@x402/core/types'
import { z } from 'zod'
import { ApiError } from '../errors.ts'

export const PAYMENT_SIGNATURE = 'payment-signature'
/** Node refuses more than 16 kB of headers anyway; a payment is about 2 kB and its echoed extensions another 2 to 6. */
const MAX_LENGTH = 15_000

/** A header's value for a JSON value. */
export const encodeHeader = (value: PaymentRequired | SettleResponse): string =>
  Buffer.from(JSON.stringify(value), 'utf8').toString('base64')

const texts = new WeakMap<object, string>()

/** JSON text of an object that stays as it is. One payment is written three times: to be verified, to be stored, to be settled. */
export function jsonOf(value: object): string {
  let text = texts.get(value)
  if (text === undefined) {
    text = JSON.stringify(value)
    texts.set(value, text)
  }
  return text
}

const text = z.string().max(4096)
const Payment = z.object({
  x402Version: z.literal(2, 'x402Version must be 2'),
  resource: z.object({ url: text }).loose().optional(),
  accepted: z.object({
    scheme: text,
    network: text,
    asset: text,
    amount: text,
    payTo: text,
    maxTimeoutSeconds: z.number(),
    extra: z.record(z.string(), z.unknown()).optional(),
  }),
  payload: z.record(z.string(), z.unknown()),
  extensions: z.record(z.string(), z.unknown()).optional(),
})

const utf8 = new TextDecoder('utf-8', { fatal: true })

const invalid = (where: string, reason: string, cause?: unknown) =>
  new ApiError('invalid_payload', `${where} cannot be read: ${reason}. Nothing was charged; sign the current offer and send that.`, {
    cause,
  })

/** Characters of a value's JSON; endless for what is nested too deeply to be written. */
function jsonLength(value: unknown): number {
  try {
    return JSON.stringify(value)?.length ?? 0
  } catch (error) {
    if (error instanceof RangeError) return Number.POSITIVE_INFINITY
    throw error
  }
}

/**
 * Checks a payment that came as JSON. Strict about size and version; unknown JSON members are dropped. What its scheme's `payload` holds is
 * read by its rail, in `preparePayment`. `where` names its place in the message.
 * @throws ApiError `invalid_payload` (400)
 */
export function parsePayment(json: unknown, where: string): PaymentPayload {
  if (jsonLength(json) > MAX_LENGTH) throw invalid(where, `it is longer than ${MAX_LENGTH} characters`)
  return readPayment(json, where)
}

function readPayment(json: unknown, where: string): PaymentPayload {
  const result = Payment.safeParse(json)
  if (!result.success) {
    const [issue] = result.error.issues
    throw invalid(where, `${issue?.path.join('.') || 'payment'} has the wrong form`, result.error)
  }
  return result.data as unknown as PaymentPayload
}

/**
 * Decodes a PAYMENT-SIGNATURE header. Strict about base64 and JSON too.
 * @throws ApiError `invalid_payload` (400)
 */
export function decodePayment(header: string): PaymentPayload {
  const where = 'The PAYMENT-SIGNATURE header'
  if (header.length > MAX_LENGTH) throw invalid(where, `it is longer than ${MAX_LENGTH} characters`)
  const compact = header.trim()
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(compact)) throw invalid(where, 'it is not base64')
  let json: unknown
  try {
    json = JSON.parse(utf8.decode(Buffer.from(compact, 'base64')))
  } catch (cause) {
    throw invalid(where, 'it is not base64 of JSON', cause)
  }
  return readPayment(json, where)
}
