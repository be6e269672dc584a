/**
 * A connection to a public address. Name, check, TCP and TLS in one place, so that the address that was judged is the address that is dialled:
 * there is no second look-up that a name could answer differently.
 */
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { isExempt, type TargetRule, targetProblem } from '../target.ts'
import { inspectCertificate, type TlsInfo } from './certificate.ts'
import { FetchFailure, type FetchPhase, toFetchFailure } from './failure.ts'
import { resolveHost } from './resolve.ts'

export type DialOptions = {
  rule: TargetRule
  dnsServers: readonly string[]
  signal: AbortSignal
  /** Milliseconds for TCP and TLS together. */
  connectMs: number
  /** Offered in the TLS handshake, best first. */
  alpn: readonly string[]
}

/** Milliseconds per phase; null for a phase that did not take place or did not end. */
export type DialTimings = { dnsMs: number | null; connectMs: number | null; tlsMs: number | null }

/** What is known of a dial, filled in as it goes, so that a failure leaves what was learned. */
export type DialTrace = DialTimings & { tls: TlsInfo | null }

export type Connection = { socket: Socket | TLSSocket; alpn: string | null }

/**
 * Connects to the host of `url` after the guard has passed its text and every address of its name.
 * @throws FetchFailure `blocked_target`, `dns_failed`, `refused`, `reset`, `timeout`, `tls_failed`
 */
export async function dial(url: URL, trace: DialTrace, options: DialOptions): Promise<Connection> {
  const { rule, signal } = options
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  if (targetProblem(url, rule) !== null)
    throw new FetchFailure('blocked_target', 'guard', `${host || `A ${url.protocol} URL`} is not a public web address.`)
  const addresses = await publicAddresses(url, trace, options)
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(options.connectMs)])
  let phase: FetchPhase = 'connect'
  let socket: Socket | TLSSocket | undefined
  try {
    const started = performance.now()
    socket = await openTcp(addresses, host, Number(url.port || (url.protocol === 'https:' ? 443 : 80)), deadline)
    if (!isExempt(url, rule) && !rule.isPublic(unmapped(socket.remoteAddress ?? '')))
      throw new FetchFailure('blocked_target', 'guard', `${host} leads to an address that is not public.`)
    trace.connectMs = elapsed(started)
    if (url.protocol === 'http:') return { socket, alpn: null }
    phase = 'tls'
    const secured = performance.now()
    const secure = await openTls(socket, host, options.alpn, deadline)
    socket = secure
    trace.tlsMs = elapsed(secured)
    trace.tls = inspectCertificate(secure, host)
    if (trace.tls.error) throw new FetchFailure('tls_failed', 'tls', `TLS with ${host} failed: ${trace.tls.error}.`)
    return { socket: secure, alpn: secure.alpnProtocol || null }
  } catch (error) {
    socket?.destroy()
    throw toFetchFailure(error, phase, host)
  }
}

async function publicAddresses(url: URL, trace: DialTrace, { rule, dnsServers, signal }: DialOptions): Promise<string[]> {
  const literal = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0
  const started = performance.now()
  const addresses = await resolveHost(url.hostname, { dnsServers, signal })
  if (!literal) trace.dnsMs = elapsed(started)
  if (!isExempt(url, rule) && !addresses.every((address) => rule.isPublic(address)))
    throw new FetchFailure('blocked_target', 'guard', `The name ${url.hostname} leads to an address that is not public.`)
  return addresses
}

/** Dials the given addresses and no other: the socket's look-up is answered from the list. */
function openTcp(addresses: string[], host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const list = addresses.map((address) => ({ address, family: isIP(address) }))
  const only = list.length === 1 ? list[0] : undefined
  return settle(
    connectTcp(
      only
        ? { host: only.address, port, noDelay: true }
        : {
            host,
            port,
            noDelay: true,
            autoSelectFamily: true,
            autoSelectFamilyAttemptTimeout: 500,
            lookup: (_host, lookupOptions, callback) =>
              lookupOptions.all ? callback(null, list) : callback(null, list[0]?.address ?? '', list[0]?.family),
          },
    ),
    'connect',
    signal,
  )
}

function openTls(socket: Socket, host: string, alpn: readonly string[], signal: AbortSignal): Promise<TLSSocket> {
  const name = host.endsWith('.') ? host.slice(0, -1) : host
  // The certificate is judged by `inspectCertificate`, which can say more than the first reason.
  const secure = connectTls({
    socket,
    host: name,
    ...(isIP(name) ? {} : { servername: name }),
    ALPNProtocols: [...alpn],
    rejectUnauthorized: false,
  })
  return settle(secure, 'secureConnect', signal)
}

/** The socket once `event` has happened; destroyed and thrown when it fails or the signal aborts first. */
function settle<S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const done = (outcome: () => void) => {
      socket.off(event, onReady).off('error', onError).off('close', onClose)
      signal.removeEventListener('abort', onAbort)
      outcome()
    }
    const fail = (error: unknown) =>
      done(() => {
        // A late error of a socket that was given up must not become an uncaught exception.
        socket.on('error', ignore)
        socket.destroy()
        reject(error)
      })
    const onReady = () =>
      done(() => {
        // Until HTTP takes the socket over, an error must find a listener; the read or write that follows reports it.
        socket.on('error', ignore)
        resolve(socket)
      })
    const onError = (error: Error) => fail(error)
    const onClose = () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))
    const onAbort = () => fail(new DOMException('Deadline reached.', 'TimeoutError'))
    socket.on(event, onReady).on('error', onError).on('close', onClose)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}

const unmapped = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

const ignore = (): void => undefined

const elapsed = (since: number): number => Math.round(performance.now() - since)
