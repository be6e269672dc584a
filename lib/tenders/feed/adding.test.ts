import { expect, test, vi } from 'vitest'
import { parseEnv } from '../../env.ts'
import { toDocument } from '../../html/document.ts'
import { tendersFeedPage } from '../../pages/docs/tenders-feed-page.ts'
import { parseFilter } from '../../pages/tenders/filter/read.ts'
import { tendersIndex } from '../../pages/tenders/index-page.ts'
import { tradePage } from '../../pages/tenders/trade-page.ts'
import { feedSection } from '../export/feed-section.ts'
import { buildTradeIndex, made, NOW } from '../search/search.test-support.ts'
import { SITE, STATUS } from './feed.test-support.ts'
import { findTrade, selectFeed } from './feed.ts'
import { findFile, unknownFile } from './feed-file.ts'
import { linkHeader } from './feed-headers.ts'
import { feedLinks, formOf, renderIndex, renderOpml } from './formats.ts'
import { NO_QUERY } from './no-query.ts'

// What somebody does who adds a form and a trade: one value each, one line in its list.
vi.mock('./formats/registry.ts', async (original) => {
  const real = await original<typeof import('./formats/registry.ts')>()
  const made = {
    name: 'toml',
    label: 'TOML',
    extension: 'toml',
    contentType: 'application/toml',
    about: 'For nobody.',
    render: () => 'a = 1',
  }
  return { ...real, FORMATS: [...real.FORMATS, made] }
})
vi.mock('../trades/trades.ts', async (original) => {
  const real = await original<typeof import('../trades/trades.ts')>()
  return { ...real, TRADES: [...real.TRADES, { ...real.TRADES[0]!, slug: 'falconry', name: 'Falconry' }] }
})

const site = { BASE_URL: SITE, TOOLS_URL: SITE }
const index = buildTradeIndex([made({}, { falconry: 'title' })])
const { filter } = parseFilter(new URLSearchParams())
const falconry = findTrade('falconry')

test('a further form and a further trade are on every surface', () => {
  if (!falconry) throw new Error('the trade is not found by its slug')
  const links = feedLinks(SITE, { slug: 'falconry' }, NO_QUERY)
  const feed = selectFeed(index, falconry, NO_QUERY, STATUS, NOW)
  expect(feed.total_open).toBe(1)
  const surfaces = {
    file: JSON.stringify(findFile('falconry.toml')),
    'links of the JSON form': formOf('json').render(feed, links),
    'header Link': linkHeader(links, null),
    'index.json': renderIndex(index, STATUS, SITE, NOW),
    'what a 404 lists': JSON.stringify(unknownFile('nothing.json').extra),
    'page of the trade': toDocument(tradePage(falconry, { index, status: STATUS, filter, faults: [], site, now: NOW }), site),
    documentation: toDocument(tendersFeedPage([], parseEnv({ BASE_URL: SITE, TOOLS_URL: SITE })), site),
    'exported files': feedSection.names(NOW).join(' '),
  }
  for (const [surface, text] of Object.entries(surfaces)) {
    expect(text, surface).toContain('toml')
    expect(text, surface).toContain('falconry')
  }
  expect(renderOpml(SITE)).toContain('falconry.xml')
  expect(toDocument(tendersIndex(index, STATUS, site, NOW), site)).toContain('/tenders/falconry')
})
