import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import axe, { type RunOnly } from 'axe-core'
import { HtmlValidate } from 'html-validate'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser, visit } from '../support/browser.ts'
import { type BuiltApp, startBuiltApp } from '../support/built-app.ts'
import { type PageType, pageTypes } from '../support/page-types.ts'
import { requires } from '../support/requires.ts'

const WIDTHS = [320, 768, 1280]
/** As a browser asks: a program that likes HTML gets its errors as JSON. */
const HTML = { Accept: 'text/html,application/xhtml+xml' }

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // Roles say again what a table row is once a phone shows it as a block.
    'no-redundant-role': 'off',
    // A block of code that scrolls must be reachable by keyboard.
    'no-inline-style': 'error',
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    'require-sri': ['error', { target: 'crossorigin' }],
  },
})

/** Chromium reports a document's own status of 400 and more as a failed resource; those pages are meant to have it. */
const isOwnStatus = (complaint: string, { status }: PageType) => status >= 400 && complaint.includes(`status of ${status}`)

const EVERY_RULE: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
/** What the size of a text may break; what is hidden at a width is asked of the width alone. */
const RULES_OF_SIZE: RunOnly = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'],
}
/** The two schemes differ in colours alone. */
const RULES_OF_COLOUR: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** In the page: what axe has to say of it. */
async function violationsOf(runOnly: RunOnly): Promise<string[]> {
  const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, { runOnly, resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** In the page: pixels by which it is wider than its window. */
const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth

/** How many were focused, those of them that show no outline then, and whether the last was left. */
type Walk = { seen: number; bare: string[]; isOver: boolean }
/** Steps after which the page is asked: to ask it after each costs as much as the step. */
const STRIDE = 20

/** In the page: notes from now on what gets the focus, as `walk()` tells. */
function noteFocus(): void {
  const seen = new Set<Element>()
  const bare: string[] = []
  let isOver = false
  document.addEventListener('focusin', ({ target }) => {
    const element = target as Element
    seen.add(element)
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    if (outlineStyle === 'none' || !(Number.parseFloat(outlineWidth) > 0)) bare.push(element.outerHTML.slice(0, 90))
  })
  document.addEventListener('focusout', ({ relatedTarget }) => {
    isOver ||= relatedTarget === null
  })
  Object.assign(globalThis, { walk: (): Walk => ({ seen: seen.size, bare, isOver }) })
}

/** All pages in a real browser take their time on a busy machine. */
const SWEEP_MS = 900_000

/** Goes through every page type in three lanes: most of the time goes to the browser's own processes. A lane takes the next page that none has. */
async function sideBySide(pages: readonly PageType[], lane: (next: Iterable<PageType>) => Promise<void>): Promise<void> {
  const waiting = pages.values()
  await Promise.all(Array.from({ length: 3 }, () => lane(waiting)))
}

requires('chromium')('every type of page', () => {
  let app: BuiltApp
  let browser: Browser
  let pages: PageType[]

  beforeAll(async () => {
    app = await startBuiltApp()
    browser = await startBrowser()
    pages = await pageTypes(app.url)
  }, 600_000)
  afterAll(async () => {
    await browser?.close()
    await app?.stop()
  })

  test(
    'has nothing for axe, no sideways scroll, no complaint and no stranger, at any width, light and dark, with text of twice the size',
    () =>
      sideBySide(pages, async (next) => {
        // One page for all, and axe as a script that it begins with: elsewhere the browser would compile axe anew, which costs more than to run it.
        const { page, complaints, strangers, close } = await visit(browser, app.url)
        await page.addInitScript(axe.source)
        for (const type of next) {
          const response = await page.goto(type.path)
          expect(response?.status(), type.name).toBe(type.status)
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 800 })
            for (const colorScheme of ['light', 'dark'] as const) {
              // A colour that fades into the other has neither's contrast, and a page behind another one need not end its fading.
              await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
              const violations = await page.evaluate(violationsOf, colorScheme === 'light' ? EVERY_RULE : RULES_OF_COLOUR)
              expect(violations, `${type.name} at ${width} px, ${colorScheme}`).toEqual([])
            }
            expect(await page.evaluate(sideways), `${type.name} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0)
          }
          await page.evaluate(() => {
            document.documentElement.style.fontSize = '200%'
          })
          for (const width of [360, 1280]) {
            await page.setViewportSize({ width, height: 800 })
            expect(await page.evaluate(sideways), `${type.name}, text twice as large, at ${width} px`).toBeLessThanOrEqual(0)
            expect(await page.evaluate(violationsOf, RULES_OF_SIZE), `${type.name}, text twice as large, at ${width} px`).toEqual([])
          }
          expect(
            complaints.splice(0).filter((complaint) => !isOwnStatus(complaint, type)),
            type.name,
          ).toEqual([])
          expect(strangers, type.name).toEqual([])
        }
        await close()
      }),
    SWEEP_MS,
  )

  test('is valid HTML, says where it belongs, and runs under a strict policy', async () => {
    for (const { name, path } of pages) {
      const response = await fetch(`${app.url}${path}`, { headers: HTML })
      const report = await validator.validateString(await response.text())
      const messages = report.results.flatMap((result) =>
        result.messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
      )
      expect(messages, name).toEqual([])
      const policy = response.headers.get('content-security-policy') ?? ''
      expect(policy, name).toMatch(/default-src 'none'/)
      expect(policy, name).not.toMatch(/unsafe-/)
      expect(response.headers.get('x-content-type-options'), name).toBe('nosniff')
    }
  })

  test(
    'shows its whole text with script switched off',
    () =>
      sideBySide(pages, async (next) => {
        const [plain, full] = [await visit(browser, app.url, { javaScriptEnabled: false }), await visit(browser, app.url)]
        const words = async (page: typeof plain.page) => (await page.locator('main').innerText()).split(/\s+/).length
        for (const { name, path } of next) {
          await Promise.all([plain, full].map(({ page }) => page.goto(path)))
          // Script adds buttons to copy with and the live panel; it must never add content.
          expect(await words(plain.page), name).toBeGreaterThan((await words(full.page)) * 0.9)
          expect(await plain.page.locator('h1').count(), name).toBe(1)
        }
        await plain.close()
        await full.close()
      }),
    SWEEP_MS,
  )

  test(
    'can be walked by keyboard, every control with a visible focus',
    () =>
      sideBySide(pages, async (next) => {
        const { page, close } = await visit(browser, app.url, { viewport: { width: 1280, height: 800 } })
        for (const { name, path } of next) {
          await page.goto(path)
          const expected = await page.locator('a[href]:visible, button:visible, select:visible, summary:visible, pre:visible').count()
          await page.evaluate(noteFocus)
          let walk: Walk = { seen: 0, bare: [], isOver: false }
          for (let steps = 0; steps < expected + 40 && !walk.isOver; steps += STRIDE) {
            for (let step = 0; step < STRIDE; step++) await page.keyboard.press('Tab')
            walk = await page.evaluate(() => (globalThis as unknown as { walk: () => Walk }).walk())
          }
          expect(walk.bare, name).toEqual([])
          expect(walk.seen, name).toBeGreaterThanOrEqual(expected)
        }
        await close()
      }),
    SWEEP_MS,
  )

  test('links only to what is there', async () => {
    const checked = new Set<string>()
    for (const { path } of pages) {
      const text = await (await fetch(`${app.url}${path}`, { headers: HTML })).text()
      for (const [, raw = ''] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
        const target = new URL(raw.replaceAll('&amp;', '&'), `${app.url}${path}`)
        if (target.origin !== app.url || target.pathname.startsWith('/mcp')) continue
        if (target.hash !== '' && target.pathname === new URL(path, app.url).pathname) {
          expect(text, `${path} has no ${target.hash}`).toContain(`id="${target.hash.slice(1)}"`)
          continue
        }
        target.hash = ''
        if (checked.has(target.href)) continue
        checked.add(target.href)
        const { status } = await fetch(target, { headers: { Accept: '*/*' } })
        const isPaid = target.pathname.startsWith('/v1/')
        const fits = isPaid ? [400, 402].includes(status) : status === 200
        expect(fits, `${path} links to ${target.href}: ${status}`).toBe(true)
      }
    }
    expect(checked.size).toBeGreaterThan(60)
  })

  test('shows a call of the feed that runs as it stands', async () => {
    for (const path of ['/docs/tenders-feed', '/tenders/feeds']) {
      const page = await (await fetch(`${app.url}${path}`, { headers: HTML })).text()
      const [, sample = ''] = /<strong>curl<\/strong>.*?<code>(.*?)<\/code>/s.exec(page) ?? []
      const { stdout } = await promisify(execFile)('bash', ['-c', sample.replaceAll('&#39;', "'").replaceAll('&amp;', '&')])
      const { notices } = JSON.parse(stdout) as { notices: { delivery_regions: string[]; buyer_region: string | null }[] }
      expect(notices.length, path).toBeGreaterThan(0)
      for (const notice of notices) expect([...notice.delivery_regions, notice.buyer_region], path).toContain('London')
    }
  })

  test('weighs little: 80 kB before it is compressed, the landing page 120 kB with its 60 kB of script, a trade no script', async () => {
    for (const { name, path } of pages) {
      const text = await (await fetch(`${app.url}${path}`, { headers: { ...HTML, 'Accept-Encoding': 'identity' } })).text()
      expect(Buffer.byteLength(text), name).toBeLessThanOrEqual(80_000)
    }
    const weigh = async (path: string) => {
      const { page, transferred, close } = await visit(browser, app.url)
      await page.goto(path, { waitUntil: 'networkidle' })
      await close()
      return transferred
    }
    const sum = (sizes: Record<string, number>) => Object.values(sizes).reduce((total, size) => total + size, 0)
    const landing = await weigh('/')
    expect(sum(landing)).toBeLessThan(120_000)
    expect(landing.script ?? 0).toBeLessThan(60_000)
    const trade = await weigh('/tenders/cleaning')
    expect(sum(trade)).toBeLessThan(80_000)
    expect(trade.script ?? 0).toBe(0)
  })
})
