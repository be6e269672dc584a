/**
 * What a registry of sellers lists (the x402 bazaar: `/discovery/resources`, `/discovery/search`). A registry is a stranger that speaks of other
 * strangers: what it says of prices is shown and never trusted, and it sends nobody to machines of a private network.
 */
import { fromTerms, getObject, MAX_PATH, type Sold, upToSize, withOwnNames } from './discover.ts'
import { UnreachableError } from './errors.ts'
import { readTerms, usdcOnly } from './guard/offers.ts'
import { toUsd, USDC } from './money.ts'

const MAX_LISTED = 100

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

/** Names of the public web, over TLS: neither addresses nor names that only a private network knows. */
const isPublic = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' && /\.[a-z][a-z0-9-]+$/i.test(hostname) && !/\.(local|localhost|internal|lan|home|arpa|test|onion)$/i.test(hostname)

/** The least price in USDC that an entry offers, in dollars; undefined when nothing it offers can be paid by default. */
function priceIn(accepts: unknown): string | undefined {
  const rules = { networks: Object.keys(USDC), assets: usdcOnly(), maxValiditySeconds: 120 }
  try {
    const { offers } = readTerms(JSON.stringify({ x402Version: 2, accepts }), rules)
    const [first, ...others] = offers.map(({ amount }) => amount)
    return first === undefined ? undefined : toUsd(others.reduce((least, amount) => (amount < least ? amount : least), first))
  } catch {
    return undefined // no offers at all
  }
}

function soldIn(entry: unknown, isOurs: boolean): Sold[] {
  const { resource, accepts, description, serviceName, extensions, type = 'http' } = (entry ?? {}) as Record<string, unknown>
  const price = priceIn(accepts)
  if (type !== 'http' || price === undefined || typeof resource !== 'string' || resource.length > MAX_PATH) return []
  if (!URL.canParse(resource)) return []
  const url = new URL(resource)
  if (!isPublic(url) && !(isOurs && isLoopback(url))) return []
  const sold = fromTerms(url, { resource: { description, serviceName }, extensions })
  return [{ ...sold, priceUsd: price, name: `${url.hostname.replace(/[^a-z0-9]+/g, '_')}_${sold.name}`.slice(0, 64) }]
}

/**
 * What a registry lists; with `words`, what it finds for them. At most a hundred entries that a wallet with USDC can pay.
 * @throws UnreachableError when it answers neither
 */
export async function discoverIn(registry: string, words = '', fetch: typeof globalThis.fetch = globalThis.fetch): Promise<Sold[]> {
  const base = new URL(registry)
  const query = new URLSearchParams({ type: 'http', limit: String(MAX_LISTED), ...(words === '' ? {} : { query: words }) })
  const place = `${base.origin}${base.pathname.replace(/\/$/, '')}/discovery/${words === '' ? 'resources' : 'search'}`
  const document = await getObject(`${place}?${query}`, fetch)
  const listed = document?.items ?? document?.resources
  if (!Array.isArray(listed)) throw new UnreachableError(`${place} is no registry of sellers, or does not answer.`)
  return withOwnNames(upToSize(listed.slice(0, MAX_LISTED).flatMap((entry) => soldIn(entry, isLoopback(base)))))
}
