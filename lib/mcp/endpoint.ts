/**
 * `POST /mcp`: MCP over streamable HTTP, without sessions and answered with JSON. There is nothing to stream and nothing to remember, so any
 * instance may answer any call.
 */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { env } from '../env.ts'
import { clientIpOf } from '../http/client-ip.ts'
import { requestIdOf } from '../http/request-id.ts'
import { log } from '../log.ts'
import { isForeignOrigin } from './origin.ts'
import { createMcpServer } from './server.ts'

/** Calldata of 128 kB is the longest argument, in hex; a payment with its echoed extensions has some 15 kB. */
const MAX_BODY_BYTES = 512 * 1024

const METHODS = 'POST, OPTIONS'

const common = (requestId: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Mcp-Session-Id, Mcp-Protocol-Version, X-Request-Id, Retry-After, Link',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': requestId,
})

const preflight = {
  Allow: METHODS,
  'Access-Control-Allow-Methods': METHODS,
  'Access-Control-Allow-Headers':
    'Content-Type, Accept, Authorization, Mcp-Session-Id, Mcp-Protocol-Version, Last-Event-ID, X-Request-Id, traceparent',
  'Access-Control-Max-Age': '86400',
}

/** A failure before any tool was reached, as MCP clients read it: a JSON-RPC error without an id. */
const refuse = (status: number, message: string, headers: Record<string, string>): Response =>
  Response.json({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }, { status, headers })

/**
 * The request as the SDK wants it. It insists on clients that take a stream too; every answer here is JSON, so those that take JSON, or do not
 * say, are welcome.
 */
function withAccept(request: Request): Request {
  const accept = request.headers.get('accept') ?? '*/*'
  if (!/\*\/\*|application\/(\*|json)/i.test(accept)) return request
  const headers = new Headers(request.headers)
  headers.set('accept', 'application/json, text/event-stream')
  return new Request(request.url, { method: 'POST', headers, body: request.body, duplex: 'half' } as RequestInit)
}

/** The endpoint as a web handler of any method. Never throws. */
export async function mcpEndpoint(request: Request): Promise<Response> {
  const requestId = requestIdOf(request)
  const headers = common(requestId)
  const { BASE_URL, TOOLS_URL } = env()
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { ...headers, ...preflight } })
  if (isForeignOrigin(request.headers.get('origin'), request.headers.get('host'), [BASE_URL, TOOLS_URL]))
    return refuse(403, 'Forbidden: this Origin may not call this server.', headers)
  if (request.method !== 'POST') {
    const message = `Method not allowed: POST JSON-RPC here. There is no stream to open and no session to end. Docs: ${BASE_URL}/docs`
    const response = refuse(405, message, { ...headers, Allow: METHODS })
    return request.method === 'HEAD' ? new Response(null, response) : response
  }
  const header = (name: string) => request.headers.get(name) ?? undefined
  const server = createMcpServer({ clientIp: clientIpOf(header), requestId })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true, maxRequestBodySize: MAX_BODY_BYTES })
  try {
    // The SDK's own type of a transport is not exact about optional members.
    await server.connect(transport as Parameters<typeof server.connect>[0])
    const response = await transport.handleRequest(withAccept(request))
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    return response
  } catch (error) {
    log.error({ err: error, requestId }, 'an MCP request failed')
    return refuse(500, 'Internal error. Nothing was charged.', headers)
  } finally {
    await server.close()
  }
}
