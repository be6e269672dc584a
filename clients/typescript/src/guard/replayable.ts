/** Requests that can be sent any number of times, and bodies of strangers read only so far. */
import { createHash } from 'node:crypto'

export type Replayable = {
  url: string
  host: string
  /** The same for the same request: method, URL and body. */
  key: string
  /** The payment that it carries already. */
  header: string | undefined
  signal: AbortSignal
  /** A fresh request, with this payment. */
  make: (header?: string) => Request
}

const PAYMENT_HEADER = 'PAYMENT-SIGNATURE'

export async function toReplayable(input: string | URL | Request, init: RequestInit | undefined, timeoutMs: number): Promise<Replayable> {
  const request = new Request(input, init)
  const url = new URL(request.url)
  const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined
  const { method, headers, signal, redirect } = request
  return {
    url: url.href,
    host: url.host,
    key: createHash('sha256')
      .update(`${method} ${url.href}\n`)
      .update(body ?? '')
      .digest('hex'),
    header: headers.get(PAYMENT_HEADER) ?? undefined,
    signal,
    make(header) {
      const sent = new Headers(headers)
      if (header !== undefined) sent.set(PAYMENT_HEADER, header)
      return new Request(url, {
        method,
        headers: sent,
        // A payment goes to the seller that was checked and to nobody it points at.
        redirect: header === undefined ? redirect : 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        ...(body ? { body } : {}),
      })
    },
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
