import { domainToUnicode } from 'node:url'
import { z } from 'zod'
import { requireSources } from '../../../http/breaker.ts'
import { defineTool } from '../../define.ts'
import { tailShape, toTail } from '../../tail.ts'
import { toComment, toDnssecError } from './extended-errors.ts'
import { toPublicName } from './name.ts'
import { Row } from './records.ts'
import { resolve } from './resolve.ts'
import { isServfail } from './resolvers.ts'

const TOTAL_MS = 4_000

/** RCODE names the resolvers use; the rest is RCODE<n>. */
const STATUS_TEXT = ['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED']

const types = ['A', 'AAAA', 'TXT', 'MX', 'CNAME', 'NS'] as const

const input = z.strictObject({
  name: z
    .string()
    .transform((text, context) => {
      const result = toPublicName(text)
      if ('name' in result) return result.name
      context.addIssue(result.problem)
      return z.NEVER
    })
    .describe(
      'Public DNS name, at most 253 characters. Internationalised names, underscore labels and a final dot are fine; addresses are not.',
    )
    .meta({ example: 'example.com' }),
  type: z
    .string()
    .default('A')
    .transform((text) => text.toUpperCase())
    .pipe(z.enum(types, `must be one of ${types.join(', ')}`))
    .describe('Record type: A, AAAA, TXT, MX, CNAME or NS. Default A.')
    .meta({ example: 'MX', enum: [...types] }),
})

const output = z.object({
  name: z.string().describe('The name asked for, in ASCII (punycode), without the final dot.'),
  unicodeName: z.string().nullable().describe('The same name in Unicode, where it has internationalised labels; else null.'),
  type: z.string().describe('The type asked for.'),
  status: z.int().nonnegative().describe('DNS response code.'),
  statusText: z.string().describe('Its name, e.g. NOERROR, NXDOMAIN, SERVFAIL.'),
  found: z.boolean().describe('Whether a record of the asked type exists.'),
  answer: z.array(Row).describe('Answer records, aliases first; MX by preference.'),
  authority: z.array(Row).describe('Authority records, e.g. the SOA of a negative answer.'),
  dnssecValidated: z.boolean().describe('Whether the resolver validated the answer with DNSSEC (AD flag).'),
  resolver: z.enum(['cloudflare', 'google']).describe('Who gave this answer.'),
  agree: z.boolean().nullable().describe('Whether the second resolver gave the same answer; null when it was not asked or did not answer.'),
  noData: z.boolean().describe('The name exists and has no record of this type.'),
  nullMx: z.boolean().describe('The domain says that it takes no mail (RFC 7505).'),
  dnssecError: z.string().nullable().describe('Why DNSSEC validation failed, when that explains a SERVFAIL.'),
  comment: z.string().nullable().describe("The resolver's own remark, cleaned; extended errors as EDE(n)."),
  ...tailShape,
})

/** @throws ApiError 502, 503 or 504 when no resolver answers */
async function run({ name, type }: z.output<typeof input>, signal: AbortSignal): Promise<z.input<typeof output>> {
  const { answer, agree, parts } = await resolve({ name, type }, AbortSignal.any([signal, AbortSignal.timeout(TOTAL_MS)]))
  const found = answer.answer.some((row) => row.type === type)
  const unicode = name.includes('xn--') ? domainToUnicode(name) : name
  return {
    name,
    unicodeName: unicode && unicode !== name ? unicode : null,
    type,
    status: answer.status,
    statusText: STATUS_TEXT[answer.status] ?? `RCODE${answer.status}`,
    found,
    answer: answer.answer,
    authority: answer.authority,
    dnssecValidated: answer.validated,
    resolver: answer.resolver,
    agree,
    noData: answer.status === 0 && !found,
    nullMx: type === 'MX' && found && answer.answer.every((row) => row.type !== 'MX' || ('exchange' in row && row.exchange === '.')),
    dnssecError: isServfail(answer) ? toDnssecError(answer.remarks) : null,
    comment: toComment(answer.remarks),
    ...toTail(parts),
  }
}

export default defineTool({
  path: '/v1/dns/lookup',
  price: '0.001000',
  summary: 'DNS records of a public name',
  description:
    'Looks up A, AAAA, TXT, MX, CNAME or NS records over DNS-over-HTTPS and returns cleaned rows with TTLs, the DNSSEC state and distinct answers for "no such name", "no such record" and "cannot be resolved". Use it where an agent has no resolver of its own; to test a web page use web/status. Costs 0.001 USD; a failed call is never charged. Takes about 0.3 s, at most 4 s.',
  input,
  output,
  examples: [
    {
      title: 'Addresses of a host',
      query: { name: 'example.com' },
      output: {
        name: 'example.com',
        unicodeName: null,
        type: 'A',
        status: 0,
        statusText: 'NOERROR',
        found: true,
        answer: [{ name: 'example.com', type: 'A', ttl: 300, data: '192.0.2.10' }],
        authority: [],
        dnssecValidated: true,
        resolver: 'cloudflare',
        agree: null,
        noData: false,
        nullMx: false,
        dnssecError: null,
        comment: null,
        fetchedAt: '2026-11-20T12:00:00.000Z',
        ageSeconds: 0,
        cached: false,
        sources: [{ name: 'cloudflare', ok: true }],
        unavailable: [],
      },
    },
    {
      title: 'Mail hosts, by preference',
      query: { name: 'example.com', type: 'MX' },
      output: {
        name: 'example.com',
        unicodeName: null,
        type: 'MX',
        status: 0,
        statusText: 'NOERROR',
        found: true,
        answer: [
          { name: 'example.com', type: 'MX', ttl: 600, data: '10 mx1.example.net', priority: 10, exchange: 'mx1.example.net' },
          { name: 'example.com', type: 'MX', ttl: 600, data: '20 mx2.example.net', priority: 20, exchange: 'mx2.example.net' },
        ],
        authority: [],
        dnssecValidated: false,
        resolver: 'cloudflare',
        agree: null,
        noData: false,
        nullMx: false,
        dnssecError: null,
        comment: null,
        fetchedAt: '2026-11-20T12:00:00.000Z',
        ageSeconds: 0,
        cached: false,
        sources: [{ name: 'cloudflare', ok: true }],
        unavailable: [],
      },
    },
  ],
  sources: ['Cloudflare DNS over HTTPS', 'Google Public DNS over HTTPS'],
  freshness: 'At most as old as the lowest TTL, and 60 seconds; negative answers 30 seconds.',
  limits: ['Six record types.', 'Public names only: no addresses, no special-use or single-label names.', 'At most 100 records a section.'],
  handlerCapMs: 5_000,
  ready: () => requireSources([['cloudflare', 'google']]),
  run: (parsed, { signal }) => run(parsed, signal),
})
