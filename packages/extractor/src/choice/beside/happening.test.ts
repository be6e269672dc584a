import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { keepHappening } from './happening.ts'

const EVENT = {
  '@type': 'MusicEvent',
  name: 'The Lock Keepers',
  startDate: '2026-06-12T20:00:00+01:00',
  location: { '@type': 'Place', name: 'Lower Lock Hall', address: '1 Lock St' },
  performer: [{ '@type': 'MusicGroup', name: 'The Lock Keepers' }, { name: 'Sluice' }],
}
const kept = (before: string, behind: string, data: unknown = EVENT): string[] => {
  const html = `<title>The Lock Keepers at Lower Lock Hall</title><script type="application/ld+json">${JSON.stringify(data)}</script>${before}<h1>The Lock Keepers</h1>${behind}`
  const page = parsePage(html)
  const { blocks } = segment(page)
  const keep = new Uint8Array(blocks.length)
  keepHappening(page, blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test('the day of an event, its place and who appears are kept beside its title', () => {
  expect(
    kept(
      '<p>Past concert</p><p>Friday 12 June 2026</p>',
      '<p><a href="/v">Lower Lock Hall</a>, Gateham</p><p>Line-up: The Lock Keepers, Sluice</p><p>Join us to follow concerts</p>',
    ),
  ).toEqual(['Friday 12 June 2026', 'Lower Lock Hall, Gateham', 'Line-up: The Lock Keepers, Sluice'])
})

test('what leads to all of their events, menus, other days and lines far below are not', () => {
  const far = `${'<p>A line</p>'.repeat(9)}<p>Sluice</p>`
  expect(kept('<p><a href="/a">All of The Lock Keepers</a></p>', `<nav><p>Sluice</p></nav><p>13 June 2026</p>${far}`)).toEqual([])
  expect(kept('<p>Friday 12 June 2026</p>', '', [EVENT, { ...EVENT, startDate: '2026-06-13' }])).toEqual([])
  expect(kept('<p>A day</p>', '<p>Any line</p>', { '@type': 'Event', name: 'The Lock Keepers', startDate: 'soon' })).toEqual([])
})
