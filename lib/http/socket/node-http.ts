/** Requests and answers of Node's own HTTP server as plain values: for `server.ts`, and for the API Route where Next is called alone. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Call, type Reply, readCapped, toCall } from '../reply.ts'

/** A request header by its lower-case name; one that came several times as one list. */
export const headerOf =
  ({ headers }: IncomingMessage) =>
  (name: string): string | undefined => {
    const value = headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

/** The call a request makes; `url` is its target as it was read. */
export const callOf = (request: IncomingMessage, url: string, clientIp: string, header = headerOf(request)): Call =>
  toCall(request.method ?? 'GET', url, header, clientIp, (maxBytes) =>
    readCapped(request, header('content-length'), maxBytes).catch((error: unknown) => {
      // Who left in the middle gets no answer, and is no fault of ours.
      if (request.socket.destroyed) return undefined
      throw error
    }),
  )

/** Sends a reply whole. */
export function send(response: ServerResponse, { status, headers, body }: Reply): void {
  // All headers at once: one set before makes Node, and Next's wrapper around it, take in the rest one by one.
  const measured = body === null || headers['Content-Length'] !== undefined
  response.writeHead(status, measured ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) })
  response.end(body ?? undefined)
}
