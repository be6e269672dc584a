import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toDocument } from './document.ts'
import { content, html, jsonBlock, render, trusted } from './html.ts'
import { contentSecurityPolicy, pageReply } from './respond.ts'
import { sheets } from './style/index.ts'

test('text from outside never becomes markup, in content or in attributes', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '/', '=', ' ', '`') }), (text) => {
      const made = render(html`<p title="${text}">${text}</p>`)
      expect(made.match(/</g)).toHaveLength(2)
      expect(render(html`<code>${content(text)}</code>`).match(/[<>]/g)).toHaveLength(4)
      expect(made.match(/"/g)).toHaveLength(2)
    }),
  )
})

test('nothing stands for nothing, and lists join without commas', () => {
  expect(render(html`${null}${undefined}${false}${0}${['a', html`<b>c</b>`]}`)).toBe('0a<b>c</b>')
})

test('a data block cannot end its own element', () => {
  const text = '</script><script>alert(1)</script>'
  const block = render(html`<script type="application/ld+json">${jsonBlock({ text })}</script>`)
  expect(block.match(/<\/script>/g)).toHaveLength(1)
  expect(JSON.parse(block.replace(/^<[^>]*>|<\/script>$/g, ''))).toEqual({ text })
})

test('an object that only looks like HTML is not taken for it', () => {
  const forged = JSON.parse('{"html":"<b>"}') as never
  expect(() => render(html`${forged}`)).toThrow()
})

test('the policy names the style that stands in the page, and allows no inline script', async () => {
  const page = { title: 'A', description: 'B', path: '/', body: trusted(''), product: 'tools' } as const
  const [, css = ''] =
    /<style>([\s\S]*)<\/style>/.exec(toDocument(page, { BASE_URL: 'https://a.example', TOOLS_URL: 'https://b.example' })) ?? []
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css))).toString('base64')
  const policy = contentSecurityPolicy('tools', true)
  expect(policy).toContain(`style-src 'sha256-${digest}'`)
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe')
  expect(contentSecurityPolicy('tenders', false)).toContain("script-src 'none'")
  expect(new Set(Object.values(sheets).map(({ hash }) => hash)).size).toBe(3)
  const site = { BASE_URL: 'https://a.example', TOOLS_URL: 'https://b.example' }
  const landing = pageReply({ ...page, sheet: 'landing', cacheControl: 'no-store' }, site)
  expect(landing.headers['Content-Security-Policy']).toContain(sheets.landing.hash)
  expect(landing.body).toContain(sheets.landing.css)
})

test('addresses come from the settings: canonical by product, and absolute only towards the other site', () => {
  const page = { title: 'A', description: 'B', path: '/tenders', body: trusted(''), product: 'tenders' } as const
  const split = toDocument(page, { BASE_URL: 'https://tools.example', TOOLS_URL: 'https://feed.example' })
  expect(split).toContain('<link rel="canonical" href="https://feed.example/tenders">')
  expect(split).toContain('href="https://tools.example/docs"')
  const one = toDocument(page, { BASE_URL: 'https://one.example', TOOLS_URL: 'https://one.example' })
  expect(one).toContain('<a href="/docs">')
})
