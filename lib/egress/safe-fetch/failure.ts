/** How a request to a caller's target can fail: a closed set of codes, and a plain sentence that names the host, never its words. */

export type FetchErrorCode =
  | 'dns_failed'
  | 'refused'
  | 'reset'
  | 'tls_failed'
  | 'timeout'
  | 'too_many_redirects'
  | 'redirect_loop'
  | 'blocked_target'
  | 'bad_response'

/** Where a request stood when it failed; `response` from the first byte that went out. */
export type FetchPhase = 'guard' | 'dns' | 'connect' | 'tls' | 'response' | 'body'

/** A request to a target failed. `message` is one English sentence fit for callers. */
export class FetchFailure extends Error {
  override name = 'FetchFailure'
  readonly code: FetchErrorCode
  readonly phase: FetchPhase

  constructor(code: FetchErrorCode, phase: FetchPhase, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.phase = phase
  }
}

const REFUSED = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/
const RESET = /^(ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE|ERR_STREAM_DESTROYED)$/
const TLS = /^(EPROTO|ERR_SSL_.*|ERR_TLS_.*|CERT_.*|ERR_OSSL_.*)$/

/**
 * The failure behind whatever a socket, the HTTP parser or the TLS layer threw.
 * @param host what was being reached, for the sentence
 */
export function toFetchFailure(error: unknown, phase: FetchPhase, host: string): FetchFailure {
  if (error instanceof FetchFailure) return error
  const code = errorCode(error)
  if (isTimeout(error)) return new FetchFailure('timeout', phase, timeoutSentence(phase, host), error)
  if (REFUSED.test(code)) return new FetchFailure('refused', phase, `${host} refused the connection or cannot be reached.`, error)
  if (TLS.test(code)) return new FetchFailure('tls_failed', phase, `The TLS handshake with ${host} failed.`, error)
  if (RESET.test(code)) return new FetchFailure('reset', phase, `${host} closed the connection before the answer was complete.`, error)
  if (phase === 'tls') return new FetchFailure('tls_failed', phase, `The TLS handshake with ${host} failed.`, error)
  if (phase === 'connect') return new FetchFailure('refused', phase, `${host} cannot be reached.`, error)
  if (code === 'HPE_HEADER_OVERFLOW') return new FetchFailure('bad_response', phase, `${host} sent headers over 16 KB.`, error)
  return new FetchFailure('bad_response', phase, `${host} sent an answer that is not valid HTTP.`, error)
}

function timeoutSentence(phase: FetchPhase, host: string): string {
  if (phase === 'dns') return `The name ${host} was not resolved in time.`
  if (phase === 'connect') return `${host} did not accept a connection in time.`
  if (phase === 'tls') return `${host} did not finish the TLS handshake in time.`
  if (phase === 'body') return `${host} did not finish its answer in time.`
  return `${host} did not answer in time.`
}

function isTimeout(error: unknown): boolean {
  if (errorCode(error) === 'ETIMEDOUT') return true
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
}

function errorCode(error: unknown): string {
  if (error instanceof AggregateError) return errorCode(error.errors[0])
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
