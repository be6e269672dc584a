/**
 * Payments as they travel: over HTTP three headers, base64 (standard alphabet, padded) of UTF-8 JSON; over MCP the same JSON under `_meta`.
 * Source: x402 specification v2, HTTP and MCP transports.
 */
import { hash } from 'node:crypto'
import type { PaymentPayload, PaymentRequired, SettleResponse } from '@x402/core/types'
import { z } from 'zod'
import { ApiError } from '../../errors.ts'

export const PAYMENT_SIGNATURE = 'payment-signature'
/** Node refuses more than 16 kB of headers anyway; a payment is about 2 kB and its echoed extensions another 2 to 6. */
export const MAX_LENGTH = 15_000

/** A header's value for a JSON value. */
export const encodeHeader = (value: PaymentRequired | SettleResponse): string =>
  Buffer.from(JSON.stringify(value), 'utf8').toString('base64')

const texts = new WeakMap<object, string>()

/** JSON text of an object that stays as it is: terms are written with every payment that pays them. */
export function jsonOf(value: object): string {
  let text = texts.get(value)
  if (text === undefined) {
    text = JSON.stringify(value)
    texts.set(value, text)
  }
  return text
}

/**
 * JSON text of a payment as facilitators and the books get it: written three times, to be verified, to be stored, to be settled. What its buyer
 * signed is little of it; the terms it repeats are the same with every call, and so is their text.
 */
export function paymentJson(payment: PaymentPayload): string {
  const known = texts.get(payment)
  if (known !== undefined) return known
  const members = Object.entries(payment)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${Object(value) === value ? jsonOf(value as object) : JSON.stringify(value)}`)
  const made = `{${members.join(',')}}`
  texts.set(payment, made)
  return made
}

const text = z.string().max(4096)
const Payment = z.object({
  x402Version: z.literal(2),
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

/** A value's JSON; undefined for what is nested too deeply to be written. */
function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) ?? ''
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** JSON escapes NUL and lone surrogates; what it escapes may still be a whole character. */
const SUSPICIOUS = /\\u(0000|[dD][89a-fA-F])/

/** True when a text within holds NUL or half a character, which no database stores and other parties read differently. */
function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (value === null || typeof value !== 'object') return false
  return Object.entries(value).some(([name, member]) => holdsUnstorable(name) || holdsUnstorable(member))
}

function isUnstorable(json: unknown): boolean {
  try {
    return holdsUnstorable(json)
  } catch (error) {
    // Nested so deeply that it cannot be looked through.
    if (error instanceof RangeError) return true
    throw error
  }
}

/** A payment as it came: checked, and the hash of all of it. */
export type ReceivedPayment = { payload: PaymentPayload; digest: () => string }

/**
 * Checks a payment that came as JSON. Strict about size, version and characters; unknown JSON members are dropped. What its scheme's `payload`
 * holds is read by its rail, in `readPayment`. `where` names its place in the message.
 * @throws ApiError `invalid_payload` (400)
 */
export function parsePayment(json: unknown, where: string): ReceivedPayment {
  const text = textOf(json)
  if (text === undefined || text.length > MAX_LENGTH) throw invalid(where, `it is longer than ${MAX_LENGTH} characters`)
  return checked(json, text, where)
}

function checked(json: unknown, text: string, where: string): ReceivedPayment {
  if (SUSPICIOUS.test(text) && isUnstorable(json)) throw invalid(where, 'it holds NUL or half of a character')
  const result = Payment.safeParse(json)
  if (!result.success) {
    const [issue] = result.error.issues
    const isOther = issue?.path[0] === 'x402Version'
    throw invalid(where, isOther ? 'x402Version must be 2' : `${issue?.path.join('.') || 'payment'} has the wrong form`, result.error)
  }
  // The SDK's type wants branded strings that this schema has checked the form of.
  return { payload: result.data as unknown as PaymentPayload, digest: () => hash('sha256', text) }
}

/**
 * Decodes a PAYMENT-SIGNATURE header. Strict about base64 and JSON too.
 * @throws ApiError `invalid_payload` (400)
 */
export function decodePayment(header: string): ReceivedPayment {
  const where = 'The PAYMENT-SIGNATURE header'
  if (header.length > MAX_LENGTH) throw invalid(where, `it is longer than ${MAX_LENGTH} characters`)
  const compact = header.trim()
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(compact)) throw invalid(where, 'it is not base64')
  let text: string
  let json: unknown
  try {
    text = utf8.decode(Buffer.from(compact, 'base64'))
    json = JSON.parse(text)
  } catch (cause) {
    throw invalid(where, 'it is not base64 of JSON', cause)
  }
  return checked(json, text, where)
}
