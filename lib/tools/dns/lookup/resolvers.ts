/** The two DNS-over-HTTPS resolvers, in their JSON form, which no RFC defines. */
import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { type Cached, cached } from '../../../egress/cached.ts'
import { callUpstream, UpstreamError } from '../../../egress/call-upstream.ts'
import type { Remarks } from './extended-errors.ts'
import { ResolverRow, type Row, toRows } from './records.ts'

export type Resolver = 'cloudflare' | 'google'
export type Question = { name: string; type: string }

/** A resolver's answer, cleaned. `status` is the RCODE (RFC 1035, IANA). */
export type Answer = { resolver: Resolver; status: number; validated: boolean; answer: Row[]; authority: Row[]; remarks: Remarks }

const TIMEOUT_MS = 2_000
const MAX_AGE_MS = 60_000
const NEGATIVE_MS = 30_000
const MAX_BYTES = 1_000_000
const NOERROR = 0
const NXDOMAIN = 3

const rows = z.array(ResolverRow).max(5_000).nullish()

const Body = z.object({
  Status: z.int().min(0).max(4_095),
  // One that does not say whether it validated must not pass for one that could not.
  AD: z.boolean(),
  TC: z.boolean().nullish(),
  Answer: rows,
  Authority: rows,
  Comment: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .catch(null),
  extended_dns_errors: z
    .array(z.object({ info_code: z.int(), extra_text: z.string().nullish() }))
    .nullish()
    .catch(null),
})

const paths = { cloudflare: '/dns-query', google: '/resolve' } as const

const originOf = ({ env }: Core, resolver: Resolver) => (resolver === 'cloudflare' ? env.DOH_CLOUDFLARE_URL : env.DOH_GOOGLE_URL)

/** Positive answers for their lowest TTL, a minute at most; negative ones half a minute; failures to resolve not at all. */
const ageMs = (whole: Answer): number => {
  const { status, answer } = whole
  if (isUnresolved(whole)) return 0
  return answer.length === 0
    ? NEGATIVE_MS
    : Math.min(MAX_AGE_MS, ...answer.map(({ ttl }) => ttl * 1000), status === NXDOMAIN ? NEGATIVE_MS : MAX_AGE_MS)
}

/** Asks one resolver. @throws UpstreamError */
export const ask = (core: Core, resolver: Resolver, { name, type }: Question, signal: AbortSignal): Promise<Cached<Answer>> =>
  cached({
    core,
    source: resolver,
    key: `${type} ${name}`,
    ageMs,
    signal,
    load: async (flight) => {
      const body = await callUpstream({
        core,
        source: resolver,
        url: `${originOf(core, resolver)}${paths[resolver]}?name=${encodeURIComponent(name)}&type=${type}`,
        headers: { accept: 'application/dns-json' },
        schema: Body,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        signal: flight,
      })
      // A part of the records must not pass for all of them.
      if (body.TC) throw new UpstreamError(resolver, 'bad_body', 'a truncated answer')
      return toAnswer(resolver, name, body)
    },
  })

function toAnswer(resolver: Resolver, name: string, body: z.output<typeof Body>): Answer {
  try {
    const answer = toRows(body.Answer ?? [])
    requireOwners(name, answer)
    return {
      resolver,
      status: body.Status,
      validated: body.AD,
      answer,
      authority: toRows(body.Authority ?? []),
      remarks: {
        comments: [body.Comment ?? []].flat(),
        codes: (body.extended_dns_errors ?? []).map(({ info_code, extra_text }) => ({ code: info_code, text: extra_text ?? '' })),
      },
    }
  } catch (error) {
    if (error instanceof SyntaxError) throw new UpstreamError(resolver, 'bad_body', error.message, { cause: error })
    throw error
  }
}

/** @throws SyntaxError when a record belongs neither to the name nor to one that its aliases lead to: it says nothing of the name */
function requireOwners(name: string, rows: readonly Row[]): void {
  const reached = new Set([name.toLowerCase()])
  const aliases = rows.flatMap((row) =>
    'target' in row && row.type === 'CNAME' ? [[row.name.toLowerCase(), row.target.toLowerCase()] as const] : [],
  )
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    for (const [owner, target] of aliases) if (reached.has(owner)) reached.add(target)
  }
  const isAbove = (owner: string) => [...reached].some((one) => one.endsWith(`.${owner}`))
  for (const row of rows) {
    const owner = row.name.toLowerCase()
    if (!reached.has(owner) && !(row.type === 'DNAME' && isAbove(owner))) throw new SyntaxError('a record of another name')
  }
}

/** True for an answer that says nothing of the name: neither that it is there (NOERROR) nor that it is not (NXDOMAIN). */
export const isUnresolved = ({ status }: Answer): boolean => status !== NOERROR && status !== NXDOMAIN

/** RCODE names the resolvers use; the rest is RCODE<n>. */
const STATUS_TEXT = ['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED']

export const statusText = (status: number): string => STATUS_TEXT[status] ?? `RCODE${status}`
