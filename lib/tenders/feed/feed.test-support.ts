/** Notices for the tests of feeds and formats; every value is made up. */

import type { StoredNotice } from '../notices/notice.ts'
import { MatchedNotice } from '../search/matched-notice.ts'
import type { FeedStatus } from './feed.ts'

export const NOW = Date.parse('2026-11-20T12:00:00Z')

export const SITE = 'https://tools.example.org'

export const STATUS: FeedStatus = {
  data_through: '2026-11-19',
  stale: false,
  sources: [
    { name: 'Find a Tender', data_through: '2026-11-19', stale: false },
    { name: 'Contracts Finder', data_through: '2026-11-19', stale: false },
  ],
  changedAt: Date.parse('2026-11-20T00:40:00Z'),
}

let count = 0

/** A notice of the trades given, open until December; `fields` override. */
export function made(
  fields: Partial<StoredNotice> = {},
  trades: Record<string, 'title' | 'any'> = { cleaning: 'title' },
  beside: { sequence?: number; places?: readonly string[] } = {},
): MatchedNotice {
  const number = fields.id?.slice(4) ?? `${String(++count).padStart(6, '0')}-2026`
  return new MatchedNotice(
    {
      id: `fts:${number}`,
      title: 'Window cleaning of the town hall',
      buyer: 'Exampleton Borough Council',
      buyer_region: 'North West',
      value_gbp: 182_500,
      value_includes_vat: false,
      deadline: '2026-12-04T12:00:00+00:00',
      published: '2026-11-02',
      procedure: 'Open procedure',
      sme_suitable: true,
      source: 'Find a Tender',
      notice_url: `https://www.find-tender.service.gov.uk/Notice/${number}`,
      summary: 'Windows, inside and out, four times a year.',
      delivery_regions: ['North West'],
      contract_start: '2027-01-01',
      contract_end: '2029-12-31',
      category: 'services',
      main_cpv: '90911300',
      cpvs: ['90911300', '90910000'],
      value_basis: 'net',
      updated: '2026-11-03T09:30:00+00:00',
      also_at: [],
      ...fields,
    },
    { trades: new Map(Object.entries(trades)), ...beside },
  )
}
