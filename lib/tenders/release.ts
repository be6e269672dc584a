/** One release as received: what must be gone before it is stored, and the few members by which it is filed. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { repairDoubleEncoding } from './decode.ts'
import { parseMoment } from './london.ts'
import type { Json } from './merge.ts'
import type { SourcePrefix } from './notice.ts'
import type { Source } from './source.ts'

/** A release ready to be stored. `date` is an instant in milliseconds. */
export type RawRelease = {
  source: SourcePrefix
  id: string
  ocid: string
  date: number
  tags: string[]
  release: Json
  /** The same as text, as it is stored. */
  json: string
  /** Hash of the release's text: the same again needs no write. */
  digest: string
}

const asItIs = (text: string) => text

// OCDS nests a dozen levels; more is an attack on the stack.
const DEPTH_MAX = 40
const CONTACT_KEY = /^(?:additional)?contactpoints?$/i

/**
 * A copy that PostgreSQL accepts and nobody's privacy suffers from: contact points gone at any depth, NUL and lone surrogates out of every
 * string and name, non-finite numbers null.
 */
function scrub(value: unknown, repair: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return repair(value.includes('\0') ? value.replaceAll('\0', '') : value).toWellFormed()
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEPTH_MAX) return null
  if (Array.isArray(value)) return value.map((item) => scrub(item, repair, depth + 1))
  const copy: Json = {}
  for (const name in value) {
    const compact = name.replace(/[\s\0]+/g, '')
    if (CONTACT_KEY.test(compact) || compact === '__proto__') continue
    copy[name.replaceAll('\0', '').toWellFormed()] = scrub((value as Json)[name], repair, depth + 1)
  }
  return copy
}

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

/** Makes a received release fit to be stored, or says why it cannot be. Never throws. */
export function toRawRelease({ prefix: source, hasEncodingFaults }: Source, received: unknown): RawRelease | { reported: string } {
  const filed = Filed.safeParse(received)
  if (!filed.success) {
    const id = z.object({ id: z.string() }).safeParse(received)
    const problems = filed.error.issues.map((issue) => `${issue.path.join('.') || 'release'}: ${issue.message}`)
    return { reported: `${id.success ? id.data.id.slice(0, 100) : 'release without id'}: ${problems.join('; ')}` }
  }
  const release = scrub(received, hasEncodingFaults ? repairDoubleEncoding : asItIs) as Json
  const json = JSON.stringify(release)
  const { id, ocid, date, tag } = filed.data
  return { source, id, ocid, date, tags: tag, release, json, digest: createHash('sha1').update(json).digest('base64') }
}
