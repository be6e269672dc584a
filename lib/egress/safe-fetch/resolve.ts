/**
 * Names to addresses, with node:dns's own resolver: unlike the system's it does not hold threads that the rest of the process needs, can be
 * cancelled, ignores the hosts file, and asks other servers when FETCH_DNS_SERVERS says so.
 */
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { FetchFailure } from './failure.ts'

export type ResolveOptions = {
  /** `host:port` of the servers to ask; empty = the system's. */
  dnsServers: readonly string[]
  signal: AbortSignal
}

/** How long AAAA records may lag behind A records before they are done without. */
const SECOND_FAMILY_MS = 400

/**
 * Every address of a host, IPv6 and IPv4, in no particular order; a literal is its own address.
 * @throws FetchFailure `dns_failed` or `timeout`
 */
export async function resolveHost(hostname: string, { dnsServers, signal }: ResolveOptions): Promise<string[]> {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  if (isIP(host)) return [host]
  if (/^(.+\.)?localhost\.?$/.test(host)) return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: 1_200, tries: 2 })
  if (dnsServers.length > 0) resolver.setServers(dnsServers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const four = resolver.resolve4(host)
    const six = resolver.resolve6(host)
    const [first, second] = await Promise.allSettled([four, withinGrace(six, four)])
    const addresses = [first, second].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    throw failure(host, [first, second], signal.aborted)
  } finally {
    signal.removeEventListener('abort', cancel)
    resolver.cancel()
  }
}

/** The second family's answer; nothing when the first has addresses and the second keeps it waiting. */
async function withinGrace(six: Promise<string[]>, four: Promise<string[]>): Promise<string[]> {
  const giveUp = four.then(
    async (addresses) => {
      if (addresses.length === 0) return six
      await new Promise((resolve) => setTimeout(resolve, SECOND_FAMILY_MS).unref())
      return []
    },
    () => six,
  )
  return Promise.race([six, giveUp])
}

function failure(host: string, answers: PromiseSettledResult<string[]>[], aborted: boolean): FetchFailure {
  const codes = answers.map((answer) => (answer.status === 'rejected' ? String((answer.reason as { code?: unknown }).code) : ''))
  const cause = answers.find((answer) => answer.status === 'rejected')?.reason
  if (aborted || codes.every((code) => code === 'ETIMEOUT' || code === 'ECANCELLED'))
    return new FetchFailure('dns_failed', 'dns', `The name ${host} did not resolve in time.`, cause)
  if (codes.includes('ENOTFOUND')) return new FetchFailure('dns_failed', 'dns', `The name ${host} does not exist.`, cause)
  if (codes.includes('ENODATA')) return new FetchFailure('dns_failed', 'dns', `The name ${host} has no address.`, cause)
  return new FetchFailure('dns_failed', 'dns', `The name ${host} did not resolve.`, cause)
}
