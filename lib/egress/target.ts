/**
 * Which URLs a caller may name. Decided from the text alone, synchronously, so that a bad target is a 400 before any payment; the same rule
 * runs again on every redirect hop. Addresses behind a name are judged by `isPublicAddress` when the name has been resolved.
 */
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { type Core, part } from '../core.ts'

/** Characters of a URL as a caller writes it. */
export const MAX_URL_LENGTH = 2048
/** Characters of a URL as it is sent, percent-encoding included; redirect targets too. */
const MAX_HREF_LENGTH = 8192

/** The exemptions and ports of the address guard. */
export type TargetRule = {
  ports: ReadonlySet<number>
  /** `host:port` in the form of `targetKey`. Exempt from the syntax, port, name and address checks alike. */
  allow: ReadonlySet<string>
  /** Judges a literal or resolved address. */
  isPublic(address: string): boolean
}

const WEB_PORTS: ReadonlySet<number> = new Set([80, 443, 8080, 8443])

/**
 * Names that never lead to a public web server: the special-use registry (RFC 6761, 6762, 7686, 8375, 9476), `arpa`, and the private suffixes
 * of RFC 6762 appendix G. `example.com`, `.net` and `.org` are left out: they resolve and serve a page.
 */
const SPECIAL_SUFFIXES = new Set(
  'alt arpa corp example home internal intranet invalid lan local localdomain localhost onion private test'.split(' '),
)

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/**
 * Addresses that are public by their number and lead to a provider's inside: Azure's host agent, IBM's service networks, Google's private
 * API addresses, Amazon's and others' services at fixed public numbers. What is link-local or private by its number needs no entry.
 */
const CLOUD_INTERNAL: readonly Range[] = [
  '168.63.129.16/32',
  '161.26.0.0/16',
  '166.8.0.0/14',
  '199.36.153.0/24',
  '2001:4860:8040::/42',
  '2600:2d00:0:2::/63',
].map((cidr) => ipaddr.parseCIDR(cidr))

const isIn = (address: string, ranges: readonly Range[]): boolean => {
  const parsed = ipaddr.process(address)
  return ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range as ipaddr.IPv4 & ipaddr.IPv6, bits))
}

const isSame = (one: string, other: string): boolean =>
  ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString()

/** Without the zone that link-local ones carry. */
const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address.split('%')[0] as string))

/** `host:port` as the allow list compares it: lower case, no trailing dot, IPv6 in brackets, port always there. */
export function targetKey(url: URL): string {
  return `${withoutTrailingDot(url.hostname)}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
}

/** What a rule refuses beside addresses that are not public: CIDRs, and the addresses that this machine answers at now. */
export type Refused = { denied?: readonly string[]; own?: () => readonly string[] }

/** The rule: public hosts on the web ports, and the given entries (`host:port`, as in FETCH_ALLOW_TARGETS). */
export function publicRule(entries: readonly string[], { denied = [], own = ownAddresses }: Refused = {}): TargetRule {
  const ranges = denied.map((cidr) => ipaddr.parseCIDR(cidr))
  return {
    ports: WEB_PORTS,
    allow: new Set(entries.flatMap((entry) => URL.parse(`http://${entry}`) ?? []).map(targetKey)),
    isPublic: (address) => isPublicAddress(address) && !isIn(address, ranges) && !own().some((mine) => isSame(mine, address)),
  }
}

/** True when the host and port of `url` are exempt from the guard. */
export function isExempt(url: URL, rule: TargetRule): boolean {
  return rule.allow.has(targetKey(url))
}

/**
 * True for a literal address that is globally reachable unicast. The decision falls on the parsed address, never on text: mapped and
 * translated IPv4, tunnels, documentation and benchmarking ranges and everything outside 2000::/3 are refused.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || isIn(address, CLOUD_INTERNAL)) return false
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parseCIDR('2000::/3'))
}

/** Why `url` may not be fetched, as the end of a sentence that begins with the parameter's name; null when it may. */
export function targetProblem(url: URL, rule: TargetRule): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must be an http or https URL'
  if (url.username || url.password) return 'must not contain a user name or password'
  if (url.href.length > MAX_HREF_LENGTH) return 'is too long'
  if (isExempt(url, rule)) return null
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (!rule.ports.has(port)) return 'must use port 80, 443, 8080 or 8443'
  const host = withoutTrailingDot(url.hostname)
  const literal = host.startsWith('[') ? host.slice(1, -1) : host
  if (isIP(literal)) return rule.isPublic(literal) ? null : 'must not point to a private, local or reserved address'
  const labels = host.split('.')
  if (host.length > 253 || labels.some((label) => label.length === 0 || label.length > 63)) return 'must contain a valid host name'
  if (labels.length < 2) return 'must contain a full host name, not a single label'
  if (SPECIAL_SUFFIXES.has(labels.at(-1) ?? '')) return 'must not use a local or special-use host name'
  if (/^\d+$|^0x/i.test(labels.at(-1) ?? '')) return 'must contain a valid host name'
  return null
}

/**
 * Reads a caller's URL. Stricter than the URL parser, which would repair `http:host`, back slashes, tabs, and an empty user name.
 * @returns the URL, or the reason as the end of a sentence.
 */
export function parseTarget(text: string, rule: TargetRule): { url: URL } | { problem: string } {
  if (text.length > MAX_URL_LENGTH) return { problem: `must be at most ${MAX_URL_LENGTH} characters` }
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)
  if (!authority) return { problem: 'must be an absolute http or https URL' }
  if (/^\s|\s$|[\u0000-\u001f\u007f]/.test(text)) return { problem: 'must not contain control characters or surrounding spaces' }
  if (/[\\\s]/.test(authority[1] ?? '')) return { problem: 'must not contain back slashes or spaces in its host' }
  if ((authority[1] ?? '').includes('@')) return { problem: 'must not contain a user name or password' }
  const url = URL.parse(text)
  if (!url) return { problem: 'must be a valid absolute URL' }
  const problem = targetProblem(url, rule)
  return problem === null ? { url } : { problem }
}

/** What `parseTarget` takes, as far as a schema can say it: whether a host is public is not a matter of form. */
const URL_FORM = String.raw`^[hH][tT][tT][pP][sS]?://[^\s\\/?#@\x00-\x1f\x7f]+(?:[/?#](?:[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f])?)?$`

/** The `url` parameter of the web tools: the text as the caller wrote it; `checkTarget` says whether it may be fetched. */
export const targetUrl = z
  .string()
  .describe(
    `Absolute public http or https URL on port 80, 443, 8080 or 8443; at most ${MAX_URL_LENGTH} characters, no user name or password.`,
  )
  .meta({ example: 'https://example.com/', pattern: URL_FORM, maxLength: MAX_URL_LENGTH })

const ruleOf = part((core) => publicRule(core.env.FETCH_ALLOW_TARGETS, { denied: core.env.FETCH_DENY_CIDRS }))

/** For a tool's `check`: what is wrong with its `url`; undefined when it may be fetched. */
export function checkTarget({ url }: { url: string }, core: Core): { param: 'url'; problem: string } | undefined {
  const result = parseTarget(url, ruleOf(core))
  return 'problem' in result ? { param: 'url', problem: result.problem } : undefined
}

function withoutTrailingDot(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
}
