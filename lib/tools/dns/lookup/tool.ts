import { domainToUnicode } from 'node:url'
import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { requireSources } from '../../../egress/breaker.ts'
import { within } from '../../bounded.ts'
import { defineTool } from '../../define.ts'
import { tailShape, toTail } from '../../tail.ts'
import { addressExample, mailExample, mxExample } from './examples.ts'
import { toComment, toDnssecError } from './extended-errors.ts'
import { DKIM_SELECTOR, lookUpMail, lookUpRegistration, toIssuance } from './extras.ts'
import { Mail } from './mail/index.ts'
import { MAX_NAME, NAME_FORM, toPublicName } from './name.ts'
import { Row } from './records.ts'
import { Registration } from './registration.ts'
import { resolve } from './resolve.ts'
import { type Answer, isUnresolved, statusText } from './resolvers.ts'

const TOTAL_MS = 4_000

const types = ['A', 'AAAA', 'TXT', 'MX', 'CNAME', 'NS', 'SOA', 'CAA', 'SRV', 'PTR', 'HTTPS', 'SVCB', 'TLSA', 'DS'] as const
const MAX_SELECTORS = 10
/** What `DKIM_SELECTOR` takes, in either case, in a list. */
const SELECTOR = String.raw`\s*[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?\s*`
const SELECTORS = `^${SELECTOR}(?:,${SELECTOR}){0,${MAX_SELECTORS - 1}}$`
/** Of a section. */
const MAX_ROWS = 100
/** Bytes of records, so that an answer stays below 30 kB; a single one is at most 13,000. */
const ANSWER_LENGTH = 20_000
const OTHER_LENGTH = 3_000

const input = z
  .strictObject({
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
      .meta({ pattern: NAME_FORM, maxLength: MAX_NAME, example: 'example.com' }),
    type: z
      .string()
      .default('A')
      .transform((text) => text.toUpperCase())
      .pipe(z.enum(types, `must be one of ${types.join(', ')}`))
      .describe(
        `Record type: ${types.slice(0, -1).join(', ')} or ${types.at(-1)}. A PTR is asked at its in-addr.arpa or ip6.arpa name. Letter case does not matter. Default A.`,
      )
      .meta({ example: 'MX', enum: [...types] }),
    check: z
      .string()
      .pipe(z.enum(['mail'], 'must be mail'))
      .optional()
      .describe(
        'mail: also reads what the name says about its mail (MX, SPF, DKIM of given selectors, DMARC, MTA-STS, TLS-RPT, BIMI), as findings.',
      )
      .meta({ example: 'mail', enum: ['mail'] }),
    selectors: z
      .string()
      .transform((text, context) => {
        const selectors = [...new Set(text.split(',').map((part) => part.trim().toLowerCase()))]
        if (selectors.length <= MAX_SELECTORS && selectors.every((selector) => DKIM_SELECTOR.test(selector))) return selectors
        context.addIssue(`must be a comma list of 1 to ${MAX_SELECTORS} DKIM selectors: letters, digits, hyphens and dots`)
        return z.NEVER
      })
      .optional()
      .describe(`Comma list of DKIM selectors to look at, at most ${MAX_SELECTORS}; they cannot be found out. Needs check=mail.`)
      .meta({ pattern: SELECTORS, example: 'google,selector1' }),
    rdap: z
      .string()
      .pipe(z.enum(['true', 'false'], 'must be true or false'))
      .transform((text) => text === 'true')
      .optional()
      .describe('true: also the registration of the domain that holds the name (RDAP). Default false.')
      .meta({ example: 'true', enum: ['true', 'false'] }),
  })
  .superRefine(({ check, selectors }, context) => {
    if (selectors && !check) context.addIssue({ code: 'custom', path: ['selectors'], message: 'needs check=mail' })
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
  difference: z.string().nullable().describe('What the two resolvers said, when they disagree.'),
  dnssecState: z
    .enum(['secure', 'insecure', 'bogus', 'indeterminate'])
    .describe(
      'secure = validated; insecure = not signed as far as the resolver could see; bogus = validation failed; indeterminate = not resolved.',
    ),
  caaFrom: z
    .object({ name: z.string().describe('The parent whose set holds.'), answer: z.array(Row).describe('Its CAA records.') })
    .nullable()
    .describe('For type CAA without records at the name: the set it inherits (RFC 8659); null when there is none or it was not asked.'),
  mail: Mail.nullable().describe('What the name says about its mail; null without check=mail.'),
  registration: Registration.nullable().describe(
    'Registration of the domain; null without rdap=true, when the registry knows none, or when it is unavailable.',
  ),
  omitted: z.int().nonnegative().optional().describe('Records left out of answer and authority because the answer would grow too long.'),
  comment: z.string().nullable().describe("The resolver's own remark, cleaned; extended errors as EDE(n)."),
  ...tailShape,
})

const dnssecState = (answer: Answer) =>
  answer.validated ? 'secure' : !isUnresolved(answer) ? 'insecure' : toDnssecError(answer.remarks) ? 'bogus' : 'indeterminate'

/** @throws ApiError 502, 503 or 504 when no resolver answers */
async function run(core: Core, asked: z.output<typeof input>, callerSignal: AbortSignal): Promise<z.input<typeof output>> {
  const { name, type, check, selectors = [], rdap = false } = asked
  const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(TOTAL_MS)])
  const [{ answer, agree, difference, parts }, mail, registration] = await Promise.all([
    resolve(core, { name, type }, signal),
    check === 'mail' ? lookUpMail(core, name, selectors, signal) : null,
    rdap ? lookUpRegistration(core, name, signal) : null,
  ])
  const found = answer.answer.some((row) => row.type === type)
  const issuance = type === 'CAA' && !found && !isUnresolved(answer) ? await toIssuance(core, name, signal) : null
  const [rows, authority] = [
    within(answer.answer.slice(0, MAX_ROWS), ANSWER_LENGTH),
    within(answer.authority.slice(0, MAX_ROWS), OTHER_LENGTH),
  ]
  const unicode = name.includes('xn--') ? domainToUnicode(name) : name
  return {
    name,
    unicodeName: unicode && unicode !== name ? unicode : null,
    type,
    status: answer.status,
    statusText: statusText(answer.status),
    found,
    answer: rows,
    authority,
    omitted: answer.answer.length + answer.authority.length - rows.length - authority.length,
    dnssecValidated: answer.validated,
    resolver: answer.resolver,
    agree,
    noData: answer.status === 0 && !found,
    nullMx: type === 'MX' && found && answer.answer.every((row) => row.type !== 'MX' || ('exchange' in row && row.exchange === '.')),
    dnssecError: isUnresolved(answer) ? toDnssecError(answer.remarks) : null,
    difference,
    dnssecState: dnssecState(answer),
    caaFrom: issuance?.from ? { ...issuance.from, answer: within(issuance.from.answer, OTHER_LENGTH) } : null,
    mail: mail?.mail ?? null,
    registration: registration?.registration ?? null,
    comment: toComment(answer.remarks),
    ...toTail([...parts, ...(issuance?.parts ?? []), ...(mail?.parts ?? []), ...(registration?.parts ?? [])], core.now()),
  }
}

export default defineTool({
  path: '/v1/dns/lookup',
  price: '0.001000',
  summary: 'DNS records of a public name',
  description:
    'Looks up records of 14 types over DNS-over-HTTPS: cleaned rows with TTLs and their parts, the DNSSEC state, and distinct answers for "no such name", "no such record" and "cannot be resolved". check=mail reads SPF, DKIM, DMARC and more as findings, rdap=true the registration. Use it where an agent has no resolver; to test a web page use web/status. Costs {price} USD; a failed call is never charged. Takes about 0.3 s, at most 4 s.',
  input,
  output,
  examples: [addressExample, mxExample, mailExample],
  sources: ['Cloudflare DNS over HTTPS', 'Google Public DNS over HTTPS', 'RDAP servers of the registries'],
  freshness: 'At most as old as the lowest TTL, and 60 seconds; negative answers 30 seconds.',
  limits: [
    '14 record types.',
    'A mail check reads at most 20 SPF includes and ten DKIM selectors; the MTA-STS policy file is not fetched.',
    'Public names only: no addresses, no special-use or single-label names.',
    'At most 100 records a section and 20 kB of records; omitted says how many were left out.',
  ],
  handlerCapMs: 5_000,
  ready: (core) => requireSources(core, [['cloudflare', 'google']]),
  run: (parsed, { core, signal }) => run(core, parsed, signal),
})
