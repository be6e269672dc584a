/**
 * The gate: every call of a paid path passes here, in the order of the specification's own table and nowhere else:
 * 404, method, 400, 429, 503 of a dead tool, 402, header, local checks, then the till. One function for the Next route and `server.ts`.
 */
import { env, missingPaymentSettings } from '../env.ts'
import { ApiError } from '../errors.ts'
import { clientIpOf } from '../http/client-ip.ts'
import { EXPOSED_HEADERS, problemReply } from '../http/problem.ts'
import { createRateLimit, type RateLimit } from '../http/rate-limit.ts'
import { type Call, type Reply, toResponse, withoutBody } from '../http/reply.ts'
import { safeRequestId } from '../http/request-id.ts'
import { count } from '../metrics.ts'
import { serverTiming, type Timings } from '../observe.ts'
import { shared } from '../shared.ts'
import type { Tool } from '../tools/define.ts'
import { parseInput, requestFingerprint } from '../tools/parse.ts'
import { toolByPath } from '../tools/registry.ts'
import { currentOffers, type Offers, offersOrThrow, paymentsNotConfigured } from './offers.ts'
import { paymentPage } from './payment-page.ts'
import { preparePayment } from './prepare.ts'
import { type Terms, termsWithError } from './terms.ts'
import { answerKnown, type Outcome, purchase } from './till.ts'
import { encodeHeader, PAYMENT_SIGNATURE } from './wire.ts'

const ALLOWED = ['GET', 'HEAD', 'OPTIONS']

const limits = (): { unpaid: RateLimit; badSignature: RateLimit } =>
  shared('rate-limits', () => {
    const perMinute = env().RATE_LIMIT_PER_MINUTE
    return {
      unpaid: createRateLimit(perMinute),
      badSignature: createRateLimit(perMinute === 0 ? 0 : Math.max(1, Math.ceil(perMinute / 10))),
    }
  })

const preflight: Reply = {
  status: 204,
  headers: {
    Allow: ALLOWED.join(', '),
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': ALLOWED.join(', '),
    'Access-Control-Allow-Headers':
      'PAYMENT-SIGNATURE, X-PAYMENT, Content-Type, Accept, Idempotency-Key, X-Request-Id, Access-Control-Expose-Headers, traceparent',
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
    'Access-Control-Max-Age': '86400',
    'Cache-Control': 'no-store',
  },
  body: null,
}

/** What steps 1 to 5 learned about a call that goes on to the till. */
type Payable = { tool: Tool; input: Record<string, unknown>; header: string }
type Decision = { reply: Reply } | { payable: Payable }

const wantsHtml = (accept: string | undefined): boolean =>
  accept !== undefined && /text\/html(?!\s*;\s*q=0(?:\.0*)?(?:\s*,|\s*$))/i.test(accept)

/** True when the gate owns a path: everything below `/v1`. */
export const isPaidPath = (path: string): boolean => path === '/v1' || path.startsWith('/v1/')

/**
 * Steps 1 to 5, without any I/O: 404, 405, 400, 429, 503, 402, or the parsed call that carries a payment. `offers` undefined: none was ever
 * seen, and the caller may wait a second for them.
 */
function decide(call: Call, requestId: string, offers: Offers | undefined): Decision {
  const { method, path, search } = call
  const tool = toolByPath.get(path)
  if (!tool) throw new ApiError('not_found', `Nothing is sold at this path. The list of endpoints is at ${env().BASE_URL}/.`)
  if (method === 'OPTIONS') return { reply: { ...preflight, headers: { ...preflight.headers, 'X-Request-Id': requestId } } }
  if (method !== 'GET' && method !== 'HEAD')
    throw new ApiError('method_not_allowed', 'Only GET is sold here.', { extra: { allowed: ALLOWED } })
  const input = parseInput(tool, search, env().BASE_URL)
  const header = method === 'GET' ? call.header(PAYMENT_SIGNATURE) : undefined
  if (header === undefined) {
    const wait = limits().unpaid.take(call.clientIp)
    if (wait !== undefined) throw tooMany(wait)
  }
  const missing = missingPaymentSettings()
  if (missing.length > 0) throw paymentsNotConfigured(missing)
  if (header !== undefined) return { payable: { tool, input, header } }
  tool.ready?.()
  if (!offers)
    throw new ApiError(
      'facilitator_unavailable',
      'The payment facilitator has not answered yet, so no price can be offered. Nothing was charged; try again shortly.',
      { retryAfterSeconds: 5 },
    )
  count('offered', tool.id)
  return { reply: offer(offers.terms.get(tool.id)!, call, requestId) }
}

const tooMany = (seconds: number) =>
  new ApiError('rate_limited', 'Too many unpaid calls from this address. Paid calls are not limited by address.', {
    retryAfterSeconds: seconds,
  })

/** The 402 of plain terms (precomputed), or with another reason. */
function offer(terms: Terms, call: Call, requestId: string, reason?: string, paymentResponse?: string): Reply {
  const error =
    reason ??
    (call.header('x-payment') === undefined
      ? undefined
      : 'X-PAYMENT is version 1: sign one of accepts and send it in the PAYMENT-SIGNATURE header (x402 version 2).')
  const { header, body } = error === undefined ? terms : termsWithError(terms, error, env())
  const html = wantsHtml(call.header('accept'))
  return {
    status: 402,
    headers: {
      'Content-Type': html ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'PAYMENT-REQUIRED': header,
      ...(paymentResponse === undefined ? {} : { 'PAYMENT-RESPONSE': paymentResponse }),
      ...(html
        ? {
            'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'",
          }
        : {}),
      'Cache-Control': 'no-store',
      Vary: 'Accept',
      Link: `<${env().BASE_URL}/openapi.json>; rel="service-desc", <${env().BASE_URL}/docs/${terms.tool.id}>; rel="service-doc"`,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': EXPOSED_HEADERS,
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
    },
    body: html ? paymentPage(terms, error, env()) : body,
  }
}

/**
 * Answers a call that needs no waiting, or undefined when it does (a payment, or offers never seen). Synchronous and without I/O: the
 * unpaid path costs a look-up.
 */
export function answerUnpaid(call: Call): Reply | undefined {
  const requestId = safeRequestId(call.header('x-request-id'))
  const offers = currentOffers()
  try {
    const decision = decide(call, requestId, offers)
    return 'payable' in decision ? undefined : forMethod(call, decision.reply)
  } catch (error) {
    if (!offers && error instanceof ApiError && error.code === 'facilitator_unavailable') return undefined
    return forMethod(call, problemReply(error, { requestId }))
  }
}

/** Answers any call of a paid path. Never throws. */
export async function answer(call: Call): Promise<Reply> {
  const unpaid = answerUnpaid(call)
  if (unpaid) return unpaid
  const requestId = safeRequestId(call.header('x-request-id'))
  try {
    const offers = await offersOrThrow()
    const decision = decide(call, requestId, offers)
    return 'payable' in decision ? await sell(decision.payable, offers, call, requestId) : forMethod(call, decision.reply)
  } catch (error) {
    return forMethod(call, problemReply(error, { requestId }))
  }
}

/** The Web form of the gate: `Request` in, `Response` out. */
export async function gate(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const header = (name: string) => request.headers.get(name) ?? undefined
  return toResponse(await answer({ method: request.method, path: pathname, search, header, clientIp: clientIpOf(header) }))
}

const forMethod = (call: Call, reply: Reply): Reply => (call.method === 'HEAD' ? withoutBody(reply) : reply)

async function sell({ tool, input, header }: Payable, offers: Offers, call: Call, requestId: string): Promise<Reply> {
  const terms = offers.terms.get(tool.id)!
  const prepared = preparePayment(header, call.header('idempotency-key'), terms, offers, env())
  const wait = limits().badSignature.peek(call.clientIp)
  if (wait !== undefined)
    throw new ApiError('rate_limited', 'Too many payments from this address did not verify.', { retryAfterSeconds: wait })
  const timings: Timings = new Map()
  const request = { tool, input, fingerprint: requestFingerprint(tool, input), offers, requestId, timings }
  const reply = (outcome: Outcome) => toReply(outcome, terms, call, requestId, timings)
  const refusal = prepared.mismatch === undefined ? notReady(tool) : undefined
  if (prepared.mismatch !== undefined || refusal !== undefined) {
    const known = prepared.facts && (await answerKnown({ ...request, facts: prepared.facts }))
    if (known) return reply(known)
    if (refusal !== undefined) throw refusal
    limits().badSignature.take(call.clientIp)
    return offer(terms, call, requestId, prepared.mismatch)
  }
  count('attempted', tool.id)
  const outcome = await purchase({ ...request, ...prepared })
  if (outcome.kind === 'refused' && outcome.settlement === undefined) limits().badSignature.take(call.clientIp)
  count(outcome.kind === 'paid' ? (outcome.replayed ? 'replayed' : 'settled') : outcome.kind, tool.id)
  return reply(outcome)
}

/** Why a tool cannot answer now; undefined when it can. */
function notReady(tool: Tool): unknown {
  try {
    tool.ready?.()
    return undefined
  } catch (error) {
    return error
  }
}

function toReply(outcome: Outcome, terms: Terms, call: Call, requestId: string, timings: Timings): Reply {
  if (outcome.kind === 'failed') return problemReply(outcome.error, { requestId, headers: { 'Server-Timing': serverTiming(timings) } })
  if (outcome.kind === 'refused') return offer(terms, call, requestId, outcome.code, outcome.settlement && encodeHeader(outcome.settlement))
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'PAYMENT-RESPONSE': encodeHeader(outcome.settlement),
      'Cache-Control': 'private, no-store',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': EXPOSED_HEADERS,
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
      ...(timings.size > 0 ? { 'Server-Timing': serverTiming(timings) } : {}),
    },
    body: outcome.body,
  }
}
