/** Answers as MCP tool results: the JSON as text for every client, and structured for those that read it. */

import type { CallToolResult } from '@modelcontextprotocol/server'
import type { SettleResponse } from '@x402/core/types'
import type { Env } from '../core.ts'
import { problemReply } from '../http/problem.ts'
import { issueRequired, type Terms } from '../payments/offer/terms.ts'

/** Where a call carries its payment, and its answer the settlement. Source: x402 version 2, MCP transport. */
export const PAYMENT_META = 'x402/payment'
export const SETTLEMENT_META = 'x402/payment-response'
/** What clients announce that take terms as a result of their own kind. */
export const PAYMENT_EXTENSION = 'org.x402/payment'

const text = (json: string): CallToolResult['content'] => [{ type: 'text', text: json }]

const settled = (settlement: SettleResponse | undefined): Pick<CallToolResult, '_meta'> =>
  settlement === undefined ? {} : { _meta: { [SETTLEMENT_META]: settlement } }

/** Bytes beyond which an answer is not given twice: platforms let 4.5 MB through. */
const MOST_TWICE = 1_900_000
const TOO_LONG = 'The answer is in structuredContent: it is too long to be given as text as well.'

/** A good answer; `body` is the JSON object that HTTP would send, byte for byte. */
export const answerResult = (body: string, settlement?: SettleResponse): CallToolResult => ({
  content: text(Buffer.byteLength(body) > MOST_TWICE ? TOO_LONG : body),
  structuredContent: JSON.parse(body) as Record<string, unknown>,
  ...settled(settlement),
})

/**
 * The terms: the same offers as over HTTP, so that a payment signed here is good there and the other way round. Extensions are left out: they
 * describe the HTTP call, are optional to echo, and a tool's answer may have a member of that name (see `resultSchema`).
 */
export function termsResult(terms: Terms, error: string, settlement?: SettleResponse): CallToolResult {
  const { extensions: _, ...required } = issueRequired(terms, error)
  return { isError: true, structuredContent: required, content: text(JSON.stringify(required)), ...settled(settlement) }
}

/**
 * Terms in the extension's binding (x402 MCP transport, revision 2026-07-28 and later), for clients that announced it; every other result as it
 * is. The SDK knows no such kind of result and hands it on.
 */
export function asExtension(result: CallToolResult): CallToolResult | { resultType: 'payment_required'; paymentRequired: unknown } {
  const { isError, structuredContent, _meta } = result
  if (!isError || typeof structuredContent !== 'object' || structuredContent === null || !('accepts' in structuredContent)) return result
  return { resultType: 'payment_required', paymentRequired: structuredContent, ...(_meta === undefined ? {} : { _meta }) }
}

/**
 * A failure: the problem document that HTTP would send, as text only. Structured content must fit the tool's output schema even in errors, or
 * clients of the official SDK refuse to show it. `retryAfterSeconds` stands in for the header.
 */
export function problemResult(settings: Pick<Env, 'BASE_URL'>, error: unknown, requestId: string): CallToolResult {
  const { body, headers } = problemReply(settings, error, { requestId })
  const wait = headers['Retry-After']
  const json = wait === undefined ? String(body) : JSON.stringify({ ...JSON.parse(String(body)), retryAfterSeconds: Number(wait) })
  return { isError: true, content: text(json) }
}
