/**
 * `POST /mcp`: MCP over streamable HTTP in two revisions, 2026-07-28 and those with a handshake. Neither has sessions or streams here, so any
 * instance may answer any call. One message a request, no batches, and each is answered before its deadline.
 */
import { createMcpHandler, isLegacyRequest, type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { LRUCache } from 'lru-cache'
import { type Core, part } from '../core.ts'
import { chargeAllowance, countBadInput, spendAllowance } from '../http/admission.ts'
import { type Asked, type Endpoint, endpoint, type Make, text } from '../http/endpoint.ts'
import type { Call, Reply } from '../http/reply.ts'
import { log } from '../log.ts'
import { within } from '../wait.ts'
import { costAhead, type Message, readMessage } from './message.ts'
import { isForeignOrigin } from './origin.ts'
import { type Caller, carriesPayment } from './paid-tools.ts'
import { wrongParams } from './params.ts'
import { createMcpServer } from './server.ts'

/** Longer than the longest paid call, whose steps have deadlines of their own: none of them is cut off here while it may still settle. */
const DEADLINE_MS = 120_000

/** A failure before any tool was reached, as MCP clients read it: a JSON-RPC error, without an id where the message was not read. */
const refuse = (status: number, message: string, headers: Record<string, string> = {}, code = -32000, id: unknown = null): Reply => ({
  ...text('application/json', JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }), headers),
  status,
})

/** Nothing here changes while a program runs, so there is nothing to subscribe to, and nobody holds a stream open. */
const unknownMethod = ({ id }: { id?: unknown }): Reply => refuse(404, 'Method not found', {}, -32601, id)

/** What the SDK reads of a call's headers. */
const READ_HEADERS = [
  'content-type',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
  'last-event-id',
  'traceparent',
  'tracestate',
]
/** Who calls travels with the request, since that is all the SDK hands on. */
const CALLER_HEADERS = { clientIp: 'x-caller-ip', requestId: 'x-caller-request-id', cost: 'x-caller-cost' }

/**
 * The call as the SDK wants it, without its body. It insists on clients that take a stream too; every answer here is JSON, so those that take
 * JSON, or do not say, are welcome.
 */
function toRequest(core: Core, call: Call, { requestId }: Asked, cost: number): Request {
  const accept = call.header('accept') ?? '*/*'
  const headers = new Headers({ accept: /\*\/\*|application\/(\*|json)/i.test(accept) ? 'application/json, text/event-stream' : accept })
  for (const name of READ_HEADERS) {
    const value = call.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  headers.set(CALLER_HEADERS.clientIp, call.clientIp)
  headers.set(CALLER_HEADERS.requestId, requestId)
  headers.set(CALLER_HEADERS.cost, String(cost))
  return new Request(`${core.env.BASE_URL}${call.path}`, { method: 'POST', headers })
}

/** Makes the server that answers one request. */
export type ServerFactory = (core: Core, caller: Caller) => Server

const callerOf = ({ headers }: Request): Caller => ({
  clientIp: headers.get(CALLER_HEADERS.clientIp) ?? 'unknown',
  requestId: headers.get(CALLER_HEADERS.requestId) ?? '',
  cost: Number(headers.get(CALLER_HEADERS.cost) ?? 1),
})

/** The handler of revision 2026-07-28. */
const modern = part((core) => makeModern(core, createMcpServer))

const makeModern = (core: Core, factory: ServerFactory) =>
  createMcpHandler(({ requestInfo }) => factory(core, callerOf(requestInfo ?? new Request(core.env.BASE_URL))), {
    legacy: 'reject',
    onerror: (error) => log.debug({ err: error }, 'an MCP request was refused'),
  })

/** Answers one request of the revisions with a handshake. */
async function answerLegacy(core: Core, request: Request, message: unknown, factory: ServerFactory): Promise<Response> {
  const server = factory(core, callerOf(request))
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    return await transport.handleRequest(request, { parsedBody: message })
  } finally {
    await server.close()
  }
}

/** Answers to lists up to their `id`, which comes last. They are the same for everybody, and the SDK takes 5 ms to write one. */
type Lists = LRUCache<string, Reply>
const LISTS = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']
const META_MAX = 500

/** All that such an answer may depend on; undefined for messages whose answer is not kept. */
function listKey(call: Call, { id, method, params = {} }: Message['body']): string | undefined {
  if (typeof method !== 'string' || !LISTS.includes(method) || (typeof id !== 'number' && typeof id !== 'string')) return undefined
  const given = JSON.stringify(params)
  if (given.length > META_MAX) return undefined
  return JSON.stringify([method, given, ...READ_HEADERS.map((name) => call.header(name)), call.header('accept')])
}

/** How the SDK begins an answer that is no error. */
const RESULT = '{"result":'

function keepList(lists: Lists, key: string, reply: Reply, id: unknown): void {
  const end = `${JSON.stringify(id)}}`
  if (reply.status === 200 && typeof reply.body === 'string' && reply.body.startsWith(RESULT) && reply.body.endsWith(`"id":${end}`))
    lists.set(key, { ...reply, body: reply.body.slice(0, -end.length) })
}

/** Whether a tool answered; what the SDK refuses by itself, or takes without an answer, is no result. */
const isResult = ({ body }: Reply): boolean => typeof body === 'string' && body.startsWith(RESULT)

/** An endpoint over servers of this factory; of our own unless a test brings another. */
export function makeMcpEndpoint(factory: ServerFactory = createMcpServer): Endpoint {
  const handlerOf = factory === createMcpServer ? modern : part((core) => makeModern(core, factory))
  const lists = part((): Lists => new LRUCache({ max: 40 }))
  const post: Make = async (core, call, asked) => {
    const { BASE_URL, TOOLS_URL } = core.env
    const isForeign = isForeignOrigin(call.header('origin') ?? null, call.header('host') ?? null, [BASE_URL, TOOLS_URL])
    // Who has nothing left is not read either, beyond what a payment takes.
    const ahead = isForeign ? 0 : costAhead(call)
    spendAllowance(core, call.clientIp, ahead)
    const message = isForeign ? undefined : await readMessage(call)
    const pays = message !== undefined && !('refusal' in message) && carriesPayment(message.body)
    if (pays) chargeAllowance(core, call.clientIp, -ahead)
    else spendAllowance(core, call.clientIp, Math.max(0, (message?.cost ?? 1) - ahead))
    if (message === undefined) return refuse(403, 'Forbidden: this Origin may not call this server.')
    if ('refusal' in message) return refuse(message.status, message.refusal, {}, message.code)
    if (message.method === 'subscriptions/listen') return unknownMethod(message.body)
    const key = listKey(call, message.body)
    const known = key === undefined ? undefined : lists(core).get(key)
    if (known) return { ...known, body: `${known.body}${JSON.stringify(message.body.id)}}` }
    const request = toRequest(core, call, asked, message.cost)
    const legacy = await isLegacyRequest(request, message.body)
    const wrong = wrongParams(message.body, legacy)
    if (wrong !== undefined) {
      if (pays) countBadInput(core, call.clientIp, message.cost)
      return refuse(200, wrong, {}, -32602, message.body.id)
    }
    const response = await within(
      DEADLINE_MS,
      legacy ? answerLegacy(core, request, message.body, factory) : handlerOf(core).fetch(request, { parsedBody: message.body }),
    )
    const { 'content-type': type = 'application/json', ...headers } = Object.fromEntries(response.headers)
    const reply: Reply = { status: response.status, headers: { 'Content-Type': type, ...headers }, body: (await response.text()) || null }
    if (key !== undefined) keepList(lists(core), key, reply, message.body.id)
    // A payment that never came to the till is none.
    if (pays && !isResult(reply)) countBadInput(core, call.clientIp, message.cost)
    return reply
  }
  return endpoint({
    POST: post,
    cors: {
      allow:
        'Content-Type, Accept, Authorization, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID, X-Request-Id, traceparent, tracestate',
      expose: 'Mcp-Session-Id, Mcp-Protocol-Version, X-Request-Id, Retry-After, Link',
    },
    cache: 'no-store',
    // Messages are counted once they are read: those that pay are not.
    cost: (_core, { method }) => (method === 'POST' ? 0 : 1),
    fromMemory: true,
    deadlineMs: 0,
    failure: (core, _call, error) => {
      if (error.code === 'rate_limited' || error.code === 'unavailable')
        return refuse(error.status, error.message, { 'Retry-After': String(error.retryAfterSeconds ?? 1) })
      if (error.status !== 405)
        return refuse(500, 'Internal error. No answer was made in time; a payment that was sent may be sent again as it is.')
      const message = `Method not allowed: POST JSON-RPC here. There is no stream to open and no session to end. Docs: ${core.env.BASE_URL}/docs`
      return refuse(405, message, { Allow: 'POST, OPTIONS' })
    },
  })
}

export const mcp = makeMcpEndpoint()
