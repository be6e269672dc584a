import type { Browser, Locator } from 'playwright-core'
import Parser from 'rss-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tools } from '../../lib/tools/registry.ts'
import { startBrowser, visit } from '../support/browser.ts'
import { type BuiltApp, OPERATOR, startBuiltApp } from '../support/built-app.ts'
import { usdPrice } from '../support/price.ts'
import { requires } from '../support/requires.ts'

type Feed = { meta: { total_open: number }; notices: { id: string; title: string; notice_url: string; deadline: string }[] }

requires('chromium')('the running app, for', () => {
  let app: BuiltApp
  let browser: Browser

  beforeAll(async () => {
    app = await startBuiltApp()
    browser = await startBrowser()
  }, 600_000)
  afterAll(async () => {
    await browser?.close()
    await app?.stop()
  })

  const feedOf = async (file: string): Promise<Feed> => (await (await fetch(`${app.url}/api/uk-tenders/${file}`)).json()) as Feed

  describe('whoever gives an agent its wallet', () => {
    test('reads what it is and what it costs, and finds the page of a tool', async () => {
      const { page, complaints, close } = await visit(browser, app.url)
      await page.goto('/')
      expect(await page.locator('h1').innerText()).toContain('tools')
      const list = page.locator('.prices li')
      expect(await list.count()).toBe(tools.length)
      for (const [index, tool] of tools.entries()) {
        expect(await list.nth(index).innerText()).toContain(tool.summary)
        expect(Number((await list.nth(index).locator('.price').innerText()).slice(1))).toBe(Number(tool.price))
      }
      await page.getByRole('link', { name: 'util/ping', exact: true }).first().click()
      expect(new URL(page.url()).pathname).toBe('/docs/util/ping')
      expect(await page.locator('.bill').innerText()).toContain(`$${Number(usdPrice('util/ping'))}`)
      expect(complaints).toEqual([])
      await close()
    })

    test('sees who is paid, at an explorer', async () => {
      const { page, close } = await visit(browser, app.url)
      await page.goto('/#paid')
      const text = await page.locator('#paid').innerText()
      expect(text).toContain(app.world.payTo.base)
      expect(text).toContain(app.world.payTo.solana)
      const links = await page.locator('#paid a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
      expect(links).toContain(`https://basescan.org/address/${app.world.payTo.base}`)
      await close()
    })

    test('sends the real unpaid call and the bad one from the page', async () => {
      const { page, strangers, close } = await visit(browser, app.url)
      await page.goto('/')
      await page.selectOption('#live-tool', { label: 'util/time' })
      await page.getByRole('button', { name: 'Send the unpaid call' }).click()
      const answer = page.locator('#live-answer')
      await answer.getByText('402 after').waitFor()
      expect(await answer.innerText()).toContain(app.world.payTo.base)
      await page.selectOption('#live-tool', { label: 'dns/lookup' })
      await page.getByRole('button', { name: 'Send a bad one' }).click()
      await answer.getByText('400 after').waitFor()
      expect(await answer.innerText()).toContain('invalid_input')
      expect(strangers).toEqual([])
      await close()
    })

    test('opens a paid path and gets terms as a page, with the header for programs', async () => {
      const { page, close } = await visit(browser, app.url)
      const response = await page.goto('/v1/util/ping')
      expect(response?.status()).toBe(402)
      expect(response?.headers()['payment-required']).toMatch(/^[A-Za-z0-9+/=]+$/)
      const text = await page.locator('main').innerText()
      expect(text).toContain('Nothing was charged')
      expect(text).toContain(app.world.payTo.solana)
      await close()
    })

    test('is charged on the ledger only, and the status page then has figures', async () => {
      const { page, close } = await visit(browser, app.url)
      await page.goto('/status')
      expect(await page.locator('tr', { hasText: 'util/ping' }).innerText()).toContain('no paid calls yet')
      const paid = await app.world.buyer.payingFetch('base')(`${app.url}/v1/util/ping`)
      expect(paid.status).toBe(200)
      await expect
        .poll(
          async () => {
            await page.reload()
            return page.locator('tr', { hasText: 'util/ping' }).innerText()
          },
          { timeout: 40_000, interval: 1_000 },
        )
        .toContain('100 % of 1')
      await close()
    })
  })

  describe('whoever runs a firm', () => {
    test('finds the tenders of the trade and region, closing soonest first, without script', async () => {
      const { page, close } = await visit(browser, app.url, { javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
      await page.goto('/tenders')
      await page.getByLabel('Our trade').selectOption('construction')
      await page.getByLabel('Our region').selectOption('London')
      await page.getByRole('button', { name: 'Show tenders' }).click()
      expect(page.url()).toBe(`${app.url}/tenders/construction?region=London`)
      const feed = await feedOf('construction.json?region=London')
      const titles = await page.locator('.board h2').allInnerTexts()
      expect(titles).toEqual(feed.notices.map(({ title }) => title))
      await page.locator('.board h2 a').first().click()
      expect(await page.locator('h1').innerText()).toBe(feed.notices[0]?.title)
      const official = page.getByRole('link', { name: 'Open the official notice' })
      expect(await official.getAttribute('href')).toBe(feed.notices[0]?.notice_url)
      await close()
    })

    test('narrows a trade by a form, and gets an address that can be passed on', async () => {
      const { page, close } = await visit(browser, app.url)
      await page.goto('/tenders/construction')
      // Wide screens show the form at once; narrow ones behind its summary.
      if (!(await page.getByLabel('Order').isVisible())) await page.getByText('Search, filter and order').click()
      await page.getByLabel('Order').selectOption('value')
      await page.getByLabel('Closing').selectOption('30')
      await page.getByRole('button', { name: 'Apply' }).click()
      expect(page.url()).toBe(`${app.url}/tenders/construction?closing_within=30&sort=value`)
      await close()
    })

    test('is told what a filter may be, while the others hold', async () => {
      const { page, close } = await visit(browser, app.url)
      await page.goto('/tenders/construction?region=Narnia&sort=value')
      const alert = page.getByRole('alert')
      expect(await alert.innerText()).toContain('Narnia')
      expect(await alert.innerText()).toContain('Yorkshire and The Humber')
      const feed = await feedOf('construction.json?sort=value')
      expect(await page.locator('.board h2').allInnerTexts()).toEqual(feed.notices.map(({ title }) => title))
      await close()
    })

    test('subscribes by the links a feed reader looks for', async () => {
      const { page, close } = await visit(browser, app.url)
      await page.goto('/tenders/cleaning')
      const href = await page.locator('link[rel=alternate][type="application/rss+xml"]').getAttribute('href')
      const feed = await new Parser().parseString(await (await fetch(href ?? '')).text())
      const titles = ({ notices }: Feed) => notices.map(({ title }) => title)
      // News is read the newest first; the page has what closes soonest.
      expect(feed.items.map(({ title }) => title)).toEqual(titles(await feedOf('cleaning.json?sort=published')))
      expect(await page.locator('.board h2').allInnerTexts()).toEqual(titles(await feedOf('cleaning.json')))
      const forms = await page.locator('link[rel=alternate]').evaluateAll((all) => all.map((link) => link.getAttribute('type')))
      expect(forms).toEqual([
        'application/json',
        'text/csv',
        'application/rss+xml',
        'application/feed+json',
        'text/calendar',
        'application/atom+xml',
        'application/jsonl',
      ])
      await close()
    })

    test('is told that a notice is over, with a status that says so to programs too', async () => {
      const { page, close } = await visit(browser, app.url)
      const map = await (await fetch(`${app.url}/sitemap.xml`)).text()
      const open = [...map.matchAll(/fts:(\d{6})-(\d{4})/g)]
      const year = open[0]?.[2]
      const numbers = new Set(open.map(([, number]) => Number(number)))
      const gone: string[] = []
      // Between the numbers of open notices lie those of notices that were awarded or cancelled.
      for (let number = Math.min(...numbers); number < Math.max(...numbers) && gone.length === 0; number++) {
        const path = `/tenders/notice/fts:${String(number).padStart(6, '0')}-${year}`
        if (!numbers.has(number) && (await fetch(`${app.url}${path}`)).status === 410) gone.push(path)
      }
      expect(gone).toHaveLength(1)
      const response = await page.goto(gone[0] ?? '')
      expect(response?.status()).toBe(410)
      expect(await page.locator('.deadline strong').innerText()).toBe('Closed')
      expect(await page.getByRole('link', { name: 'Open the official notice' }).count()).toBe(1)
      await close()
    })

    test('puts one deadline into a calendar', async () => {
      const [notice] = (await feedOf('cleaning.json')).notices
      const response = await fetch(`${app.url}/tenders/notice/${notice?.id}.ics`)
      expect(response.headers.get('content-type')).toContain('text/calendar')
      const text = await response.text()
      expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
      const instant = new Date(notice?.deadline ?? '').toISOString().replace(/[-:]|\.\d+/g, '')
      expect(text).toContain(`DTSTART:${instant}`)
    })
  })

  describe.each([
    ['a wide screen', { width: 1280, height: 800 }],
    ['a phone', { width: 360, height: 740 }],
  ])('a newcomer at the landing page, on %s and without script, in three clicks,', (_name, viewport) => {
    /** A page at `/` and what counts the clicks on it; only what can be seen can be clicked. */
    const arrive = async () => {
      const visitor = await visit(browser, app.url, { javaScriptEnabled: false, viewport })
      await visitor.page.goto('/')
      let clicks = 0
      const click = async (target: Locator) => {
        expect(++clicks).toBeLessThanOrEqual(3)
        await target.click()
      }
      return { ...visitor, click }
    }

    test('finds who runs it, and how to reach them', async () => {
      const { page, close } = await arrive()
      const foot = page.locator('footer')
      expect(await foot.innerText()).toContain(`Run by ${OPERATOR.OPERATOR_NAME}, United Kingdom`)
      expect(await foot.getByRole('link', { name: 'help@acme.test' }).getAttribute('href')).toBe(OPERATOR.OPERATOR_CONTACT)
      await close()
    })

    test('gets code that buys on Solana and cannot spend more than its cap', async () => {
      const { page, click, close } = await arrive()
      await click(page.getByRole('link', { name: 'Make a first call' }))
      await click(page.locator('#start label', { hasText: 'Solana' }))
      const shown = await page.locator('#start .panel:visible').innerText()
      expect(shown).toMatch(/at most \$\d/)
      expect(shown).toContain('SOLANA_PRIVATE_KEY')
      expect(shown).toContain('npm install')
      await close()
    })

    test('gets what an MCP host needs to pay, with a cap', async () => {
      const { page, click, close } = await arrive()
      await click(page.getByRole('link', { name: 'Make a first call' }))
      await click(page.locator('#start label', { hasText: 'MCP host' }))
      const config = JSON.parse(await page.locator('#start .panel:visible pre').innerText())
      expect(config.mcpServers['paid-agent-tools'].args).toEqual(expect.arrayContaining(['mcp', '--server', app.url, '--max-usd']))
      await close()
    })

    test('follows tenders near a town above a value', async () => {
      const { page, click, close } = await arrive()
      await click(page.getByRole('link', { name: 'UK tenders' }).first())
      await page.getByLabel('Town or area').fill('Bristol')
      await page.getByLabel('At least £').fill('1000')
      await click(page.getByRole('button', { name: 'Show tenders' }))
      const link = page.getByRole('link', { name: 'RSS feed' })
      const feed = await new Parser().parseString(await (await fetch(new URL((await link.getAttribute('href')) ?? '', app.url))).text())
      const { notices } = await feedOf('all.json?area=Bristol&min_value=1000&sort=published')
      expect(notices.length).toBeGreaterThan(0)
      expect(feed.items.map(({ title }) => title)).toEqual(notices.map(({ title }) => title))
      await click(link)
      await close()
    })

    test('is told whether it works now', async () => {
      const { page, click, close } = await arrive()
      await click(page.getByRole('link', { name: 'Status', exact: true }).first())
      expect(await page.locator('.verdict').innerText()).toMatch(/^(Working|Partly working|Not working)\./)
      await close()
    })
  })

  describe('whoever asks for the root address', () => {
    const chrome = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'
    const cases: [accept: string | undefined, kind: 'html' | 'json'][] = [
      [undefined, 'json'],
      ['', 'json'],
      ['*/*', 'json'],
      ['application/json', 'json'],
      ['text/html', 'html'],
      ['TEXT/HTML', 'html'],
      [chrome, 'html'],
      ['application/json;q=0.5, text/html', 'html'],
      ['application/json, text/html;q=0.5', 'json'],
      ['text/html;q=0', 'json'],
      ['text/html; q=0.0, */*', 'json'],
      ['application/xhtml+xml, text/html;q=0.9, */*;q=0.1', 'html'],
    ]
    test.each(cases)('answers Accept %s with %s, and no shared cache can mix the two', async (accept, kind) => {
      const response = await fetch(app.url, { headers: accept === undefined ? {} : { Accept: accept } })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toContain(kind === 'html' ? 'text/html' : 'application/json')
      expect(response.headers.get('vary')?.toLowerCase()).toContain('accept')
      if (kind === 'html') expect(response.headers.get('cache-control')).toContain('private')
    })

    test('answers a known copy with 304 and other methods with 405', async () => {
      const known = async (): Promise<number> => {
        const first = await fetch(app.url, { headers: { Accept: 'text/html' } })
        const etag = first.headers.get('etag') ?? ''
        return (await fetch(app.url, { headers: { Accept: 'text/html', 'If-None-Match': etag } })).status
      }
      // The page says how many seconds ago the last call was settled.
      await expect.poll(known).toBe(304)
      const post = await fetch(app.url, { method: 'POST', headers: { Accept: 'text/html' } })
      expect(post.status).toBe(405)
      expect(post.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    })
  })
})
