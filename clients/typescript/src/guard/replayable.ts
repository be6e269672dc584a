/** Requests that can be sent any number of times, and bodies of strangers read only so far. */
import { createHash } from 'node:crypto'

export type Replayable = {
  url: string
  host: string
  /** The same for the same request: method, URL and body. */
  key: string
  /** A method that asks and changes nothing. */
  isSafe: boolean
  /** The payment that it carries already. */
  header: string | undefined
  /** It carries a payment of version 1, which nobody here counts. */
  hasFormerPayment: boolean
  signal: AbortSignal
  /** A fresh request, with this payment, as `fetch` takes it. */
  make: (header?: string) => [Request, { signal: AbortSignal }]
}

const PAYMENT_HEADER = 'PAYMENT-SIGNATURE'

/**
 * Ends after `ms`, or with the caller's signal. It is held by its timer and handed to fetch beside the request: a signal that hangs on a Request
 * or on AbortSignal.any alone is collected once the headers are there, and a body sent letter by letter would never end.
 */
export function deadline(outer: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort(outer.reason)
  const timer = setTimeout(() => {
    outer.removeEventListener('abort', stop)
    controller.abort(new DOMException('The request took too long.', 'TimeoutError'))
  }, ms)
  timer.unref()
  if (outer.aborted) stop()
  else outer.addEventListener('abort', stop, { once: true })
  return controller.signal
}

export async function toReplayable(input: string | URL | Request, init: RequestInit | undefined, timeoutMs: number): Promise<Replayable> {
  const request = new Request(input, init)
  const url = new URL(request.url)
  const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined
  const { method, headers, redirect } = request
  const signal = init?.signal ?? (input instanceof Request ? input.signal : request.signal)
  return {
    url: url.href,
    host: url.host,
    isSafe: method === 'GET' || method === 'HEAD',
    key: createHash('sha256')
      .update(`${method} ${url.href}\n`)
      .update(body ?? '')
      .digest('hex'),
    header: headers.get(PAYMENT_HEADER) ?? undefined,
    hasFormerPayment: headers.has('X-PAYMENT'),
    signal,
    make(header) {
      const sent = new Headers(headers)
      if (header !== undefined) sent.set(PAYMENT_HEADER, header)
      const made = new Request(url, {
        method,
        headers: sent,
        // A payment goes to the seller that was checked and to nobody it points at.
        redirect: header === undefined ? redirect : 'error',
        ...(body ? { body } : {}),
      })
      return [made, { signal: deadline(signal, timeoutMs) }]
    },
  }
}

const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** Whether a connection ended before it brought an answer, as a kept one does that its server gives up in the same moment. */
function wasClosed(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if ('code' in cause && CLOSED.has(String(cause.code))) return true
  return false
}

/** Sends the request without a payment: once more where its connection was closed, which without a payment costs nobody anything. */
export async function sendUnpaid(fetch: typeof globalThis.fetch, request: Replayable): Promise<Response> {
  try {
    return await fetch(...request.make())
  } catch (error) {
    if (!request.isSafe || request.signal.aborted || !wasClosed(error)) throw error
    return fetch(...request.make())
  }
}

/** A body as text, no more than some `max` bytes of it. */
export async function textUpTo(response: Response, max: number): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const chunks: Uint8Array[] = []
  for (let length = 0; length < max; ) {
    const { value, done } = await reader.read()
    if (done) break
    chunks.push(value)
    length += value.length
  }
  await reader.cancel().catch(() => undefined)
  return Buffer.concat(chunks).toString('utf8')
}
