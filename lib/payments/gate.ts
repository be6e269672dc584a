/**
 * The gate: every call of a paid path passes here, in the order of the specification's own table and nowhere else:
 * 404, method, 400, 429, 503 of a dead tool, 402, header, local checks, then the till. One function for Next's API Route and `server.ts`.
 */
import { env } from '../env.ts'
import { ApiError } from '../errors.ts'
import { prefersHtml } from '../http/accept.ts'
import { refuseAfterSunset, retirementHeaders } from '../http/deprecation.ts'
import { EXPOSED_HEADERS, problemReply } from '../http/problem.ts'
import { type Call, type Reply, withoutBody } from '../http/reply.ts'
import { safeRequestId } from '../http/request-id.ts'
import { serverTiming, type Timings } from '../observe.ts'
import type { Tool } from '../tools/define.ts'
import { parseInput } from '../tools/parse.ts'
import { toolByPath } from '../tools/registry.ts'
import { currentOffers, type Offers, offersOrThrow } from './offers.ts'
import { paymentPage, paymentPagePolicy } from './payment-page.ts'
import { admitUnpaid, requireConfigured, sell, termsToOffer } from './sell.ts'
import { type Terms, termsWithError } from './terms.ts'
import type { Outcome } from './till.ts'
import { decodePayment, encodeHeader, PAYMENT_SIGNATURE } from './wire.ts'

const ALLOWED = ['GET', 'HEAD', 'OPTIONS']

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

/** What a call turned out to be before anything is offered or charged: answered, a call without a payment, or one that carries its payment. */
type Read = { reply: Reply } | { tool: Tool; input: Record<string, unknown>; header: string | undefined }

/** True when the gate owns a path: everything below `/v1`. */
export const isPaidPath = (path: string): boolean => path === '/v1' || path.startsWith('/v1/')

/** Steps 1 to 3, without any I/O: the call with its input, or 204. @throws ApiError for 404, 405, 410 and 400 */
function read(call: Call, requestId: string): Read {
  const { method, path, search } = call
  const tool = toolByPath.get(path)
  if (!tool) throw new ApiError('not_found', `Nothing is sold at this path. The list of endpoints is at ${env().BASE_URL}/.`)
  if (method === 'OPTIONS') return { reply: { ...preflight, headers: { ...preflight.headers, 'X-Request-Id': requestId } } }
  if (method !== 'GET' && method !== 'HEAD')
    throw new ApiError('method_not_allowed', 'Only GET is sold here.', { extra: { allowed: ALLOWED } })
  if (tool.retirement) refuseAfterSunset(tool.retirement)
  const input = parseInput(tool, search, env().BASE_URL)
  return { tool, input, header: method === 'GET' ? call.header(PAYMENT_SIGNATURE) : undefined }
}

/** The 402 of plain terms (precomputed), or with another reason. */
function offer(terms: Terms, call: Call, requestId: string, reason?: string, paymentResponse?: string): Reply {
  const error =
    reason ??
    (call.header('x-payment') === undefined
      ? undefined
      : 'X-PAYMENT is version 1: sign one of accepts and send it in the PAYMENT-SIGNATURE header (x402 version 2).')
  const { header, body } = error === undefined ? terms : termsWithError(terms, error, env())
  const html = prefersHtml(call.header('accept'))
  return {
    status: 402,
    headers: {
      'Content-Type': html ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'PAYMENT-REQUIRED': header,
      ...(paymentResponse === undefined ? {} : { 'PAYMENT-RESPONSE': paymentResponse }),
      ...(html ? { 'Content-Security-Policy': paymentPagePolicy } : {}),
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

/** Adds to an answer of a tool that is to end when and why. */
function withRetirement({ retirement }: Tool, reply: Reply): Reply {
  if (!retirement) return reply
  const { Link = '', ...told } = retirementHeaders(retirement)
  return { ...reply, headers: { ...reply.headers, ...told, Link: reply.headers.Link ? `${reply.headers.Link}, ${Link}` : Link } }
}

/**
 * Answers any call of a paid path: at once and without I/O where no payment came (the unpaid path costs a look-up), else later. An unpaid
 * call waits only for the very first offers, a second at most. Never throws, never rejects.
 */
export function answer(call: Call): Reply | Promise<Reply> {
  const requestId = safeRequestId(call.header('x-request-id'))
  const failed = (error: unknown): Reply => forMethod(call, problemReply(error, { requestId }))
  try {
    const asked = read(call, requestId)
    if ('reply' in asked) return asked.reply
    const { tool, input, header } = asked
    if (header !== undefined) return pay(tool, input, header, call, requestId).catch(failed)
    admitUnpaid(tool, call.clientIp)
    const ask = (offers: Offers): Reply => forMethod(call, withRetirement(tool, offer(termsToOffer(tool, offers), call, requestId)))
    const offers = currentOffers()
    return offers ? ask(offers) : offersOrThrow().then(ask).catch(failed)
  } catch (error) {
    return failed(error)
  }
}

const forMethod = (call: Call, reply: Reply): Reply => (call.method === 'HEAD' ? withoutBody(reply) : reply)

async function pay(tool: Tool, input: Record<string, unknown>, header: string, call: Call, requestId: string): Promise<Reply> {
  requireConfigured()
  const offers = currentOffers() ?? (await offersOrThrow())
  const timings: Timings = new Map()
  const { clientIp } = call
  const sale = { tool, input, payload: decodePayment(header), idempotencyKey: call.header('idempotency-key') }
  const outcome = await sell({ ...sale, offers, clientIp, requestId, timings })
  return withRetirement(tool, toReply(outcome, offers.terms.get(tool.id)!, call, requestId, timings))
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
