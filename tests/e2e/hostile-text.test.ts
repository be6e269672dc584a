import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toDocument } from '../../lib/html/document.ts'
import { parseFilter } from '../../lib/pages/tenders/filter/read.ts'
import { closedNoticePage, noticePage } from '../../lib/pages/tenders/notice/page.ts'
import { tradePage } from '../../lib/pages/tenders/trade-page.ts'
import { SITE, STATUS } from '../../lib/tenders/feed/feed.test-support.ts'
import { findTrade } from '../../lib/tenders/feed/feed.ts'
import { buildTradeIndex, made, NOW } from '../../lib/tenders/search/search.test-support.ts'
import { startBrowser } from '../support/browser.ts'
import { requires } from '../support/requires.ts'

const site = { BASE_URL: SITE, TOOLS_URL: SITE }

const hostile = made({
  title: `${'Donaudampfschifffahrt'.repeat(15)} 🧹🧽🪣 <img src=x onerror="document.title='run'">`,
  buyer: `\u05de\u05d5\u05e2\u05e6\u05d4 ${'x'.repeat(300)}`,
  summary: `${'https://example.org/'.repeat(25)} \u0627\u0644\u0645\u062c\u0644\u0633 <script>document.title='run'</script>`,
  procedure: 'P'.repeat(300),
  cpvs: Array.from({ length: 200 }, () => '90911300'),
})

requires('chromium')('text from outside', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())

  const pages = {
    'list of a trade': () =>
      tradePage(findTrade('cleaning')!, {
        index: buildTradeIndex([hostile]),
        status: STATUS,
        ...parseFilter(new URLSearchParams()),
        site,
        now: NOW,
      }),
    notice: () => noticePage(hostile, site, NOW),
    'closed notice': () => closedNoticePage({ state: 'closed', notice: hostile.notice, reason: 'expired', at: NOW }),
  }
  test.each(Object.entries(pages))('wraps and never runs in the page of a %s', async (_name, make) => {
    const document = toDocument(make(), site)
    // Without any policy: the escaping alone must hold.
    const page = await browser.newPage({ bypassCSP: true })
    await page.route('**/*', (route) => route.abort())
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 700 })
      await page.setContent(document)
      const before = await page.title()
      expect(
        await page.evaluate(() => globalThis.document.documentElement.scrollWidth - globalThis.document.documentElement.clientWidth),
      ).toBeLessThanOrEqual(0)
      expect(await page.locator('h1, h2').filter({ hasText: 'Donaudampf' }).count()).toBeGreaterThan(0)
      expect(before).not.toBe('run')
    }
    await page.close()
  })
})
