/** One release as received: what must be gone before it is stored, and the few members by which it is filed. */
import { z } from 'zod'
import { parseMoment } from '../words/london.ts'
import { repairDoubleEncoding } from './decode.ts'
import type { Source, SourcePrefix, Window } from './source.ts'

export type Json = Record<string, unknown>

/** A release ready to be stored. `date` is an instant in milliseconds. */
export type RawRelease = {
  source: SourcePrefix
  id: string
  ocid: string
  date: number
  tags: string[]
  release: Json
}

// OCDS nests a dozen levels; more is an attack on the stack.
const DEPTH_MAX = 40
const CONTACT_KEY = /^(?:additional)?contactpoints?$/i

/** Makes one string fit to be stored. */
type Fix = (text: string) => string

const isContact = (name: string) => /^[ac\s\0]/i.test(name) && CONTACT_KEY.test(name.replace(/[\s\0]+/g, ''))
const isUnfit = (name: string) => isContact(name) || name === '__proto__' || name.includes('\0') || !name.isWellFormed()

/**
 * What PostgreSQL accepts and nobody's privacy suffers from: contact points gone at any depth, NUL and lone surrogates out of every string and
 * name, non-finite numbers null. Changes `value` where it can: a page was parsed for this alone.
 */
function scrub(value: unknown, fix: Fix, depth = 0): unknown {
  if (typeof value === 'string') return fix(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEPTH_MAX) return null
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) value[index] = scrub(value[index], fix, depth + 1)
    return value
  }
  const object = Object.keys(value).some(isUnfit) ? withoutUnfit(value as Json) : (value as Json)
  for (const name of Object.keys(object)) {
    const before = object[name]
    const after = scrub(before, fix, depth + 1)
    if (after !== before) object[name] = after
  }
  return object
}

function withoutUnfit(object: Json): Json {
  const named = Object.entries(object).map(([name, value]) => [name, fixText(name), value] as const)
  const fit = named.filter(([, fixed]) => !isContact(fixed) && fixed !== '__proto__')
  // A name that had to be fixed never takes the place of one that was right ("tag\0" of "tag").
  return Object.fromEntries(
    fit.filter(([name, fixed]) => name === fixed || !Object.hasOwn(object, fixed)).map(([, fixed, value]) => [fixed, value]),
  )
}

const fixText: Fix = (text) => {
  const whole = text.includes('\0') ? text.replaceAll('\0', '') : text
  return whole.isWellFormed() ? whole : whole.toWellFormed()
}
const fixEncodingToo: Fix = (text) => fixText(repairDoubleEncoding(text))

/** Text that may be a key in the database: not empty, printable, of bounded length. */
const key = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,300}$/)

const Filed = z.object({
  id: key,
  ocid: key,
  date: z.string().transform((text, context) => {
    const instant = parseMoment(text)
    if (instant === undefined) context.addIssue('is not a date')
    return instant ?? 0
  }),
  tag: z.array(z.string()).min(1),
})

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Makes a received release fit to be stored, or says why it cannot be. `search`: the window it came with, if any. Never throws. */
export function toRawRelease(
  { prefix: source, hasEncodingFaults, fileAs }: Source,
  received: unknown,
  search: Window | null = null,
): RawRelease | { reported: string } {
  // Filed by what is stored: a tag that loses a NUL must mean the same today and when its process is computed again.
  const release = scrub(received, hasEncodingFaults ? fixEncodingToo : fixText)
  const id = fileAs && isRecord(release) ? fileAs(release, search) : undefined
  const filed = Filed.safeParse(id === undefined ? release : { ...(release as Json), id })
  if (!filed.success) {
    const stated = z.object({ id: z.string() }).safeParse(release)
    const problems = filed.error.issues.map((issue) => `${issue.path.join('.') || 'release'}: ${issue.message}`)
    return { reported: `${stated.success ? stated.data.id.slice(0, 100) : 'release without id'}: ${problems.join('; ')}` }
  }
  const { ocid, date, tag } = filed.data
  return { source, id: filed.data.id, ocid, date, tags: tag, release: release as Json }
}
