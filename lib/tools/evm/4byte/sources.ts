/** The two signature databases. Both are asked at once; neither is trusted. */
import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { type Cached, cached } from '../../../egress/cached.ts'
import { callUpstream, UpstreamError } from '../../../egress/call-upstream.ts'
import { toMillis } from '../../../upstreams/values.ts'

/** What one database says about one signature text, unchecked. */
export type Entry = {
  /** null: built into the language, listed by nobody. */
  source: 'sourcify' | '4byte' | null
  text: string
  /** Marked as spam by the database. */
  filtered: boolean
  /** Used by a verified contract; null = the database does not say. */
  verified: boolean | null
  firstSeen: string | null
}

const TIMEOUT_MS = 3_000
const FOUND_MS = 300_000
const NONE_MS = 30_000
const MAX_BYTES = 2_000_000
const MAX_ENTRIES = 500
/** Of the second database, newest first, a hundred a page: the oldest registration, mostly the right one, is on the last. */
const MAX_PAGES = 5

const ageMs = (entries: Entry[]) => (entries.length > 0 && !entries.some(isUnread) ? FOUND_MS : NONE_MS)

/** A row that cannot be read, or rows that were not: they hide no other, and may be those that were meant. */
const UNREAD: Entry = { source: null, text: '', filtered: false, verified: null, firstSeen: null }

/** Whether an entry stands for rows that could not be read. */
export const isUnread = ({ text }: Entry): boolean => text === ''

function toEntries<Row>(rows: readonly unknown[], row: z.ZodType<Row>, toEntry: (row: Row) => Entry, isWhole = true): Entry[] {
  const entries = rows.slice(0, MAX_ENTRIES).map((raw) => {
    const result = row.safeParse(raw)
    return result.success ? toEntry(result.data) : UNREAD
  })
  return isWhole && rows.length <= MAX_ENTRIES ? entries : [...entries, UNREAD]
}

const SourcifyRow = z.object({
  name: z.string(),
  // One that is not said, or cannot be read, may mean spam.
  filtered: z.boolean(),
  // Older servers do not say.
  hasVerifiedContract: z.boolean().nullish(),
})
const byHash = z.record(z.string(), z.array(z.unknown()).nullable()).optional()
const SourcifyLookup = z.object({ result: z.object({ function: byHash, event: byHash }) })

/** What is looked up: functions and custom errors by their first four bytes, events by their whole hash. */
export type Kind = 'function' | 'event'

/** Sourcify's signature database. Custom errors come under `function` too. @throws UpstreamError */
export const fromSourcify = (core: Core, kind: Kind, selector: string, signal: AbortSignal): Promise<Cached<Entry[]>> =>
  cached({
    core,
    source: 'sourcify',
    key: selector,
    ageMs,
    signal,
    load: async (flight) => {
      const { result } = await callUpstream({
        core,
        source: 'sourcify',
        url: `${core.env.SOURCIFY_4BYTE_URL}/signature-database/v1/lookup?${kind}=${selector}&filter=false`,
        schema: SourcifyLookup,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        signal: flight,
      })
      const rows = result[kind]?.[selector]
      // An absent key is not "none known": that is said by null.
      if (rows === undefined) throw new UpstreamError('sourcify', 'bad_body', 'the selector is not in the answer')
      return toEntries(
        rows ?? [],
        SourcifyRow,
        (row): Entry => ({
          source: 'sourcify',
          text: row.name,
          filtered: row.filtered,
          verified: row.hasVerifiedContract ?? null,
          firstSeen: null,
        }),
      )
    },
  })

const DirectoryRow = z.object({ text_signature: z.string(), created_at: z.string().nullish().catch(null) })
const DirectoryPage = z.object({ results: z.array(z.unknown()), next: z.unknown().optional() })

const toIsoTime = (text: string | null | undefined): string | null => {
  const at = toMillis(text)
  return at === null ? null : new Date(at).toISOString()
}

/** Every page there is time for; `isWhole` false = there are more. @throws UpstreamError when the first cannot be read */
async function readPages(core: Core, url: string, signal: AbortSignal): Promise<{ rows: unknown[]; isWhole: boolean }> {
  const giveUpAt = performance.now() + TIMEOUT_MS
  const rows: unknown[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const timeoutMs = Math.round(giveUpAt - performance.now())
    if (timeoutMs < 1) break
    try {
      const ask = { core, source: '4byte', schema: DirectoryPage, timeoutMs, maxBytes: MAX_BYTES, signal } as const
      const { results, next } = await callUpstream({ ...ask, url: page === 1 ? url : `${url}&page=${page}` })
      rows.push(...results)
      if (!next) return { rows, isWhole: true }
    } catch (error) {
      if (page === 1 || !(error instanceof UpstreamError)) throw error
      break
    }
  }
  return { rows, isWhole: false }
}

/** 4byte.directory: anybody may register a text, so its dates count and its texts must be checked. @throws UpstreamError */
export const fromDirectory = (core: Core, kind: Kind, selector: string, signal: AbortSignal): Promise<Cached<Entry[]>> =>
  cached({
    core,
    source: '4byte',
    key: selector,
    ageMs,
    signal,
    load: async (flight) => {
      const path = kind === 'event' ? 'event-signatures' : 'signatures'
      const { rows, isWhole } = await readPages(
        core,
        `${core.env.FOURBYTE_DIRECTORY_URL}/api/v1/${path}/?hex_signature=${selector}`,
        flight,
      )
      const entries = toEntries(
        rows,
        DirectoryRow,
        (row): Entry => ({
          source: '4byte',
          text: row.text_signature,
          filtered: false,
          verified: null,
          firstSeen: toIsoTime(row.created_at),
        }),
        isWhole,
      )
      // The oldest is the likeliest: one without a date may be it.
      return entries.some((entry) => !isUnread(entry) && entry.firstSeen === null) ? [...entries, UNREAD] : entries
    },
  })
