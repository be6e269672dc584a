import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { memoryDatabase } from '../../../../tests/support/database.ts'
import { ftsTender } from '../../../../tests/support/ocds-source/index.ts'
import type { Core } from '../../../core.ts'
import type { Database } from '../../../db/index.ts'
import { type Page, toDocument } from '../../../html/document.ts'
import type { Reply } from '../../../http/reply.ts'
import { coreOver, storeMade } from '../../../tenders/ingest.test-support.ts'
import { publishNotices } from '../../../tenders/publish/publish.ts'
import { reloadSnapshot, stopSnapshot } from '../../../tenders/snapshot/snapshot.ts'
import { findATender } from '../../../tenders/sources/find-a-tender.ts'
import { answerNotice } from '../serve.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const DAY = 86_400_000
const ID = 'fts:000901-2026'
let database: Database
let core: Core

const release = (number: number, days: number, changed: { title?: string; deadline?: number; description?: string; value?: number }) => ({
  ...ftsTender({
    ocid: 'ocds-h6vhtk-0f0901',
    id: `${String(number).padStart(6, '0')}-2026`,
    date: NOW - days * DAY,
    deadline: changed.deadline ?? NOW + 5 * DAY,
    title: changed.title ?? 'Window cleaning',
    description: changed.description ?? 'Short.',
    cpv: '90911300',
    category: 'services',
    value: changed.value ?? 5000,
    buyer: ['Made Council', 'Madetown', 'LS1 1UR', 'UKE42'],
    buyerId: 'GB-MADE-1',
  }),
  tag: [number === 901 ? 'tender' : 'tenderUpdate'],
})

beforeAll(async () => {
  database = await memoryDatabase()
  core = coreOver(database, { now: () => NOW })
  const releases = [
    release(901, 9, {}),
    release(902, 6, { deadline: NOW + 8 * DAY, value: 7000 }),
    release(903, 3, { deadline: NOW + 8 * DAY, value: 7000, title: 'Window & door cleaning', description: `Long ${'text '.repeat(60)}` }),
  ]
  await storeMade(database, findATender, releases)
  await publishNotices(database, NOW)
  await reloadSnapshot(core, NOW)
})
afterAll(async () => {
  await stopSnapshot(core)
  await database.close()
})

const page = async () => toDocument((await answerNotice(core, ID)) as Page, core.env)
const json = async () => JSON.parse(String(((await answerNotice(core, `${ID}.json`)) as Reply).body))

test('a notice says what amendments changed, the newest first, on its page and in its JSON', async () => {
  const { amendments } = await json()
  expect(amendments.map(({ at }: { at: string }) => at)).toEqual(['2026-11-17T12:00:00+00:00', '2026-11-14T12:00:00+00:00'])
  expect(amendments[1].fields).toMatchObject({
    deadline: ['2026-11-25T12:00:00+00:00', '2026-11-28T12:00:00+00:00'],
    value_gbp: [5000, 7000],
  })
  expect(Object.keys(amendments[0].fields)).toEqual(expect.arrayContaining(['summary', 'title']))
  for (const { fields } of amendments) expect(fields).not.toHaveProperty('updated')
  const shown = await page()
  expect(shown).toContain('<h2>Amendments</h2>')
  expect(shown).toMatch(/Deadline: <bdi>[^<]*25 November 2026[^<]*<\/bdi> became <bdi>[^<]*28 November 2026/)
  expect(shown).toContain('Value: <bdi>£5,000</bdi> became <bdi>£7,000</bdi>')
  expect(shown).toContain('Title: <bdi>Window cleaning</bdi> became <bdi>Window &amp; door cleaning</bdi>')
  expect(shown).toContain('Summary: rewritten')
})

test('while the database is away the notice stands without them, and says so', async () => {
  const query = vi.spyOn(database, 'query').mockRejectedValue(new Error('away'))
  try {
    expect(await json()).toMatchObject({ notice: { id: ID }, amendments: null })
    expect((await json()).unavailable).toContainEqual({ field: 'amendments', reason: 'earlier releases could not be read just now' })
    expect(await page()).not.toContain('Amendments')
  } finally {
    query.mockRestore()
  }
})
