/** Open notices for the bench, made when they are read: a database of which only the reader's part exists, so that memory is the reader's alone. */
import type { Database, Queryable, Row } from '../../lib/db/index.ts'
import { toProcesses } from '../../lib/tenders/notices/process.ts'
import { toRawRelease } from '../../lib/tenders/sources/release.ts'
import { sources } from '../../lib/tenders/sources/sources.ts'
import { parseMoment } from '../../lib/tenders/words/london.ts'
import { generateReleases, type MadeRelease } from '../../tests/support/ocds-source/index.ts'

const MINUTE = 60_000
const TEMPLATES = 2_000

/** `json`: the text of a notice in pieces, between which stand id, number, value and deadline of its own. */
type Template = { json: readonly string[]; value: number | null; description: string; deadline: number }

const GAP = '\u0001'

function makeTemplates(now: number): Template[] {
  const made: Partial<Record<string, MadeRelease[]>> = generateReleases({ count: TEMPLATES, now })
  return sources.flatMap((source) =>
    (made[source.prefix] ?? [])
      .filter(({ tag }) => (tag as string[]).includes('tender'))
      .flatMap((release) => {
        const raw = toRawRelease(source, release)
        if ('reported' in raw) throw new Error(raw.reported)
        return toProcesses(source, raw.ocid, [raw]).map(({ notice, description }) => ({
          json: JSON.stringify({
            ...notice,
            ...{ id: GAP, title: `${notice.title} (${GAP})`, value_gbp: GAP, deadline: GAP },
          }).split(/"?\\u0001"?/),
          value: notice.value_gbp,
          description,
          deadline: parseMoment(notice.deadline) ?? now,
        }))
      }),
  )
}

const idOf = (number: number) => `fts:${String(number).padStart(7, '0')}-2026`

/**
 * A database that holds `open` live notices, each with an id, title, value and deadline of its own. `touch` raises the data version by a
 * publish that changed the first `share` of them.
 */
export function virtualTenders(open: number, now: number): { database: Database; touch(share: number): void } {
  const templates = makeTemplates(now)
  let version = 1
  let changed = 0
  const row = (number: number): Row => {
    const { json, value: base, description, deadline } = templates[number % templates.length]!
    // Minutes apart, as a larger market's would be; and other values, so that both orders differ.
    const at = deadline + ((number * 7919) % 10_080) * MINUTE
    const value = base === null ? null : base + ((number * 104_729) % 100_000)
    const own = [`"${idOf(number)}"`, number, value, `"${new Date(at).toISOString().replace('.000Z', '+00:00')}"`, '']
    return {
      id: idOf(number),
      live: true,
      deadline: String(at),
      hidden_until: null,
      news_at: null,
      sequence: version - 1,
      description,
      places: [`UKE4${(number % 4) + 1}`, `LS${(number % 29) + 1}`],
      // Text, as the reader asks for it.
      notice: json.map((piece, at) => `${piece}${own[at]}`).join(''),
    }
  }
  const state = () => ({
    version: String(version),
    changed_at: new Date(now),
    published_at: new Date(now),
    sources: sources.map(({ prefix }) => ({ source: prefix, data_through: '2026-11-19', failing: false })),
  })
  const counts = {
    ...{
      last_attempt: null,
      last_success: null,
      last_error: null,
      failed_windows: 0,
      reported_releases: 0,
      missing_numbers: 0,
      releases: 0,
    },
    ...{ without_deadline: 0, without_title: 0, skipped_values: 0 },
  }
  const answer = (text: string, params: unknown[] = []): Row[] => {
    if (text.includes('from tender_state')) return [state()]
    if (text.includes('from tender_published')) {
      const [since, after, limit] = params as [number, string, number]
      const end = since < 0 ? open : changed
      const first = after === '' ? 0 : Number(/\d+/.exec(after)?.[0]) + 1
      return Array.from({ length: Math.max(0, Math.min(limit, end - first)) }, (_, index) => row(first + index))
    }
    return text.includes('from tender_notices') ? [counts] : []
  }
  const tx: Queryable = { query: async <T = Row>(text: string, params?: unknown[]) => answer(text, params) as T[], run: async () => 0 }
  return {
    database: { ...tx, tx: (work) => work(tx), close: async () => {}, engine: 'postgres' },
    touch(share) {
      version += 1
      changed = Math.floor(open * share)
    },
  }
}
