/**
 * The only reader of process.env. Every variable is one row of `variables`: its schema and its one line of meaning, from which
 * `.env.example` is written (`npm run docs`) and by which errors name it. `next build` needs none of them.
 */

import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { contact, line } from './settings/contact.ts'
import { type FacilitatorRow, facilitatorsSetting, headersSetting, oneFacilitator } from './settings/facilitators.ts'
import { ed25519Key, publicKeys } from './settings/keys.ts'
import { payToBase, payToSolana } from './settings/pay-to.ts'
import { ownUrl, shownUrl, url } from './settings/urls.ts'

/** Scheme, host and port only: the path stays the real API's. */
const origin = url.refine(
  (text) => new URL(text).pathname === '/' && !new URL(text).search,
  'must be scheme, host and port only, without a path',
)

const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

const urlList = commaList.pipe(z.array(url).min(1))

const wholeNumber = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .default(fallback)

const flag = (fallback: '0' | '1') =>
  z
    .enum(['0', '1', 'false', 'true'])
    .default(fallback)
    .transform((text) => text === '1' || text === 'true')

const portNumber = wholeNumber(3000).refine((port) => port <= 65_535, 'must be a port, 0 to 65535')

const hostPortList = commaList.pipe(
  z.array(z.string().regex(/^(\[[0-9a-fA-F:]+\]|[^\s:/]+):\d{1,5}$/, 'must be a comma list of host:port')),
)

const cidrList = commaList.refine((list) => list.every((part) => ipaddr.isValidCIDR(part)), 'must be a comma list of CIDRs')

const otlpHeaders = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+=[^,]*(,[\w!#$%&'*+.^`|~-]+=[^,]*)*$/, 'must be a comma list of name=value')
  .transform((text, context) => {
    try {
      return Object.fromEntries(
        text.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')), decodeURIComponent(pair.slice(pair.indexOf('=') + 1).trim())]),
      )
    } catch {
      context.addIssue('has a value that is not percent-encoded')
      return z.NEVER
    }
  })

const secret = z.string().min(1)
/** A token that opens something by itself must not be guessable. */
const token = z.string().min(16, 'must have at least 16 characters (openssl rand -hex 32 makes one)')
const originWithDefault = (host: string) => origin.default(host)

/** name: [schema, meaning, group] */
const variables = {
  PORT: [portNumber, 'Port of `npm start`.', 'Server'],
  BASE_URL: [ownUrl.optional(), 'Public URL of the paid tools. Default http://localhost:PORT.', 'Server'],
  TOOLS_URL: [ownUrl.optional(), 'Public URL of the tenders feed. Default BASE_URL.', 'Server'],
  CONTACT_URL: [
    shownUrl.optional(),
    'Page named in every User-Agent, for those whose servers our tools ask. Default BASE_URL/docs.',
    'Server',
  ],
  OPERATOR_NAME: [
    line(120).optional(),
    'Who runs this service: a person or firm. Needed by `npm start` when BASE_URL is public.',
    'Operator',
  ],
  OPERATOR_CONTACT: [
    contact.optional(),
    'How to reach them: mailto: or a web address. Needed by `npm start` when BASE_URL is public.',
    'Operator',
  ],
  OPERATOR_COUNTRY: [line(60).optional(), 'Their country: two letters (ISO 3166-1) or its name.', 'Operator'],
  TERMS_URL: [shownUrl.optional(), 'Their own terms. Unset: /terms says what this program itself promises.', 'Operator'],
  DATA_DIR: [z.string().min(1).default('.data'), 'Folder of the embedded database and other local state.', 'Server'],
  TRUSTED_PROXIES: [cidrList.default([]), 'Comma list of CIDRs whose X-Forwarded-For is believed. Default none.', 'Server'],
  RATE_LIMIT_PER_MINUTE: [wholeNumber(600), 'Free calls per client IP and minute, over all that is free or unpaid; 0 = off.', 'Server'],
  OPERATOR_TOKEN: [token.optional(), 'Bearer token of the operator routes. Unset: they answer 401.', 'Server'],
  METRICS_TOKEN: [token.optional(), 'Bearer token of /metrics. Unset: it answers 401.', 'Server'],
  ALERT_WEBHOOK_URL: [url.optional(), 'Where alerts are posted as JSON. Unset: they are logged only.', 'Server'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [url.optional(), 'Collector of OpenTelemetry spans (OTLP over HTTP, JSON). Unset: no spans.', 'Server'],
  OTEL_EXPORTER_OTLP_HEADERS: [otlpHeaders.default({}), 'Headers for it: comma list of name=value, values percent-encoded.', 'Server'],
  OTEL_SERVICE_NAME: [z.string().min(1).default('paid-agent-tools'), 'Name of this service in spans.', 'Server'],
  LOG_LEVEL: [z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'), 'Least severe level that is logged.', 'Server'],

  FACILITATORS: [
    facilitatorsSetting.optional(),
    'The x402 v2 facilitators that verify and settle, the preferred first: JSON list of {"url", "networks"?: [CAIP-2 ids], "auth"?: {"type": "none"} or {"type": "headers", "headers": {"verify": {header: value}, "settle": {…}, "supported": {…}}} or {"type": "cdp", "keyId", "secret"}}. Needed to sell, or FACILITATOR_URL.',
    'Payments',
  ],
  FACILITATOR_URL: [url.optional(), 'The same for a single one.', 'Payments'],
  FACILITATOR_AUTH_HEADERS: [
    headersSetting.default({}),
    'Headers for FACILITATOR_URL, as JSON: {"verify": {header: value}, "settle": {…}, "supported": {…}}.',
    'Payments',
  ],
  FACILITATOR_VERIFY_TIMEOUT_MS: [wholeNumber(10_000), 'Time a verify may take.', 'Payments'],
  START_BEFORE_VERIFIED: [
    flag('1'),
    'Whether the answer for a payer who has paid before is begun while the facilitator still verifies (docs/decisions/0029-head-start.md).',
    'Payments',
  ],
  FACILITATOR_SETTLE_TIMEOUT_MS: [wholeNumber(20_000), 'Time a settle may take before its outcome counts as unknown.', 'Payments'],
  PAYTO_BASE: [payToBase.optional(), 'Receiving address on Base. Needed to sell.', 'Payments'],
  PAYTO_SOLANA: [payToSolana.optional(), 'Receiving address (owner of the USDC account) on Solana. Needed to sell.', 'Payments'],
  NETWORK_BASE: [z.enum(['eip155:8453', 'eip155:84532']).default('eip155:8453'), 'CAIP-2 id of the Base network.', 'Payments'],
  NETWORK_SOLANA: [
    z
      .enum(['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'])
      .default('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
    'CAIP-2 id of the Solana network.',
    'Payments',
  ],
  SETTLE_BASE_RPC_URL: [
    url.optional(),
    'Base RPC used to find out whether a lost settlement landed. Default BASE_RPC_URLS (main network only).',
    'Payments',
  ],
  SETTLE_SOLANA_RPC_URL: [url.optional(), 'Solana RPC used for the same. Default SOLANA_RPC_URLS (main network only).', 'Payments'],

  PAY_FROM_PAGE: [
    z.enum(['off', 'test', 'all']).default('test'),
    "Where a tool's page lets its reader pay for a call with a wallet of the browser: nowhere, on test networks, or everywhere (real money).",
    'Payments',
  ],
  RECEIPT_SIGNING_KEY: [
    ed25519Key.optional(),
    'Ed25519 private key, PKCS#8 PEM (openssl genpkey -algorithm ed25519): signs offers and receipts, its public half stands at /.well-known/did.json. Unset: nothing is signed.',
    'Payments',
  ],
  RECEIPT_FORMER_KEYS: [
    publicKeys.default([]),
    'Public keys that signed before, which go on to prove old receipts: comma list of the x of each JWK.',
    'Payments',
  ],

  DATABASE_URL: [
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
      .optional(),
    'PostgreSQL 15 or later. Unset: embedded PGlite under DATA_DIR (one process only, and not for real money: it does not wait for the disk).',
    'Storage',
  ],
  REDIS_URL: [
    z
      .string()
      .regex(/^rediss?:\/\//, 'must be a redis:// URL')
      .optional(),
    'Shares upstream caches between processes. Optional.',
    'Storage',
  ],
  KV_REST_API_URL: [url.optional(), 'The same through a REST key-value store; needs KV_REST_API_TOKEN.', 'Storage'],
  KV_REST_API_TOKEN: [secret.optional(), 'Token of KV_REST_API_URL.', 'Storage'],

  JOBS_DRIVER: [
    z.enum(['inngest', 'runner', 'off']).optional(),
    'Who drives jobs. Default inngest when its keys are set, else runner; off = nothing is scheduled.',
    'Jobs',
  ],
  INNGEST_EVENT_KEY: [secret.optional(), 'Read by the Inngest SDK.', 'Jobs'],
  INNGEST_SIGNING_KEY: [secret.optional(), 'Read by the Inngest SDK.', 'Jobs'],
  INNGEST_SIGNING_KEY_FALLBACK: [secret.optional(), 'Read by the Inngest SDK.', 'Jobs'],
  INNGEST_BASE_URL: [url.optional(), 'Read by the Inngest SDK.', 'Jobs'],
  INNGEST_DEV: [z.string().optional(), 'Read by the Inngest SDK. Switches signature checks off: never set it on a public host.', 'Jobs'],
  INNGEST_ENABLE_UNAUTHED_SYNC: [flag('0'), 'Whether an unsigned PUT may make this server register itself with Inngest.', 'Jobs'],
  INNGEST_SERVE_ORIGIN: [url.optional(), 'Read by the Inngest SDK: the origin it is told to call, if not that of the request.', 'Jobs'],
  INNGEST_SERVE_PATH: [z.string().optional(), 'Read by the Inngest SDK: the same for the path.', 'Jobs'],
  INGEST_INTERVAL_MS: [wholeNumber(12_000), 'Pause between two requests to one tenders source.', 'Jobs'],
  INGEST_BACKOFF_SCALE: [
    z
      .string()
      .regex(/^\d+(\.\d+)?$/, 'must be a number')
      .transform(Number)
      .default(1),
    'Multiplies every wait after a refused or failed source request (tests).',
    'Jobs',
  ],
  FIND_A_TENDER_URL: [originWithDefault('https://www.find-tender.service.gov.uk'), 'Source of central notices.', 'Jobs'],
  EXPORT_DIR: [
    z.string().min(1).optional(),
    'Folder in which the files of the tenders feed and the pages of its trades are kept exact, for a web server to hand out (deploy/nginx.conf). Unset: none.',
    'Server',
  ],
  PUBLIC_CONTRACTS_SCOTLAND_URL: [
    originWithDefault('https://api.publiccontractsscotland.gov.uk'),
    'Source of Scottish notices below the threshold.',
    'Jobs',
  ],
  SELL2WALES_URL: [originWithDefault('https://api.sell2wales.gov.wales'), 'Source of Welsh notices below the threshold.', 'Jobs'],
  CONTRACTS_FINDER_URL: [originWithDefault('https://www.contractsfinder.service.gov.uk'), 'Source of the contracts listing.', 'Jobs'],

  SOLANA_RPC_URLS: [
    urlList.default(['https://api.mainnet-beta.solana.com', 'https://solana-rpc.publicnode.com']),
    'Ordered comma list of complete Solana RPC URLs.',
    'Upstreams',
  ],
  BASE_RPC_URLS: [urlList.default(['https://mainnet.base.org']), 'Ordered comma list of complete Base RPC URLs.', 'Upstreams'],
  DEXSCREENER_URL: [originWithDefault('https://api.dexscreener.com'), 'DEX pools.', 'Upstreams'],
  GECKOTERMINAL_URL: [originWithDefault('https://api.geckoterminal.com'), 'DEX pools, fallback.', 'Upstreams'],
  GOPLUS_URL: [originWithDefault('https://api.gopluslabs.io'), 'Token security.', 'Upstreams'],
  GOPLUS_TOKEN: [secret.optional(), 'Optional token of GOPLUS_URL.', 'Upstreams'],
  HONEYPOT_URL: [originWithDefault('https://api.honeypot.is'), 'Simulated sells.', 'Upstreams'],
  RUGCHECK_URL: [originWithDefault('https://api.rugcheck.xyz'), 'Labels and LP locks on Solana.', 'Upstreams'],
  JUPITER_URL: [originWithDefault('https://api.jup.ag'), 'Token list of Solana.', 'Upstreams'],
  SOURCIFY_4BYTE_URL: [originWithDefault('https://api.4byte.sourcify.dev'), 'Function signatures.', 'Upstreams'],
  FOURBYTE_DIRECTORY_URL: [originWithDefault('https://www.4byte.directory'), 'Function signatures, second database.', 'Upstreams'],
  COINGECKO_URL: [originWithDefault('https://api.coingecko.com'), 'Crypto prices.', 'Upstreams'],
  COINGECKO_KEY: [secret.optional(), 'Optional demo key of COINGECKO_URL.', 'Upstreams'],
  DEFILLAMA_URL: [originWithDefault('https://coins.llama.fi'), 'Crypto prices, fallback.', 'Upstreams'],
  OPENROUTER_URL: [originWithDefault('https://openrouter.ai'), 'LLM prices.', 'Upstreams'],
  MODELS_DEV_URL: [originWithDefault('https://models.dev'), 'LLM prices, fallback and second opinion.', 'Upstreams'],
  GENAI_PRICES_URL: [originWithDefault('https://raw.githubusercontent.com'), 'LLM price schedules of pydantic/genai-prices.', 'Upstreams'],
  VAST_URL: [originWithDefault('https://console.vast.ai'), 'GPU rental offers.', 'Upstreams'],
  VAST_KEY: [secret.optional(), 'Optional key of VAST_URL: all models in one call.', 'Upstreams'],
  RUNPOD_URL: [originWithDefault('https://api.runpod.io'), 'GPU rental prices, second marketplace.', 'Upstreams'],
  SKYPILOT_CATALOG_URL: [originWithDefault('https://raw.githubusercontent.com'), 'Daily GPU price lists of clouds.', 'Upstreams'],
  GITHUB_API_URL: [originWithDefault('https://api.github.com'), 'Dates of those lists.', 'Upstreams'],
  DOH_CLOUDFLARE_URL: [originWithDefault('https://cloudflare-dns.com'), 'DNS over HTTPS.', 'Upstreams'],
  DOH_GOOGLE_URL: [originWithDefault('https://dns.google'), 'DNS over HTTPS, fallback.', 'Upstreams'],
  RDAP_BOOTSTRAP_URL: [originWithDefault('https://data.iana.org'), "IANA's list of RDAP servers.", 'Upstreams'],

  FETCH_ALLOW_TARGETS: [
    hostPortList.default([]),
    'Tests only: host:port entries that web tools may reach although they are not public.',
    'Tests',
  ],
  FETCH_DENY_CIDRS: [
    cidrList.default([]),
    'Comma list of CIDRs that web tools never reach: public addresses of your own network, e.g. behind NAT. Own interfaces are always refused.',
    'Server',
  ],
  FETCH_DNS_SERVERS: [hostPortList.default([]), 'Tests only: host:port of the resolvers that web tools ask.', 'Tests'],
  VERCEL: [z.string().optional(), 'Set by Vercel on its machines: its forwarding headers are believed there.', 'Server'],
  CHROMIUM_PATH: [z.string().optional(), 'Browser of the browser tests.', 'Tests'],
} satisfies Record<string, [z.ZodType, string, string]>

type Variables = typeof variables
type Parsed = { [Name in keyof Variables]: z.output<Variables[Name][0]> }

/** Everything the environment says, parsed; URLs without trailing slash. */
export type Env = Omit<
  Parsed,
  'BASE_URL' | 'TOOLS_URL' | 'CONTACT_URL' | 'JOBS_DRIVER' | 'FACILITATORS' | 'FACILITATOR_URL' | 'FACILITATOR_AUTH_HEADERS'
> & {
  /** Empty where none is set. */
  FACILITATORS: FacilitatorRow[]
  BASE_URL: string
  TOOLS_URL: string
  CONTACT_URL: string
  JOBS_DRIVER: 'inngest' | 'runner' | 'off'
}

/** One or more variables are malformed; the message names each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Parses an environment. An empty value counts as unset.
 * @throws ConfigError naming every malformed variable and what it must be.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, [schema]] of Object.entries(variables)) {
    const result = schema.safeParse(source[name] || undefined)
    if (result.success) values[name] = result.data
    else problems.push(`${name} ${result.error.issues.map((issue) => issue.message).join(', ')}`)
  }
  if (source.NODE_ENV === 'production' && /^(?!0$|false$)./i.test(source.INNGEST_DEV ?? ''))
    problems.push('INNGEST_DEV switches the signature checks of job calls off and is refused in production')
  if (source.FACILITATORS && (source.FACILITATOR_URL || source.FACILITATOR_AUTH_HEADERS))
    problems.push('FACILITATORS takes the place of FACILITATOR_URL and FACILITATOR_AUTH_HEADERS: set one or the other')
  if (problems.length > 0) throw new ConfigError(`Malformed configuration: ${problems.join('; ')}.`)
  const { FACILITATOR_URL, FACILITATOR_AUTH_HEADERS, ...parsed } = values as Parsed
  const one = FACILITATOR_URL === undefined ? [] : [oneFacilitator(FACILITATOR_URL, FACILITATOR_AUTH_HEADERS)]
  const BASE_URL = parsed.BASE_URL ?? `http://localhost:${parsed.PORT}`
  return {
    ...parsed,
    FACILITATORS: parsed.FACILITATORS ?? one,
    BASE_URL,
    TOOLS_URL: parsed.TOOLS_URL ?? BASE_URL,
    CONTACT_URL: parsed.CONTACT_URL ?? `${BASE_URL}/docs`,
    JOBS_DRIVER: parsed.JOBS_DRIVER ?? (parsed.INNGEST_EVENT_KEY && parsed.INNGEST_SIGNING_KEY ? 'inngest' : 'runner'),
  }
}

/** The environment of this process. @throws ConfigError */
export const readEnv = (): Env => parseEnv(process.env)

/** Payment settings that are missing: without any of them paid routes answer 503 `payments_not_configured`. */
export function missingPaymentSettings(settings: Env): string[] {
  const missing = (['PAYTO_BASE', 'PAYTO_SOLANA'] as const).filter((name) => !settings[name])
  return settings.FACILITATORS.length > 0 ? missing : ['FACILITATORS (or FACILITATOR_URL)', ...missing]
}

/** Names of the settings outside of a group of `.env.example`. */
export const settingsBeside = (group: string): string[] =>
  Object.entries(variables)
    .filter(([, [, , own]]) => own !== group)
    .map(([name]) => name)

/** The text of `.env.example`: every variable with its meaning and default. */
export function envExample(): string {
  const groups = new Map<string, string[]>()
  for (const [name, [schema, meaning, group]] of Object.entries(variables)) {
    const fallback = schema.safeParse(undefined)
    const value =
      fallback.success && fallback.data !== undefined && typeof fallback.data !== 'object'
        ? String(fallback.data)
        : Array.isArray(fallback.data)
          ? fallback.data.join(',')
          : ''
    groups.set(group, [...(groups.get(group) ?? []), `# ${meaning}\n# ${name}=${value}`])
  }
  return `${[...groups].map(([group, lines]) => `## ${group}\n${lines.join('\n')}`).join('\n\n')}\n`
}
