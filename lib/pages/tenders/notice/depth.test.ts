import { expect, test } from 'vitest'
import { render } from '../../../html/html.ts'
import { made } from '../../../tenders/search/search.test-support.ts'
import { bidderSection } from './depth.ts'

test('what a notice says in depth is on its page, escaped, and nothing where nothing is said', () => {
  const lot = {
    value_basis: 'net' as const,
    contract_start: null,
    contract_end: null,
    duration_days: null,
    sme_suitable: null,
    vcse_suitable: null,
  }
  const { notice } = made({
    questions_deadline: '2026-07-20T17:00:00+01:00',
    bid_url: 'https://bids.example.org/tender/7',
    framework: true,
    extension_options: 'Two <b>years</b> more.',
    lots: [
      { ...lot, id: '1', title: 'North', value_gbp: 1000 },
      { ...lot, id: '2', title: null, value_gbp: null },
    ],
    documents: [{ title: null, type: null, url: 'https://bids.example.org/pack.zip' }],
    delivery_areas: [{ code: 'UKE42', name: 'Leeds' }],
  })
  const section = bidderSection(notice)
  const page = section ? render(section) : ''
  for (const text of [
    'https://bids.example.org/tender/7',
    'ceiling',
    'Two &lt;b&gt;',
    'North',
    '£1,000 (excluding VAT)',
    'Lot 2',
    'pack.zip',
    'Leeds',
  ])
    expect(page).toContain(text)
  expect(bidderSection(made().notice)).toBe(false)
})
