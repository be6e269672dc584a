/** Requests and answers of Node's own HTTP server as plain values: for `server.ts`, and for the API Route where Next is called alone. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call, HotReply } from './reply.ts'

/** A request header by its lower-case name; one that came several times as one list. */
export const headerOf =
  ({ headers }: IncomingMessage) =>
  (name: string): string | undefined => {
    const value = headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

/** A call of the request target `url`: a path, and a query if there is one. */
export function toCall(method: string, url: string, header: Call['header'], clientIp: string): Call {
  const mark = url.indexOf('?')
  return { method, path: mark < 0 ? url : url.slice(0, mark), search: mark < 0 ? '' : url.slice(mark), header, clientIp }
}

/** Sends a reply whole. */
export function send(response: ServerResponse, { status, headers, body }: HotReply): void {
  // All headers at once: one set before makes Node, and Next's wrapper around it, take in the rest one by one.
  const measured = body === null || headers['Content-Length'] !== undefined
  response.writeHead(status, measured ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) })
  response.end(body ?? undefined)
}
