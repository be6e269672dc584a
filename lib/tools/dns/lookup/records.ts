/** Resolver rows to cleaned records. Row text comes from strangers. */
import { isIP } from 'node:net'
import { z } from 'zod'
import { cleanUpstreamData, cleanUpstreamText } from '../../text.ts'
import { isParted, Parsed, readParts } from './record-types.ts'

/** RR type numbers we name (IANA DNS parameters); others become TYPE<n> (RFC 3597). */
const TYPE_NAMES: Record<number, string> = {
  1: 'A',
  2: 'NS',
  5: 'CNAME',
  6: 'SOA',
  12: 'PTR',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
  33: 'SRV',
  35: 'NAPTR',
  39: 'DNAME',
  43: 'DS',
  47: 'NSEC',
  48: 'DNSKEY',
  50: 'NSEC3',
  52: 'TLSA',
  64: 'SVCB',
  65: 'HTTPS',
  257: 'CAA',
}
const RRSIG = 46

const base = {
  name: z.string().describe('Owner name, without the final dot.'),
  type: z.string().describe('Record type, e.g. A, or TYPE<n> for rare ones.'),
  ttl: z.int().nonnegative().describe('Time to live in seconds, as fetched.'),
  data: z.string().describe('The record as one canonical text.'),
}

/** A record; MX, TXT, CNAME, NS and SOA carry their parts too, later types in `parsed`. */
export const Row = z.union([
  z.object({
    ...base,
    type: z.literal('MX').describe('Record type.'),
    priority: z.int().describe('Lower is preferred.'),
    exchange: z.string().describe('Mail host.'),
  }),
  z.object({
    ...base,
    type: z.literal('TXT').describe('Record type.'),
    text: z.string().describe('All character-strings joined with nothing between.'),
    strings: z.array(z.string()).describe('The character-strings.'),
  }),
  z.object({ ...base, type: z.enum(['CNAME', 'NS']).describe('Record type.'), target: z.string().describe('The host named.') }),
  z.object({
    ...base,
    type: z.literal('SOA').describe('Record type.'),
    mname: z.string().describe('Primary name server.'),
    rname: z.string().describe('Mailbox of the person responsible, as a name.'),
    serial: z.int().describe('Serial number of the zone.'),
    refresh: z.int().describe('Seconds.'),
    retry: z.int().describe('Seconds.'),
    expire: z.int().describe('Seconds.'),
    minimum: z.int().describe('Negative caching time in seconds.'),
  }),
  z.object({
    ...base,
    parsed: Parsed.optional().describe('The parts of a CAA, SRV, TLSA, DS, HTTPS, SVCB or PTR record; absent for other types.'),
  }),
])
export type Row = z.output<typeof Row>

/** A row as both resolvers send it. The root has no name at Cloudflare and a dot at Google. */
export const ResolverRow = z.object({
  name: z.string().transform((name) => name || '.'),
  type: z.int().min(0).max(65_535),
  TTL: z.int().nonnegative(),
  data: z.string(),
})
type ResolverRow = z.output<typeof ResolverRow>

const MAX_TEXT = 4_096

/** Without the final dot, except for the root itself. */
const stripDot = (name: string): string => {
  const clean = cleanUpstreamText(name, 1_024)
  return clean.length > 1 && clean.endsWith('.') ? clean.slice(0, -1) : clean
}

/** With the spaces at its ends: they are data, and " v=spf1" is no SPF record. */
const cleanTxt = (bytes: Buffer): string => cleanUpstreamData(bytes.toString('utf8'), MAX_TEXT)

const typeName = (type: number): string => TYPE_NAMES[type] ?? `TYPE${type}`

/**
 * Cleaned rows in the resolver's order, each once (RFC 2181 section 5), signatures left out; MX by preference.
 * @throws SyntaxError when a row is malformed: a resolver that sends one cannot be believed
 */
export function toRows(rows: readonly ResolverRow[]): Row[] {
  const preference = (row: Row) => ('priority' in row ? Number(row.priority) : -1)
  const clean = rows.filter(({ type }) => type !== RRSIG).map(toRow)
  return [...new Map(clean.map((row) => [`${row.name} ${row.type} ${row.data}`, row])).values()].sort(
    (one, other) => preference(one) - preference(other),
  )
}

function toRow({ name, type: number, TTL: ttl, data }: ResolverRow): Row {
  const type = typeName(number)
  const common = { name: stripDot(name), type, ttl }
  switch (type) {
    case 'A':
    case 'AAAA':
      if (isIP(data.trim()) !== (type === 'A' ? 4 : 6)) throw new SyntaxError(`malformed ${type} row`)
      return { ...common, data: data.trim().toLowerCase() }
    case 'MX': {
      const [, priority, host] = /^\s*(\d{1,5})\s+(\S+)\s*$/.exec(data) ?? []
      if (priority === undefined || host === undefined || Number(priority) > 65_535) throw new SyntaxError('malformed MX row')
      const exchange = stripDot(host)
      return { ...common, type, data: `${Number(priority)} ${exchange}`, priority: Number(priority), exchange }
    }
    case 'TXT': {
      const strings = toStrings(data)
      // Joined as bytes: a character may begin in one string and end in the next.
      const text = cleanTxt(Buffer.concat(strings))
      return { ...common, type, data: text, text, strings: strings.map(cleanTxt) }
    }
    case 'CNAME':
    case 'NS': {
      const target = stripDot(data)
      return { ...common, type, data: target, target }
    }
    case 'SOA': {
      const [mname = '', rname = '', ...numbers] = cleanUpstreamText(data, MAX_TEXT).split(/\s+/)
      const [serial = 0, refresh = 0, retry = 0, expire = 0, minimum = 0] = numbers.map(Number)
      if (numbers.length !== 5 || !numbers.every((part) => /^\d{1,10}$/.test(part)))
        return { ...common, data: cleanUpstreamText(data, MAX_TEXT) }
      const names = { mname: stripDot(mname), rname: stripDot(rname) }
      return {
        ...common,
        type,
        data: `${names.mname} ${names.rname} ${numbers.join(' ')}`,
        ...names,
        serial,
        refresh,
        retry,
        expire,
        minimum,
      }
    }
    default:
      if (isParted(type)) {
        const { data: canonical, ...parsed } = readParts(type, data)
        return { ...common, data: canonical, parsed }
      }
      return { ...common, data: stripDot(cleanUpstreamText(data, MAX_TEXT)) }
  }
}

/**
 * The character-strings of a TXT row, as bytes. Quoted data (`"a""b"`, `"a" "b"`, with `\"` and `\DDD`, RFC 1035 section 5.1) is split;
 * unquoted data is one string as it stands.
 */
export function toStrings(data: string): Buffer[] {
  if (!data.startsWith('"')) return [Buffer.from(data)]
  const strings: Buffer[] = []
  const bytes = Buffer.from(data.slice(0, 200_000), 'utf8')
  let current: number[] | null = null
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === 0x22) {
      if (current) strings.push(Buffer.from(current))
      current = current ? null : []
    } else if (current && byte === 0x5c) {
      const code = /^[01]\d\d|^2[0-4]\d|^25[0-5]/.exec(bytes.toString('latin1', at + 1, at + 4))?.[0]
      current.push(code ? Number(code) : (bytes[at + 1] ?? 0x5c))
      at += code ? 3 : 1
    } else {
      current?.push(byte)
    }
  }
  if (current) strings.push(Buffer.from(current))
  return strings
}
