/** One HTTP request on a connection that is already there, over HTTP/1 or HTTP/2, up to the end of the response's headers. */
import { request as requestH1 } from 'node:http'
import { connect as connectH2, constants, type IncomingHttpHeaders } from 'node:http2'
import type { Readable } from 'node:stream'
import type { Connection } from './dial.ts'
import { FetchFailure, toFetchFailure } from './failure.ts'

export type ExchangeOptions = {
  method: 'GET' | 'HEAD'
  headers: Record<string, string>
  signal: AbortSignal
}

export type Exchange = {
  status: number
  /** Names in lower case; repeated fields joined with `, `, `set-cookie` with line feeds, as commas stand within cookies. */
  headers: Record<string, string>
  /** `1.0`, `1.1` or `2`. */
  httpVersion: string
  /** Milliseconds from the request to the end of the response's headers. */
  firstByteMs: number
  body: Readable
  /** Bytes received on the connection so far, framing included. */
  received(): number
  /** Drops the connection, and with it whatever of the body has not been read. */
  close(): void
}

/** Bytes of response headers, as undici and browsers of our kind allow. */
const MAX_HEADER_BYTES = 16_384
/** Interim (1xx) answers before the target counts as broken. */
const MAX_INTERIM = 16

/** Sends the request and waits for headers. @throws FetchFailure `timeout`, `reset`, `bad_response` */
export async function exchange(url: URL, connection: Connection, options: ExchangeOptions): Promise<Exchange> {
  try {
    return await (connection.alpn === 'h2' ? overH2(url, connection, options) : overH1(url, connection, options))
  } catch (error) {
    connection.socket.destroy()
    throw toFetchFailure(error, 'response', url.hostname)
  }
}

function overH1(url: URL, { socket }: Connection, { method, headers, signal }: ExchangeOptions): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    let interim = 0
    let body: Readable | null = null
    const request = requestH1({
      createConnection: () => socket,
      method,
      path: `${url.pathname}${url.search}`,
      setHost: false,
      headers: { host: url.host, ...headers, connection: 'close' },
      maxHeaderSize: MAX_HEADER_BYTES,
    })
    const onAbort = () => request.destroy(new DOMException('Deadline reached.', 'TimeoutError'))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    request.on('error', (error) => {
      signal.removeEventListener('abort', onAbort)
      reject(error)
      // A body of no stated length would seem to end where its connection broke.
      body?.destroy(error)
    })
    request.on('information', () => {
      if (++interim > MAX_INTERIM) request.destroy(tooManyInterim(url))
    })
    // From here on the request is done with its socket: to destroy it would say nothing to anybody.
    request.on('upgrade', () => {
      signal.removeEventListener('abort', onAbort)
      reject(new FetchFailure('bad_response', 'response', `${url.hostname} changed the protocol unasked.`))
    })
    request.on('response', (response) => {
      signal.removeEventListener('abort', onAbort)
      body = response.on('error', () => undefined)
      resolve({
        status: response.statusCode ?? 0,
        headers: joined(response.headers),
        httpVersion: response.httpVersion,
        firstByteMs: Math.round(performance.now() - started),
        body: response,
        received: () => socket.bytesRead,
        close: () => socket.destroy(),
      })
    })
    request.end()
  })
}

function overH2(url: URL, { socket }: Connection, { method, headers, signal }: ExchangeOptions): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    let interim = 0
    const session = connectH2(url.origin, { createConnection: () => socket, settings: { enablePush: false } })
    const fail = (error: unknown) => {
      signal.removeEventListener('abort', onAbort)
      session.destroy()
      reject(error)
    }
    const onAbort = () => fail(new DOMException('Deadline reached.', 'TimeoutError'))
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    session.on('error', fail)
    session.on('goaway', (code) => code !== constants.NGHTTP2_NO_ERROR && fail(brokenH2(url)))
    session.on('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
    const stream = session.request({ ':method': method, ':path': `${url.pathname}${url.search}`, ':authority': url.host, ...headers })
    stream.on('error', (error) => fail(streamFailure(url, error)))
    // A cancelled stream closes without an error.
    stream.on('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
    stream.on('headers', () => {
      if (++interim > MAX_INTERIM) fail(tooManyInterim(url))
    })
    stream.on('response', (response) => {
      signal.removeEventListener('abort', onAbort)
      resolve({
        status: Number(response[':status'] ?? 0),
        headers: joined(response),
        httpVersion: '2',
        firstByteMs: Math.round(performance.now() - started),
        body: stream,
        received: () => socket.bytesRead,
        close: () => session.destroy(),
      })
    })
    stream.end()
  })
}

const tooManyInterim = (url: URL) => new FetchFailure('bad_response', 'response', `${url.hostname} sent too many interim answers.`)
const brokenH2 = (url: URL) => new FetchFailure('bad_response', 'response', `${url.hostname} broke the HTTP/2 protocol.`)

/** A stream the server cancels is a reset; any other HTTP/2 stream error is the server's protocol failing. */
function streamFailure(url: URL, error: Error): unknown {
  if (/NGHTTP2_(CANCEL|REFUSED_STREAM|INTERNAL_ERROR|NO_ERROR)/.test(error.message))
    return new FetchFailure('reset', 'response', `${url.hostname} closed the connection before the answer was complete.`, error)
  return 'code' in error && String(error.code).startsWith('ERR_HTTP2') ? brokenH2(url) : error
}

function joined(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => value !== undefined && !name.startsWith(':'))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(name === 'set-cookie' ? '\n' : ', ') : String(value)]),
  )
}
