/** Whose request it is: the socket's address, or what trusted proxies say of it. */
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import type { Env } from '../../core.ts'

const parse = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined
}

/** Of a list of networks: as they are compared, and the clients found last. Reading takes longer than comparing, or than finding many an answer. */
type Known = { networks: (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[]; clients: LRUCache<string, string> }

const FOUND_MAX = 5_000
const SAID_MAX = 200

/** By the list itself, of which a program has one. */
const known = new WeakMap<string[], Known>()
function knownOf(trusted: string[]): Known {
  const kept = known.get(trusted) ?? {
    networks: trusted.map((cidr) => ipaddr.parseCIDR(cidr)),
    clients: new LRUCache<string, string>({ max: FOUND_MAX }),
  }
  known.set(trusted, kept)
  return kept
}

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, trusted: string[]): boolean =>
  knownOf(trusted).networks.some(
    ([range, bits]) => range.kind() === address.kind() && address.match(range as ipaddr.IPv4 & ipaddr.IPv6, bits),
  )

/**
 * The client's address: walking X-Forwarded-For from the right over trusted proxies, starting at the socket. Without trusted proxies the
 * header is ignored. An unreadable entry ends the walk at the last address that was believed.
 */
export function clientIp(remoteAddress: string | undefined, forwardedFor: string | undefined, trusted: string[]): string {
  const said = trusted.length > 0 ? `${remoteAddress} ${forwardedFor ?? ''}` : `${remoteAddress}`
  const { clients } = knownOf(trusted)
  const address = clients.get(said) ?? findClient(remoteAddress, forwardedFor, trusted)
  if (said.length <= SAID_MAX) clients.set(said, address)
  return address
}

function findClient(remoteAddress: string | undefined, forwardedFor: string | undefined, trusted: string[]): string {
  let current = parse(remoteAddress ?? '')
  if (!current) return 'unknown'
  for (const entry of (forwardedFor ?? '').split(',').reverse()) {
    if (!isWithin(current, trusted)) break
    const next = parse(entry)
    if (!next) break
    current = next
  }
  return bucketOf(current)
}

/** True for an address (as a socket names it) within one of these networks. */
export function isTrusted(address: string, trusted: string[]): boolean {
  const parsed = parse(address)
  return parsed !== undefined && isWithin(parsed, trusted)
}

/** One bucket per IPv4 address and per IPv6 /64, which one subscriber owns whole. */
const bucketOf = (address: ipaddr.IPv4 | ipaddr.IPv6): string =>
  address.kind() === 'ipv4'
    ? address.toString()
    : `${(address as ipaddr.IPv6).parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`

const NOBODY: string[] = []

/**
 * The client's address of a request that Next received alone: on Vercel what the platform says, elsewhere that of the connection, or what
 * trusted proxies say of it.
 */
export function clientIpOf(env: Env, header: (name: string) => string | undefined, remoteAddress?: string): string {
  if (env.VERCEL) return clientIp(header('x-vercel-forwarded-for') ?? header('x-real-ip'), undefined, NOBODY)
  return clientIp(remoteAddress, header('x-forwarded-for'), env.TRUSTED_PROXIES)
}
