/**
 * The gate: every call of a paid path passes here, in the order of the specification's own table and nowhere else:
 * 404, method, 400, 429, 503 of a dead tool, 402, header, local checks, then the till. One function for Next's API Route and `server.ts`.
 */
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import { failureFor } from '../../html/respond.ts'
import { prefersHtml } from '../../http/accept.ts'
import { boundBad, isBadCall, spendAllowance } from '../../http/admission.ts'
import { refuseAfterSunset, retirementHeaders } from '../../http/deprecation.ts'
import { type Asked, endpoint, type Manners } from '../../http/endpoint.ts'
import { EXPOSED_HEADERS, problemReply } from '../../http/problem.ts'
import type { Call, Reply } from '../../http/reply.ts'
import { serverTiming, type Timings } from '../../observe.ts'
import type { Tool } from '../../tools/define.ts'
import { parseInput, type ToolRequest, toRequest } from '../../tools/parse.ts'
import { toolByPath } from '../../tools/registry.ts'
import { admitToOffer, termsOf, termsToOffer } from '../offer/ask.ts'
import { withReceipt } from '../offer/attest.ts'
import { currentOffers, type Offers, offersOrThrow } from '../offer/offers.ts'
import { paymentPage, paymentPagePolicy } from '../offer/payment-page.ts'
import { issueTerms, type Terms } from '../offer/terms.ts'
import { decodePayment, encodeHeader, PAYMENT_SIGNATURE } from '../protocol/wire.ts'
import { noteCaller } from '../warnings.ts'
import type { Outcome } from './outcome.ts'
import { sell } from './sale.ts'

/** A call as far as it is known before anything is offered or charged. `header` undefined: it carries no payment. */
type Read = { request: ToolRequest; header: string | undefined }

/** @throws ApiError `not_found` where nothing is sold */
function toolAt({ env }: Core, path: string): Tool {
  const tool = toolByPath.get(path)
  if (!tool) throw new ApiError('not_found', `Nothing is sold at this path. The list of endpoints is at ${env.BASE_URL}/.`)
  return tool
}

/** What comes before any offer, without any I/O. @throws ApiError for 404, 410 and 400 */
function read(core: Core, { method, path, search, header }: Call): Read {
  const tool = toolAt(core, path)
  const payment = method === 'GET' ? header(PAYMENT_SIGNATURE) : undefined
  // What was paid before the end is still answered.
  if (tool.retirement && payment === undefined) refuseAfterSunset(tool.retirement)
  return { request: toRequest(tool, parseInput(core, tool, search)), header: payment }
}

/** The 402 of plain terms (precomputed), or with another reason. */
function offer({ env }: Core, terms: Terms, call: Call, requestId: string, reason?: string, paymentResponse?: string): Reply {
  const error =
    reason ??
    (call.header('x-payment') === undefined
      ? undefined
      : 'X-PAYMENT is version 1: sign one of accepts and send it in the PAYMENT-SIGNATURE header (x402 version 2).')
  const { header, body } = issueTerms(terms, error, env)
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
      Link: `<${env.BASE_URL}/openapi.json>; rel="service-desc", <${env.BASE_URL}/docs/${terms.tool.id}>; rel="service-doc"`,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': EXPOSED_HEADERS,
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
    },
    body: html ? paymentPage(terms, error, env) : body,
  }
}

/** Adds to an answer of a tool that is to end when and why. */
function withRetirement({ retirement }: Tool, reply: Reply): Reply {
  if (!retirement) return reply
  const { Link = '', ...told } = retirementHeaders(retirement)
  return { ...reply, headers: { ...reply.headers, ...told, Link: reply.headers.Link ? `${reply.headers.Link}, ${Link}` : Link } }
}

/** At once and without I/O where no payment came (the unpaid path costs a look-up); an unpaid call waits only for the very first offers. */
function answer(core: Core, call: Call, requestId: string): Reply | Promise<Reply> {
  const { request, header } = read(core, call)
  if (header !== undefined) return pay(core, request, header, call, requestId)
  const { tool } = request
  spendAllowance(core, call.clientIp)
  const notReady = admitToOffer(core, tool)
  const ask = (offers: Offers): Reply => withRetirement(tool, offer(core, termsToOffer(core, tool, offers), call, requestId, notReady))
  const offers = currentOffers(core)
  return offers ? ask(offers) : offersOrThrow(core).then(ask)
}

/** A person who opened the address: programs get problem documents even where they would take a page, and whoever pays is a program. */
const isBrowser = ({ method, header }: Call): boolean =>
  method === 'GET' &&
  header(PAYMENT_SIGNATURE) === undefined &&
  (header('sec-fetch-mode') === 'navigate' || header('accept')?.includes('application/xhtml+xml') === true)

function tell(core: Core, call: Call, error: ApiError, asked: Asked): Reply | undefined {
  const told = boundBad(core, call.clientIp, error)
  if (isBrowser(call)) return failureFor('tools', core, call, told, asked)
  return told === error ? undefined : problemReply(core.env, told, asked)
}

/** Everything below `/v1`. */
export const gateManners: Manners = {
  GET: (core, call, { requestId }) => answer(core, call, requestId),
  exists: (core, { path }) => void toolAt(core, path),
  cors: {
    allow: 'PAYMENT-SIGNATURE, X-PAYMENT, Content-Type, Accept, Idempotency-Key, X-Request-Id, Access-Control-Expose-Headers, traceparent',
    expose: EXPOSED_HEADERS,
  },
  cache: 'no-store',
  // Unpaid calls are counted when their input is good, bad ones beside them, paid ones not at all.
  cost: 0,
  failure: tell,
  // Every step of a sale has its own.
  deadlineMs: 0,
}

export const gate = endpoint(gateManners)

async function pay(core: Core, request: ToolRequest, header: string, call: Call, requestId: string): Promise<Reply> {
  noteCaller(core, call)
  const { tool } = request
  const timings: Timings = new Map()
  const received = decodePayment(header)
  const idempotencyKey = call.header('idempotency-key')
  const outcome = await sell({ core, request, received, idempotencyKey, clientIp: call.clientIp, requestId, timings })
  // Thrown, so that it is bounded as what was found out before.
  if (outcome.kind === 'failed' && isBadCall(outcome.error)) throw outcome.error
  const reply =
    outcome.kind === 'refused' ? await refuse(core, tool, outcome, call, requestId) : toReply(core, tool, outcome, requestId, timings)
  return withRetirement(tool, reply)
}

/** A fresh 402 with the reason. */
async function refuse(core: Core, tool: Tool, outcome: Outcome & { kind: 'refused' }, call: Call, requestId: string): Promise<Reply> {
  const terms = termsOf(core, tool, await offersOrThrow(core))
  return offer(core, terms, call, requestId, outcome.code, outcome.settlement && encodeHeader(outcome.settlement))
}

function toReply(core: Core, tool: Tool, outcome: Exclude<Outcome, { kind: 'refused' }>, requestId: string, timings: Timings): Reply {
  if (outcome.kind === 'failed')
    return problemReply(core.env, outcome.error, { requestId, headers: { 'Server-Timing': serverTiming(timings) } })
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'PAYMENT-RESPONSE': encodeHeader(withReceipt(core, `${core.env.BASE_URL}${tool.path}`, outcome.settlement)),
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
