/** Notices for tests of whatever lists them, and their arrangement; every value is made up. */

import type { StoredNotice } from '../notices/notice.ts'
import { Bits } from './bits.ts'
import { build } from './build-index.ts'
import { Batch, type Beside } from './notices/batch.ts'
import { Dictionaries } from './notices/dictionaries.ts'
import type { MatchedNotice } from './notices/notices.ts'
import type { TradeIndex } from './trade-index.ts'
import { runAtOnce } from './turns.ts'

export const NOW = Date.parse('2026-11-20T12:00:00Z')

let count = 0

/** A notice with all that is known beside it. */
export type MadeNotice = MatchedNotice & Required<Beside>

/** What an arrangement is made of: these notices and no others. */
export function batchOf(rows: Iterable<MadeNotice>, dictionaries = new Dictionaries()): Batch {
  const batch = new Batch(dictionaries)
  for (const row of rows) batch.add(row.notice, row)
  return batch
}

/** Notices arranged as of `now`. */
export const buildTradeIndex = (rows: Iterable<MadeNotice>, dictionaries?: Dictionaries, now = NOW): TradeIndex =>
  runAtOnce(build(undefined, batchOf(rows, dictionaries), new Bits(0), now))

/** A notice of the trades given, open until December; `fields` override. */
export function made(
  fields: Partial<StoredNotice> = {},
  trades: Record<string, 'title' | 'any'> = { cleaning: 'title' },
  beside: Omit<Beside, 'trades'> = {},
): MadeNotice {
  const number = fields.id?.slice(4) ?? `${String(++count).padStart(6, '0')}-2026`
  const notice: StoredNotice = {
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
  }
  return {
    id: notice.id,
    deadline: Date.parse(notice.deadline),
    notice,
    trades: new Map(Object.entries(trades)),
    sequence: 0,
    places: [],
    hiddenUntil: null,
    newsAt: null,
    ...beside,
  }
}
