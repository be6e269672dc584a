import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { Planned } from '../notices/outlook.ts'
import { type List, toCalendar } from './forms.ts'

const plan = (id: string, days: Partial<Planned>): Planned =>
  Planned.parse({
    ...{ kind: 'planned', id, title: 'Cleaning', buyer: 'Made Council', main_cpv: null, cpvs: [], stage: 'market engagement' },
    ...{ value_gbp: null, value_basis: null, source: 'Find a Tender', notice_url: 'https://notices.example/1', published: '2026-11-02' },
    ...{ expected: null, engagement_ends: null, contract_start: null, contract_end: null, tender: null },
    ...days,
  })
const items = [
  plan('fts:1', { engagement_ends: '2026-12-12' }),
  plan('fts:2', { engagement_ends: '2026-12-12', expected: '2027-02-01' }),
  plan('fts:3', {}),
]
const list: List = { title: 'Coming up', page: 'https://tools.example/a', self: 'https://tools.example/a.ics', items, columns: [] }

test('the calendar says of each day what it is: the end of talks is no tender to expect', () => {
  const events = new ICAL.Component(ICAL.parse(toCalendar(list))).getAllSubcomponents('vevent')
  const said = events.map((event) => ['dtstart', 'summary', 'dtstamp'].map((name) => String(event.getFirstPropertyValue(name))))
  expect(said).toEqual([
    ['2026-12-12', 'Market engagement ends: Cleaning', '2026-11-02T00:00:00Z'],
    ['2027-02-01', 'Tender expected: Cleaning', '2026-11-02T00:00:00Z'],
  ])
})
