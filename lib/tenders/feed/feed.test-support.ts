/** Where the tests of feeds and formats are served, and what they say of their data. */
import type { FeedStatus } from '../snapshot/snapshot.ts'

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
