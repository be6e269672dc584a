import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'

const TEXT =
  'Once a year the keepers light every lamp on the canal, and the gates are opened one after the other until the water stands level from the upper lock to the river.'
const EVENT = {
  '@type': 'SocialEvent',
  name: 'Night of the Locks',
  startDate: '2026-12-12T18:00:00-05:00',
  endDate: '2026-12-12T22:00:00-05:00',
  location: { '@type': 'Place', name: 'Lower Lock', address: { '@type': 'PostalAddress', streetAddress: '1 Lock St' } },
  offers: [{ '@type': 'AggregateOffer', lowPrice: '12.51', highPrice: 28.52, priceCurrency: 'USD' }],
}
const read = (data: unknown, body = ''): string =>
  extractPage({
    html: `<title>Night of the Locks Tickets</title><script type="application/ld+json">${JSON.stringify(data)}</script><main><h1>Night of the Locks</h1>${body}<p>${TEXT}</p></main>`,
    url: 'https://canal.example/e/1',
  })!.markdown

test('when and where an event is and what it costs come first, where only the data of its page say so', () => {
  expect(read(EVENT)).toBe(
    `When: 2026-12-12T18:00:00-05:00 to 2026-12-12T22:00:00-05:00\\\nWhere: Lower Lock, 1 Lock St\\\nPrice: 12.51 to 28.52 USD\n\n${TEXT}`,
  )
  expect(read({ ...EVENT, eventStatus: 'https://schema.org/EventCancelled' })).toContain('\\\nStatus: Cancelled\n')
  expect(read(EVENT, '<p>We meet at the Lower Lock, 1 Lock St.</p>')).not.toContain('Where:')
})

test('what is no event of the page, or no moment, is left out', () => {
  expect(read([EVENT, { ...EVENT, startDate: '2026-12-13' }])).toBe(TEXT)
  expect(read({ ...EVENT, name: 'Day of the Gates' })).toBe(TEXT)
  expect(read({ '@type': 'Event', name: EVENT.name, startDate: 'soon', offers: { price: 0, priceCurrency: 'USD' } })).toBe(TEXT)
  expect(read({ ...EVENT, offers: null, endDate: null, location: { name: '[a](javascript:x) *b*' } })).toContain(
    'Where: \\[a\\](javascript:x) \\*b\\*\n',
  )
})
