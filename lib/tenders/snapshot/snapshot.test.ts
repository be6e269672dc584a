import { expect, test } from 'vitest'
import { createCore } from '../../core.ts'
import type { Database, Queryable, Row } from '../../db/index.ts'
import { parseEnv } from '../../env.ts'
import { idAt } from '../search/notices/notices.ts'
import { made } from '../search/search.test-support.ts'
import { sources } from '../sources/sources.ts'
import { currentSnapshot, reloadSnapshot, type Snapshot, stopSnapshot } from './snapshot.ts'

const START = Date.parse('2026-11-20T12:00:00Z')
const SECOND = 1_000
const rowOf = (id: string, deadline: string, fields: Row = {}): Row => {
  const { notice } = made({ id, deadline })
  return {
    id,
    live: true,
    hidden_until: null,
    news_at: null,
    sequence: 0,
    description: '',
    places: [id],
    notice: JSON.stringify(notice),
    ...fields,
  }
}

/** A database of which only what the snapshot reads exists: `rows` are what the last publish wrote. */
function published() {
  const now = { version: 0, at: START, rows: [] as Row[], isWhole: false }
  const none = { last_attempt: null, last_success: null, last_error: null, failed_windows: 0, reported_releases: 0, missing_numbers: 0 }
  const counts = { ...none, releases: 0, without_deadline: 0, without_title: 0, skipped_values: 0 }
  const facts = sources.map(({ prefix }) => ({ source: prefix, data_through: '2026-11-19', failing: false }))
  const answer = (text: string, params: unknown[] = []): Row[] => {
    const at = new Date(now.at)
    if (text.includes('from tender_state')) return [{ version: String(now.version), changed_at: at, published_at: at, sources: facts }]
    if (text.includes('from tender_notices')) return [counts]
    if (!text.includes('from tender_published')) return []
    now.isWhole = params[0] === -1
    return now.rows
  }
  const tx: Queryable = { query: async <T = Row>(text: string, params?: unknown[]) => answer(text, params) as T[], run: async () => 0 }
  const database: Database = { ...tx, tx: (work) => work(tx), close: async () => {}, engine: 'postgres' }
  const core = createCore(parseEnv({}), { openDatabase: async () => database, now: () => now.at })
  const publish = async (at: number, rows: Row[]): Promise<Snapshot> => {
    Object.assign(now, { version: now.version + 1, at, rows })
    await reloadSnapshot(core)
    const snapshot = currentSnapshot(core, at)
    if (!snapshot) throw new Error('nothing was read')
    return snapshot
  }
  return { core, now, publish }
}

const idsOf = ({ index: { notices } }: Snapshot) => Array.from({ length: notices.size }, (_, position) => idAt(notices, position))

test('what only closed is not arranged anew, and gone with the next that is', async () => {
  const { core, publish } = published()
  const first = await publish(START, [rowOf('fts:1', '2026-11-20T12:00:10+00:00'), rowOf('fts:2', '2026-11-21T12:00:00+00:00')])
  const second = await publish(START + 20 * SECOND, [rowOf('fts:1', '2026-11-20T12:00:10+00:00', { live: false })])
  expect(second.index).toBe(first.index)
  const third = await publish(START + 30 * SECOND, [rowOf('fts:3', '2026-11-22T12:00:00+00:00')])
  expect(idsOf(third)).toEqual(['fts:2', 'fts:3'])
  expect(idsOf(first)).toEqual(['fts:1', 'fts:2'])
  const fourth = await publish(START + 40 * SECOND, [rowOf('fts:2', '2026-11-21T12:00:00+00:00', { live: false })])
  expect(idsOf(fourth)).toEqual(['fts:3'])
  await stopSnapshot(core)
})

test('once most of what is kept beside the notices is of notices long gone, all is read anew', async () => {
  const { core, now, publish } = published()
  const kept = () => rowOf('fts:1', '2026-12-01T12:00:00+00:00', { places: [`LS${now.version}`] })
  const readings: boolean[] = []
  for (let day = 0; day < 5; day += 1) {
    await publish(START + day * SECOND, [kept()])
    readings.push(now.isWhole)
  }
  expect(readings).toEqual([true, false, false, true, false])
  expect(currentSnapshot(core, now.at)?.index.dictionaries.placeLists.values).toHaveLength(2)
  await stopSnapshot(core)
})
