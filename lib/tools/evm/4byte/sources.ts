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

const ageMs = (entries: Entry[]) => (entries.length > 0 && !entries.some(isUnread) ? FOUND_MS : NONE_MS)

/** A row that cannot be read: it hides no other, and may be the one that was meant. */
const UNREAD: Entry = { source: null, text: '', filtered: false, verified: null, firstSeen: null }

/** Whether an entry is a row that could not be read. */
export const isUnread = ({ text }: Entry): boolean => text === ''

const toEntries = <Row>(rows: readonly unknown[], row: z.ZodType<Row>, toEntry: (row: Row) => Entry): Entry[] =>
  rows.slice(0, MAX_ENTRIES).map((raw) => {
    const result = row.safeParse(raw)
    return result.success ? toEntry(result.data) : UNREAD
  })

const SourcifyRow = z.object({
  name: z.string(),
  // One that cannot be read may mean spam.
  filtered: z.boolean().nullish(),
  hasVerifiedContract: z.boolean().nullish().catch(null),
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
          filtered: row.filtered === true,
          verified: row.hasVerifiedContract ?? null,
          firstSeen: null,
        }),
      )
    },
  })

const DirectoryRow = z.object({ text_signature: z.string(), created_at: z.string().nullish().catch(null) })
const DirectoryPage = z.object({ results: z.array(z.unknown()) })

const toIsoTime = (text: string | null | undefined): string | null => {
  const at = toMillis(text)
  return at === null ? null : new Date(at).toISOString()
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
      const { results } = await callUpstream({
        core,
        source: '4byte',
        url: `${core.env.FOURBYTE_DIRECTORY_URL}/api/v1/${kind === 'event' ? 'event-signatures' : 'signatures'}/?hex_signature=${selector}`,
        schema: DirectoryPage,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        signal: flight,
      })
      return toEntries(
        results,
        DirectoryRow,
        (row): Entry => ({
          source: '4byte',
          text: row.text_signature,
          filtered: false,
          verified: null,
          firstSeen: toIsoTime(row.created_at),
        }),
      )
    },
  })
