/** DMARC (RFC 9989): the record that holds for a domain, found by the tree walk, and what it asks. */
import { z } from 'zod'
import type { ReadTexts } from './spf.ts'
import { toTags, versioned } from './tags.ts'

const policies = ['none', 'quarantine', 'reject'] as const
type Policy = (typeof policies)[number]

export const Dmarc = z.object({
  state: z
    .enum(['none', 'ok', 'invalid', 'unknown'])
    .describe('none = no record holds; invalid = one is there that receivers ignore; unknown = not readable.'),
  record: z.string().nullable().describe('The record that holds.'),
  foundAt: z.string().nullable().describe('The domain at which it stands: the name itself or one above it.'),
  organizationalDomain: z.string().nullable().describe('The organizational domain by the tree walk; null when no record was met.'),
  policy: z.enum(policies).nullable().describe('What to do with mail of this name that fails: p, or sp where the record stands above.'),
  subdomainPolicy: z.enum(policies).nullable().describe('sp, else p.'),
  nonexistentPolicy: z.enum(policies).nullable().describe('np, else sp, else p.'),
  testing: z.boolean().describe('t=y: the policy is not to be applied yet.'),
  alignment: z
    .object({
      dkim: z.enum(['relaxed', 'strict']).describe('adkim: how near the signing domain must be.'),
      spf: z.enum(['relaxed', 'strict']).describe('aspf: how near the sending domain must be.'),
    })
    .nullable()
    .describe('adkim and aspf.'),
  reports: z.array(z.string()).describe('Where aggregate reports go (rua).'),
  failureReports: z.array(z.string()).describe('Where failure reports go (ruf).'),
  problems: z.array(z.string()).describe('What is wrong, in words.'),
  notes: z.array(z.string()).describe('Tags of older versions, which are ignored now.'),
})
export type Dmarc = z.output<typeof Dmarc>

/** Look-ups of a tree walk, at most. */
const MAX_LOOKUPS = 8

/** The names a walk visits: the name, then, of long names, the one with seven labels, then each one above. */
export function walkOf(name: string): string[] {
  const labels = name.split('.')
  const rest = labels.length > MAX_LOOKUPS ? labels.slice(labels.length - (MAX_LOOKUPS - 1)) : labels.slice(1)
  return [name, ...rest.map((_, at) => rest.slice(at).join('.'))].slice(0, MAX_LOOKUPS)
}

type Met = { domain: string; record: string; psd: string }

const addresses = (list: string | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map((uri) => uri.trim())
    .filter(Boolean)
    .slice(0, 10)

const asPolicy = (text: string | undefined): Policy | null => policies.find((policy) => policy === text?.toLowerCase()) ?? null

const empty = { record: null, foundAt: null, organizationalDomain: null, policy: null, subdomainPolicy: null, nonexistentPolicy: null }
const blank: Omit<Dmarc, 'state'> = { ...empty, testing: false, alignment: null, reports: [], failureReports: [], problems: [], notes: [] }

/** The domain whose record counts for the organization: psd=n itself, the one below psd=y, else the highest met. */
function organizational(name: string, met: readonly Met[]): string | null {
  const own = met.find(({ psd }) => psd === 'n')
  if (own) return own.domain
  const suffix = met.find(({ psd }) => psd === 'y')
  if (suffix && suffix.domain !== name) {
    const count = suffix.domain.split('.').length + 1
    return name.split('.').slice(-count).join('.')
  }
  return met.at(-1)?.domain ?? null
}

/** @param read TXT texts of a name, null when they could not be read */
export async function checkDmarc(name: string, read: ReadTexts): Promise<Dmarc> {
  const met: Met[] = []
  let unread = false
  const problems: string[] = []
  for (const domain of walkOf(name)) {
    const texts = await read(`_dmarc.${domain}`)
    if (texts === null) {
      unread = true
      break
    }
    const records = versioned(texts, 'DMARC1')
    if (records.length > 1) problems.push(`_dmarc.${domain} has ${records.length} records, so none of them counts`)
    const [record] = records
    if (records.length !== 1 || record === undefined) continue
    const psd = toTags(record).map.get('psd')?.toLowerCase() ?? 'u'
    met.push({ domain, record, psd })
    if (psd === 'n' || (psd === 'y' && domain !== name)) break
  }
  const own = met.find(({ domain }) => domain === name)
  // A record above that could not be read would count before one below it.
  if (unread && !own) return { ...blank, state: 'unknown', problems }
  const organizationalDomain = unread ? null : organizational(name, met)
  const holds = own ?? met.find(({ domain }) => domain === organizationalDomain) ?? met.at(-1)
  if (!holds) return { ...blank, state: problems.length > 0 ? 'invalid' : 'none', problems }
  return { ...readRecord(name, holds, problems), organizationalDomain }
}

function readRecord(name: string, { domain, record }: Met, earlier: string[]): Dmarc {
  const { map, problems: tagProblems, first } = toTags(record)
  const problems = [...earlier, ...tagProblems]
  const reports = addresses(map.get('rua'))
  let p = asPolicy(map.get('p'))
  // Without a usable p the record still asks for reports when it says where to (RFC 9989 section 4.7).
  if (p === null && reports.length > 0) {
    p = 'none'
    problems.push(map.has('p') ? `p=${map.get('p')} is no policy; none is taken` : 'p is missing; none is taken')
  } else if (p === null) problems.push('p is missing or no policy, and there is no rua: receivers ignore the record')
  if (first !== 'v') problems.push('v must be the first tag')
  for (const tag of ['sp', 'np']) if (map.has(tag) && asPolicy(map.get(tag)) === null) problems.push(`${tag}=${map.get(tag)} is no policy`)
  for (const uri of [...reports, ...addresses(map.get('ruf'))])
    if (!/^(mailto:[^@\s]+@[^@\s!]+|https:\/\/\S+)(![0-9]+[kmgt]?)?$/i.test(uri)) problems.push(`${uri.slice(0, 80)} is no report address`)
  const sp = asPolicy(map.get('sp')) ?? p
  const np = asPolicy(map.get('np')) ?? sp
  const mode = (tag: string) => (map.get(tag)?.toLowerCase() === 's' ? 'strict' : 'relaxed')
  const testing = map.get('t')?.toLowerCase() === 'y'
  return {
    state: p === null ? 'invalid' : 'ok',
    record,
    foundAt: domain,
    organizationalDomain: null,
    policy: domain === name ? p : sp,
    subdomainPolicy: sp,
    nonexistentPolicy: np,
    testing,
    alignment: { dkim: mode('adkim'), spf: mode('aspf') },
    reports,
    failureReports: addresses(map.get('ruf')),
    problems,
    notes: ['pct', 'rf', 'ri'].filter((tag) => map.has(tag)).map((tag) => `${tag} is ignored since RFC 9989`),
  }
}
