import { expect, test } from 'vitest'
import { testCore } from '../../tests/support/core.ts'
import { memoryDatabase } from '../../tests/support/database.ts'
import { getCall } from '../../tests/support/endpoint.ts'
import { toCall } from '../http/reply.ts'
import { storeMade } from '../tenders/ingest.test-support.ts'
import { publishNotices } from '../tenders/publish/publish.ts'
import { findATender } from '../tenders/sources/find-a-tender.ts'
import { createSite } from './table.ts'

const site = createSite(testCore({ RATE_LIMIT_PER_MINUTE: '0' }))

test('a slash behind the address of a page leads to the page, and nowhere else', async () => {
  for (const [asked, page] of [
    ['/tenders/', '/tenders'],
    ['/tenders/cleaning/?q=a%20b&region=Wales', '/tenders/cleaning?q=a%20b&region=Wales'],
    ['/tenders/cleaning/new//', '/tenders/cleaning/new'],
    ['/docs/', '/docs'],
  ]) {
    const reply = await site(getCall(asked ?? ''))
    expect([asked, reply.status, reply.headers.Location]).toEqual([asked, 308, page])
  }
  for (const other of ['//', '//example.org/', '//tenders/', '/nothing/', '/v1/web/', '/api/uk-tenders/'])
    expect([other, (await site(getCall(other))).headers.Location]).toEqual([other, undefined])
  expect((await site(getCall(`${'/'.repeat(300_000)}tenders/`))).status).toBe(404)
  expect((await site(toCall('POST', '/tenders/', () => undefined, 'unknown'))).status).toBe(405)
})

test('a script of another site is told why a notice is not there, as it is given one that is', async () => {
  const database = await memoryDatabase()
  let now = Date.parse('2026-11-20T12:00:00Z')
  const core = Object.assign(testCore({ RATE_LIMIT_PER_MINUTE: '0' }, { openDatabase: async () => database }), { now: () => now })
  const tender = { title: 'Window cleaning', tenderPeriod: { endDate: '2026-11-21T12:00:00Z' } }
  const release = { ocid: 'ocds-h6vhtk-1', id: '000201-2026', date: '2026-11-19T09:00:00Z', tag: ['tender'], tender }
  await storeMade(database, findATender, [release])
  await publishNotices(database, now)
  const ask = createSite(core)
  const open = async (path: string) => {
    const { status, headers } = await ask(getCall(path))
    return [status, headers['Access-Control-Allow-Origin']]
  }
  const files = ['/tenders/notice/fts:000201-2026.json', '/tenders/notice/fts:000201-2026.ics']
  for (const file of files) expect(await open(file)).toEqual([200, '*'])
  expect(await open('/tenders/notice/fts:000202-2026.json')).toEqual([404, '*'])
  const preflight = await ask(toCall('OPTIONS', files[0] ?? '', () => undefined, 'unknown'))
  expect([preflight.status, preflight.headers['Access-Control-Allow-Origin']]).toEqual([204, '*'])
  now += 2 * 86_400_000
  for (const file of files) expect(await open(file)).toEqual([410, '*'])
  await core.closeDatabase()
})
