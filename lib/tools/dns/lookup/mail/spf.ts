/** SPF (RFC 7208): one record, its terms, and the DNS look-ups it costs a receiver. */
import { z } from 'zod'
import { type Mechanism, toTerms } from './spf-terms.ts'

export const Spf = z.object({
  state: z
    .enum(['none', 'ok', 'permerror', 'unknown'])
    .describe('none = no record; permerror = receivers reject the record; unknown = not all of it could be read.'),
  record: z.string().nullable().describe('The record; null when there is none, or not exactly one.'),
  all: z
    .enum(['pass', 'fail', 'softfail', 'neutral'])
    .nullable()
    .describe(
      'What holds for senders that are not listed, by the record or the one it redirects to; pass = anybody may send; null = neutral.',
    ),
  redirect: z.string().nullable().describe('Where the record sends receivers on to; null when nowhere.'),
  lookups: z.int().describe('DNS look-ups the record costs, over all it includes; 10 are allowed.'),
  voidLookups: z.int().describe('Of these, includes and redirects that found nothing; 2 are allowed.'),
  includes: z.array(z.string()).describe('Domains whose records were read too.'),
  problems: z.array(z.string()).describe('What is wrong, in words; empty when nothing.'),
})
export type Spf = z.output<typeof Spf>

type All = Spf['all']

const MAX_LOOKUPS = 10
const MAX_VOID = 2
/** Read no further than this, whatever the record asks: it is a permerror long before. */
const MAX_READ = 20

/** TXT texts of a name; null when they could not be read. */
export type ReadTexts = (name: string) => Promise<string[] | null>

const COUNTED = new Set(['include', 'a', 'mx', 'ptr', 'exists'])
const qualifiers: Record<string, All> = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' }

export const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text)

type Walk = {
  lookups: number
  voids: number
  read: number
  includes: string[]
  problems: string[]
  unread: boolean
  error: boolean
  texts: ReadTexts
}

const isMacro = (domain: string): boolean => domain.includes('%')

/** A record that another one needs: what it says of senders it does not list. */
async function follow(walk: Walk, how: 'include' | 'redirect', domain: string): Promise<All> {
  if (isMacro(domain)) {
    walk.unread = true
    return null
  }
  if (walk.read++ >= MAX_READ) return null
  const name = domain.toLowerCase().replace(/\.$/, '')
  const texts = await walk.texts(name)
  if (texts === null) {
    walk.unread = true
    walk.problems.push(`${how} ${name} could not be read`)
    return null
  }
  walk.includes.push(name)
  const records = texts.filter(isSpf)
  if (texts.length === 0) walk.voids++
  if (records.length !== 1) {
    walk.error = true
    walk.problems.push(`${how} ${name} has ${records.length === 0 ? 'no SPF record' : 'more than one SPF record'}`)
    return null
  }
  return (await readRecord(walk, records[0] ?? '')).all
}

type Read = { all: All; isOpenEnded: boolean; redirect: string | null }

/** True when a term lets every sender pass: no bits of an address compared, or an include that does. */
async function passesAnybody(walk: Walk, { name, qualifier, domain, isAnybody }: Mechanism): Promise<boolean> {
  const matches = name === 'include' ? (await follow(walk, 'include', domain)) === 'pass' : isAnybody
  return matches && qualifier === '+'
}

async function readRecord(walk: Walk, record: string): Promise<Read> {
  const terms = toTerms(record)
  if ('wrong' in terms) {
    walk.error = true
    walk.problems.push(`"${terms.wrong.slice(0, 80)}" is not a term`)
    return { all: null, isOpenEnded: false, redirect: null }
  }
  const valuesOf = (name: string) => terms.flatMap((term) => (term.kind === 'modifier' && term.name === name ? [term.value] : []))
  for (const name of ['redirect', 'exp']) {
    if (valuesOf(name).length > 1) {
      walk.error = true
      walk.problems.push(`${name} is given twice`)
    }
  }
  const mechanisms = terms.filter((term) => term.kind === 'mechanism')
  const end = mechanisms.findIndex(({ name }) => name === 'all')
  // What follows "all" is never looked at (RFC 7208 section 5.1), a redirect neither.
  const reached = end < 0 ? mechanisms : mechanisms.slice(0, end + 1)
  const [redirect = null] = end < 0 ? valuesOf('redirect') : []
  const counted = reached.filter(({ name }) => COUNTED.has(name))
  walk.lookups += counted.length + (redirect === null ? 0 : 1)
  if (counted.some(({ name }) => name === 'ptr')) walk.problems.push('ptr is used, which should not be')
  const open = await Promise.all(reached.map((mechanism) => passesAnybody(walk, mechanism)))
  const last = redirect === null ? (qualifiers[mechanisms[end]?.qualifier ?? ''] ?? null) : await follow(walk, 'redirect', redirect)
  return { all: open.includes(true) ? 'pass' : last, isOpenEnded: end < 0 && redirect === null, redirect }
}

/** What a name's TXT texts say about SPF. `read` gives the texts of the domains it includes. */
export async function checkSpf(own: readonly string[], read: ReadTexts): Promise<Spf> {
  const records = own.filter(isSpf)
  const none: Spf = { state: 'none', record: null, all: null, redirect: null, lookups: 0, voidLookups: 0, includes: [], problems: [] }
  const [record] = records
  if (record === undefined) return none
  if (records.length > 1)
    return { ...none, state: 'permerror', problems: [`there are ${records.length} SPF records; exactly one is allowed`] }
  const walk: Walk = { lookups: 0, voids: 0, read: 0, includes: [], problems: [], unread: false, error: false, texts: read }
  const { all, isOpenEnded, redirect } = await readRecord(walk, record)
  if (walk.lookups > MAX_LOOKUPS) walk.problems.push(`it costs ${walk.lookups} DNS look-ups; ${MAX_LOOKUPS} are allowed`)
  if (walk.voids > MAX_VOID) walk.problems.push(`${walk.voids} look-ups find nothing; ${MAX_VOID} are allowed`)
  if (all === 'pass') walk.problems.push('it lets anybody send')
  else if (isOpenEnded) walk.problems.push('neither all nor redirect ends the record: other senders are neutral')
  const error = walk.error || walk.lookups > MAX_LOOKUPS || walk.voids > MAX_VOID
  return {
    state: error ? 'permerror' : walk.unread ? 'unknown' : 'ok',
    record,
    all,
    redirect,
    lookups: walk.lookups,
    voidLookups: walk.voids,
    includes: [...new Set(walk.includes)].sort().slice(0, MAX_READ),
    problems: [...new Set(walk.problems)].sort().slice(0, 20),
  }
}
