/** One request of a chain: guard, manners, connection, exchange. Both web tools build their own redirect loop from hops. */
import type { Core } from '../../core.ts'
import { isExempt, publicRule, type TargetRule } from '../target.ts'
import { type DialTrace, dial } from './dial.ts'
import { type Exchange, exchange } from './exchange.ts'
import { hostSlots } from './host-slots.ts'

/** Who may be reached, who is asked for addresses, and on whose behalf. */
export type FetchGuard = { core: Core; rule: TargetRule; dnsServers: readonly string[] }

/** The guard of a program's settings. */
export const publicGuard = (core: Core): FetchGuard => ({
  core,
  rule: publicRule(core.env.FETCH_ALLOW_TARGETS, { denied: core.env.FETCH_DENY_CIDRS }),
  dnsServers: core.env.FETCH_DNS_SERVERS,
})

export type HopOptions = {
  method: 'GET' | 'HEAD'
  headers: Record<string, string>
  guard: FetchGuard
  signal: AbortSignal
  connectMs: number
  /** Milliseconds from the request to the end of the headers. */
  headersMs: number
  http2?: boolean
  /** Filled in as the hop proceeds. */
  trace?: DialTrace
}

/** To be filled in by a hop. */
export const emptyTrace = (): DialTrace => ({ dnsMs: null, connectMs: null, tlsMs: null, tls: null })

/** The honest name under which targets are visited. */
export const userAgent = ({ env }: Core): string => `paid-agent-tools/1.0 (+${env.CONTACT_URL})`

/**
 * Sends one request and waits for its headers. The caller must `close()` the exchange, whether it reads the body or not.
 * @throws FetchFailure
 * @throws ApiError `unavailable` when the host has too many requests from here
 */
export async function requestHop(url: URL, options: HopOptions): Promise<Exchange> {
  const { guard, signal, trace = emptyTrace() } = options
  // Manners protect other people's servers; an exempt target is the operator's own.
  const leave = isExempt(url, guard.rule) ? () => undefined : await hostSlots(guard.core).enter(url.hostname, signal)
  try {
    const connection = await dial(url, trace, {
      ...guard,
      signal,
      connectMs: options.connectMs,
      alpn: options.http2 ? ['h2', 'http/1.1'] : ['http/1.1'],
    })
    const result = await exchange(url, connection, {
      method: options.method,
      headers: { 'user-agent': userAgent(guard.core), ...options.headers },
      signal: AbortSignal.any([signal, AbortSignal.timeout(options.headersMs)]),
    })
    return {
      ...result,
      close: () => {
        result.close()
        leave()
      },
    }
  } catch (error) {
    leave()
    throw error
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Where a response sends its reader: a URL without fragment, null when it is a final answer, `unreadable` when Location is no URL. */
export function redirectTarget(response: Pick<Exchange, 'status' | 'headers'>, from: URL): URL | null | 'unreadable' {
  const location = response.headers.location
  if (!REDIRECTS.has(response.status) || location === undefined) return null
  const target = URL.parse(utf8(location), from)
  if (!target) return 'unreadable'
  target.hash = ''
  return target
}

/** Header text arrives as Latin-1; servers write UTF-8 into it. */
export function utf8(header: string): string {
  const bytes = Buffer.from(header, 'latin1')
  if (bytes.toString('latin1') !== header) return header
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return header
    throw error
  }
}
