import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { virtualTenders } from '../../../scripts/bench/tenders-rows.ts'
import { createCore } from '../../core.ts'
import { parseEnv } from '../../env.ts'
import { stopSnapshot } from '../snapshot/snapshot.ts'
import { exportOnce } from './export.ts'
import type { ExportSection } from './section.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

test('a market that takes longer to read than a request would wait for it is exported all the same', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { database } = virtualTenders(20, NOW)
  const slow = Promise.withResolvers<void>()
  const core = createCore(parseEnv({}), {
    now: () => NOW,
    openDatabase: async () => ({ ...database, tx: async (work) => slow.promise.then(() => database.tx(work)) }),
  })
  const dir = mkdtempSync(join(tmpdir(), 'export-'))
  onTestFinished(async () => {
    vi.useRealTimers()
    await stopSnapshot(core)
    rmSync(dir, { recursive: true })
  })
  const open: ExportSection = {
    names: () => ['open.txt'],
    read: async (_, _name, { index }, at) => ({ pieces: [Buffer.from(String(index.notices.size))], lastModified: at, changesAt: at }),
  }
  const read = vi.advanceTimersByTimeAsync(60_000).then(() => {
    vi.useRealTimers()
    slow.resolve()
  })
  const [written] = await Promise.all([exportOnce(core, dir, [open]), read])
  expect(written).toBe(1)
  expect(readFileSync(join(dir, 'open.txt'), 'utf8')).toBe('20')
})
