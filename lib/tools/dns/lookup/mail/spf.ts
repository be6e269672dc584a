/** SPF (RFC 7208): one record, its terms, and the DNS look-ups it costs a receiver. */
import { z } from 'zod'

export const Spf = z.object({
  state: z
    .enum(['none', 'ok', 'permerror', 'unknown'])
    .describe('none = no record; permerror = receivers reject the record; unknown = not all of it could be read.'),
  record: z.string().nullable().describe('The record; null when there is none, or not exactly one.'),
  all: z
    .enum(['pass', 'fail', 'softfail', 'neutral'])
    .nullable()
    .describe('What the record says of senders it does not list; null = neutral by default.'),
  redirect: z.string().nullable().describe('Where the record sends receivers on to; null when nowhere.'),
  lookups: z.int().describe('DNS look-ups the record costs, over all it includes; 10 are allowed.'),
  voidLookups: z.int().describe('Of these, includes and redirects that found nothing; 2 are allowed.'),
  includes: z.array(z.string()).describe('Domains whose records were read too.'),
  problems: z.array(z.string()).describe('What is wrong, in words; empty when nothing.'),
})
export type Spf = z.output<typeof Spf>

const MAX_LOOKUPS = 10
const MAX_VOID = 2
/** Read no further than this, whatever the record asks: it is a permerror long before. */
const MAX_READ = 20

/** TXT texts of a name; null when they could not be read. */
export type ReadTexts = (name: string) => Promise<string[] | null>

type Term = { kind: 'mechanism'; name: string; qualifier: string; value: string } | { kind: 'modifier'; name: string; value: string }

const MECHANISMS = new Set(['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists'])
const COUNTED = new Set(['include', 'a', 'mx', 'ptr', 'exists'])
const qualifiers = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' } as const

export const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text)

/** The terms of a record; null with the term that is none. */
export function toTerms(record: string): Term[] | { wrong: string } {
  const terms: Term[] = []
  for (const word of record.slice('v=spf1'.length).split(/ +/).filter(Boolean)) {
    const modifier = /^([a-z][a-z0-9_.-]*)=(.*)$/i.exec(word)
    const mechanism = /^([+?~-]?)([a-z][a-z0-9]*)(?:([:/])(.*))?$/i.exec(word)
    if (modifier) terms.push({ kind: 'modifier', name: (modifier[1] ?? '').toLowerCase(), value: modifier[2] ?? '' })
    else if (mechanism && MECHANISMS.has((mechanism[2] ?? '').toLowerCase())) {
      const name = (mechanism[2] ?? '').toLowerCase()
      const value = mechanism[3] === ':' ? (mechanism[4] ?? '') : ''
      const needsValue = ['include', 'ip4', 'ip6', 'exists'].includes(name)
      if ((needsValue && !value) || (name === 'all' && mechanism[3] !== undefined)) return { wrong: word }
      terms.push({ kind: 'mechanism', name, qualifier: mechanism[1] || '+', value })
    } else return { wrong: word }
  }
  return terms
}

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

/** A record that another one needs. */
async function follow(walk: Walk, how: 'include' | 'redirect', domain: string): Promise<void> {
  if (isMacro(domain)) {
    walk.unread = true
    return
  }
  if (walk.read++ >= MAX_READ) return
  const name = domain.toLowerCase().replace(/\.$/, '')
  const texts = await walk.texts(name)
  if (texts === null) {
    walk.unread = true
    walk.problems.push(`${how} ${name} could not be read`)
    return
  }
  walk.includes.push(name)
  const records = texts.filter(isSpf)
  if (texts.length === 0) walk.voids++
  if (records.length !== 1) {
    walk.error = true
    walk.problems.push(`${how} ${name} has ${records.length === 0 ? 'no SPF record' : 'more than one SPF record'}`)
    return
  }
  await readRecord(walk, records[0] ?? '')
}

async function readRecord(walk: Walk, record: string): Promise<Term[] | null> {
  const terms = toTerms(record)
  if ('wrong' in terms) {
    walk.error = true
    walk.problems.push(`"${terms.wrong.slice(0, 80)}" is not a term`)
    return null
  }
  const named = (name: string) => terms.filter((term) => term.kind === 'modifier' && term.name === name)
  for (const name of ['redirect', 'exp']) {
    if (named(name).length > 1) {
      walk.error = true
      walk.problems.push(`${name} is given twice`)
    }
  }
  const all = terms.findIndex((term) => term.kind === 'mechanism' && term.name === 'all')
  // What follows "all" is never looked at (RFC 7208 section 5.1).
  const reached = all < 0 ? terms : terms.slice(0, all)
  const counted = reached.filter((term) => term.kind === 'mechanism' && COUNTED.has(term.name))
  walk.lookups += counted.length
  if (counted.some(({ name }) => name === 'ptr')) walk.problems.push('ptr is used, which should not be')
  await Promise.all(counted.filter(({ name }) => name === 'include').map(({ value }) => follow(walk, 'include', value)))
  const redirect = all < 0 ? named('redirect')[0] : undefined
  if (redirect) {
    walk.lookups++
    await follow(walk, 'redirect', redirect.value)
  }
  return terms
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
  const terms = (await readRecord(walk, record)) ?? []
  const all = terms.find((term) => term.kind === 'mechanism' && term.name === 'all')
  const redirect = all ? undefined : terms.find((term) => term.kind === 'modifier' && term.name === 'redirect')
  if (walk.lookups > MAX_LOOKUPS) walk.problems.push(`it costs ${walk.lookups} DNS look-ups; ${MAX_LOOKUPS} are allowed`)
  if (walk.voids > MAX_VOID) walk.problems.push(`${walk.voids} look-ups find nothing; ${MAX_VOID} are allowed`)
  if (all?.kind === 'mechanism' && all.qualifier === '+') walk.problems.push('+all lets anybody send')
  if (!all && !redirect) walk.problems.push('neither all nor redirect ends the record: other senders are neutral')
  const error = walk.error || walk.lookups > MAX_LOOKUPS || walk.voids > MAX_VOID
  return {
    state: error ? 'permerror' : walk.unread ? 'unknown' : 'ok',
    record,
    all: all?.kind === 'mechanism' ? qualifiers[all.qualifier as keyof typeof qualifiers] : null, // one of the four by the pattern
    redirect: redirect?.value ?? null,
    lookups: walk.lookups,
    voidLookups: walk.voids,
    includes: [...new Set(walk.includes)].sort().slice(0, MAX_READ),
    problems: [...new Set(walk.problems)].sort().slice(0, 20),
  }
}
