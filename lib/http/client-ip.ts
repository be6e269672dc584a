/** Whose request it is: the socket's address, or what trusted proxies say of it. */
import ipaddr from 'ipaddr.js'
import { env } from '../env.ts'
import { shared } from '../shared.ts'

/** Set by `server.ts` on every request it hands on, replacing whatever a client sent under this name. */
export const CLIENT_IP_HEADER = 'x-tools-client-ip'

const parse = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined
}

const isTrusted = (address: ipaddr.IPv4 | ipaddr.IPv6, trusted: string[]): boolean =>
  trusted.some((cidr) => {
    const [range, bits] = ipaddr.parseCIDR(cidr)
    return range.kind() === address.kind() && address.match(range as ipaddr.IPv4 & ipaddr.IPv6, bits)
  })

/**
 * The client's address: walking X-Forwarded-For from the right over trusted proxies, starting at the socket. Without trusted proxies the
 * header is ignored. An unreadable entry ends the walk at the last address that was believed.
 */
export function clientIp(remoteAddress: string | undefined, forwardedFor: string | undefined, trusted: string[]): string {
  let current = parse(remoteAddress ?? '')
  if (!current) return 'unknown'
  for (const entry of (forwardedFor ?? '').split(',').reverse()) {
    if (!isTrusted(current, trusted)) break
    const next = parse(entry)
    if (!next) break
    current = next
  }
  return bucketOf(current)
}

/** One bucket per IPv4 address and per IPv6 /64, which one subscriber owns whole. */
const bucketOf = (address: ipaddr.IPv4 | ipaddr.IPv6): string =>
  address.kind() === 'ipv4'
    ? address.toString()
    : `${(address as ipaddr.IPv6).parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`

/** True once `server.ts` fronts this process: only then is its header believed. */
export const frontServer = (): { present: boolean } => shared('front-server', () => ({ present: false }))

/**
 * The client's address of a request that Next received: what `server.ts` found, or on Vercel what the platform says. Elsewhere nobody
 * vouches for any header, and all clients share one bucket.
 */
export function clientIpOf(header: (name: string) => string | undefined): string {
  if (frontServer().present) return header(CLIENT_IP_HEADER) ?? 'unknown'
  if (env().VERCEL) return clientIp(header('x-vercel-forwarded-for') ?? header('x-real-ip'), undefined, [])
  return 'unknown'
}
