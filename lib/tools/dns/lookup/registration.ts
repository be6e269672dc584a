/** Registration data (RDAP, RFC 9083): the registry's server from IANA's list (RFC 9224), then the domain that holds the name. */
import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { type Cached, cached } from '../../../egress/cached.ts'
import { callUpstream, UpstreamError } from '../../../egress/call-upstream.ts'
import { readRows, toTime } from '../../../upstreams/values.ts'
import { cleanUpstreamText } from '../../text.ts'

const SOURCE = 'rdap'
const LIST_MS = 86_400_000
const DOMAIN_MS = 300_000
/** Of a list of a registration. */
const MAX_ROWS = 20

export const Registration = z.object({
  domain: z.string().describe('The registered domain that holds the name.'),
  registrar: z.string().nullable().describe('Registrar; null when not stated.'),
  registeredAt: z.iso.datetime().nullable().describe('When it was registered, ISO 8601 UTC.'),
  expiresAt: z.iso.datetime().nullable().describe('When the registration ends, ISO 8601 UTC.'),
  changedAt: z.iso.datetime().nullable().describe('When it was last changed, ISO 8601 UTC.'),
  status: z.array(z.string()).describe('Status values of the registry.'),
  nameservers: z.array(z.string()).describe('Name servers at the registry.'),
  delegationSigned: z.boolean().nullable().describe('Whether the registry holds DS records; null when not stated.'),
})
export type Registration = z.output<typeof Registration>

const Bootstrap = z.object({ services: z.array(z.tuple([z.array(z.string()), z.array(z.string())]).rest(z.unknown())) })

const text = z.string().min(1).max(1_000)
/** Rows that can be read; one that cannot takes no other with it, and `whole` says that there is one. No list is none that could be read. */
const rows = <Row extends z.ZodType>(row: Row) =>
  z
    .unknown()
    .optional()
    .transform((value) => readRows(row, value) ?? { rows: [], whole: false })

const Domain = z.object({
  ldhName: text.nullish().catch(null),
  events: rows(z.object({ eventAction: text, eventDate: text })),
  status: rows(text),
  nameservers: rows(z.object({ ldhName: text })),
  secureDNS: z
    .object({ delegationSigned: z.boolean().nullish().catch(null) })
    .nullish()
    .catch(null),
  entities: rows(z.object({ roles: rows(text), vcardArray: z.unknown().optional() })),
})
type Domain = z.output<typeof Domain>

/** The first domain was registered in 1985; a registry that says less means another time, or none. */
const FIRST_MS = Date.UTC(1985, 0, 1)

const toInstant = (value: string | undefined, latestMs = Number.POSITIVE_INFINITY): string | null => {
  const at = toTime(value)
  return at === null || at < FIRST_MS || at > latestMs ? null : new Date(at).toISOString()
}

const Card = z.tuple([z.literal('vcard'), z.array(z.tuple([z.string(), z.unknown(), z.unknown(), z.unknown()]).rest(z.unknown()))])

/** The name on a card. Only the registrar's is read: the others' are personal data. */
function registrarOf({ entities }: Domain): string | null {
  const registrar = entities.rows.find(({ roles }) => roles.rows.includes('registrar'))
  const card = Card.safeParse(registrar?.vcardArray)
  const name = card.success ? card.data[1].find(([key]) => key === 'fn')?.[3] : null
  return typeof name === 'string' ? cleanUpstreamText(name, 200) || null : null
}

const DAY_MS = 86_400_000

/** A registration, and which of its fields are missing, or not whole. */
export type Registered = { registration: Registration; gaps: string[] }

function toRegistered(domain: string, row: Domain, nowMs: number): Registered {
  const when = (action: string, latestMs?: number) =>
    toInstant(row.events.rows.find(({ eventAction }) => eventAction === action)?.eventDate, latestMs)
  const registration = {
    domain,
    registrar: registrarOf(row),
    registeredAt: when('registration', nowMs + DAY_MS),
    expiresAt: when('expiration'),
    changedAt: when('last changed', nowMs + DAY_MS),
    status: row.status.rows.slice(0, MAX_ROWS).map((value) => cleanUpstreamText(value, 100)),
    nameservers: row.nameservers.rows
      .slice(0, MAX_ROWS)
      .map(({ ldhName }) => cleanUpstreamText(ldhName, 253).toLowerCase().replace(/\.$/, '')),
    delegationSigned: row.secureDNS?.delegationSigned ?? null,
  }
  const unsaid = Object.entries(registration).flatMap(([field, value]) => (value === null ? [field] : []))
  const cut = (['status', 'nameservers'] as const).filter((field) => !row[field].whole || row[field].rows.length > MAX_ROWS)
  return { registration, gaps: [...unsaid, ...cut] }
}

/** Servers by top-level domain. A server must be reached by https, or be the list's own host (a stand-in). */
const servers = (core: Core, signal: AbortSignal): Promise<Cached<Record<string, string>>> =>
  cached({
    core,
    source: SOURCE,
    key: 'servers',
    ageMs: LIST_MS,
    signal,
    load: async (flight) => {
      const { services } = await callUpstream({
        core,
        source: SOURCE,
        url: `${core.env.RDAP_BOOTSTRAP_URL}/rdap/dns.json`,
        schema: Bootstrap,
        timeoutMs: 2_000,
        signal: flight,
      })
      const isUsable = (url: string) => url.startsWith('https://') || url.startsWith(`${core.env.RDAP_BOOTSTRAP_URL}/`)
      const entries = services.flatMap(([tlds, urls]) => {
        const url = urls.find((candidate) => URL.canParse(candidate) && isUsable(candidate))
        return url ? tlds.map((tld) => [tld.toLowerCase(), url.replace(/\/+$/, '')] as const) : []
      })
      if (entries.length === 0) throw new UpstreamError(SOURCE, 'bad_body', 'no server in the list')
      return Object.fromEntries(entries)
    },
  })

/** Where the domain may be cut: under a country code often after three labels, else after two. */
function candidates(name: string): string[] {
  const labels = name.split('.').filter((label) => label !== '*' && !label.startsWith('_'))
  const cut = (count: number) => labels.slice(-count).join('.')
  const counts = (labels.at(-1)?.length ?? 0) === 2 ? [3, 2] : [2, 3]
  return [...new Set(counts.filter((count) => labels.length >= count).map(cut))]
}

/**
 * The registration of the domain that holds a name; null when the registry knows none.
 * @throws UpstreamError, `not_found` when the top-level domain has no server
 */
export async function registrationOf(core: Core, name: string, signal: AbortSignal): Promise<Cached<Registered | null>> {
  const list = await servers(core, signal)
  const tld = name.slice(name.lastIndexOf('.') + 1)
  const server = Object.hasOwn(list.value, tld) ? list.value[tld] : undefined
  if (server === undefined) throw new UpstreamError(SOURCE, 'not_found', 'no server of this top-level domain')
  return cached<Registered | null>({
    core,
    source: SOURCE,
    key: name,
    ageMs: (value) => (value ? DOMAIN_MS : 0),
    signal,
    load: async (flight) => {
      for (const domain of candidates(name)) {
        try {
          const row = await callUpstream({
            core,
            source: SOURCE,
            url: `${server}/domain/${domain}`,
            headers: { accept: 'application/rdap+json, application/json' },
            schema: Domain,
            timeoutMs: 2_000,
            maxBytes: 1_000_000,
            signal: flight,
          })
          if (row.ldhName && row.ldhName.toLowerCase().replace(/\.$/, '') !== domain)
            throw new UpstreamError(SOURCE, 'bad_body', 'an answer about another domain')
          return toRegistered(domain, row, core.now())
        } catch (error) {
          if (!(error instanceof UpstreamError) || error.reason !== 'not_found') throw error
        }
      }
      return null
    },
  })
}
