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

/** Networks as they are compared; reading them takes longer than comparing. */
const read = new WeakMap<string[], (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[]>()
function networksOf(trusted: string[]) {
  const networks = read.get(trusted) ?? trusted.map((cidr) => ipaddr.parseCIDR(cidr))
  read.set(trusted, networks)
  return networks
}

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, trusted: string[]): boolean =>
  networksOf(trusted).some(([range, bits]) => range.kind() === address.kind() && address.match(range as ipaddr.IPv4 & ipaddr.IPv6, bits))

/**
 * The client's address: walking X-Forwarded-For from the right over trusted proxies, starting at the socket. Without trusted proxies the
 * header is ignored. An unreadable entry ends the walk at the last address that was believed.
 */
export function clientIp(remoteAddress: string | undefined, forwardedFor: string | undefined, trusted: string[]): string {
  const said = trusted.length > 0 ? `${remoteAddress} ${forwardedFor ?? ''}` : `${remoteAddress}`
  const known = found.get(trusted) ?? new LRUCache<string, string>({ max: FOUND_MAX })
  found.set(trusted, known)
  const address = known.get(said) ?? findClient(remoteAddress, forwardedFor, trusted)
  if (said.length <= SAID_MAX) known.set(said, address)
  return address
}

/** Those found last, by trusted networks: reading addresses takes longer than finding many an answer. Nobody names that many proxies. */
const found = new WeakMap<string[], LRUCache<string, string>>()
const FOUND_MAX = 5_000
const SAID_MAX = 200

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
