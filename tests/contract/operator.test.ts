/** Whoever is asked for money is told who asks: the operator stands on every page and in every document that describes the service. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Core } from '../../lib/core.ts'
import { createSite } from '../../lib/site/table.ts'
import { testCore } from '../support/core.ts'
import { webOf } from '../support/endpoint.ts'

const BASE_URL = 'https://tools.test'
const OPERATOR = {
  OPERATOR_NAME: 'Acme & Sons <Ltd>',
  OPERATOR_CONTACT: 'mailto:help@acme.co',
  OPERATOR_COUNTRY: 'GB',
  TERMS_URL: 'https://acme.co/terms',
}
const NAME_IN_HTML = 'Acme &amp; Sons &lt;Ltd&gt;'

const cores: Core[] = []
const siteOf = (variables: Record<string, string>) => {
  const core = testCore({ BASE_URL, ...variables })
  cores.push(core)
  const site = createSite(core)
  const ask = webOf((_core, call) => site(call))
  return async (path: string, accept: string): Promise<string> =>
    (await ask(new Request(`${BASE_URL}${path}`, { headers: { accept } }))).text()
}
let named: ReturnType<typeof siteOf>
let unnamed: ReturnType<typeof siteOf>

beforeAll(() => {
  named = siteOf(OPERATOR)
  unnamed = siteOf({})
})
afterAll(async () => {
  for (const core of cores) await core.closeDatabase()
})

const PAGES = [
  '/',
  '/docs',
  '/docs/payments',
  '/docs/util/ping',
  '/docs/errors/invalid_input',
  '/privacy',
  '/terms',
  '/changelog',
  '/no-such-page',
  '/tenders/no-such-trade',
]

describe.each(PAGES)('the page %s', (path) => {
  test('names the operator with contact, country and terms in its footer', async () => {
    const [, footer = ''] = (await named(path, 'text/html')).split('<footer')
    expect(footer).toContain(NAME_IN_HTML)
    expect(footer).toContain('United Kingdom')
    expect(footer).toContain('href="mailto:help@acme.co"')
    expect(footer).toContain('href="/terms"')
  })

  test('says that nobody is named where nobody is', async () => {
    const [, footer = ''] = (await unnamed(path, 'text/html')).split('<footer')
    expect(footer).toContain('No operator is named')
  })
})

test.each(['/docs', '/privacy', '/terms'])('%s names the operator in its text', async (path) => {
  const [main = ''] = (await named(path, 'text/html')).split('<footer')
  expect(main).toContain(NAME_IN_HTML)
  expect(main).toContain('href="mailto:help@acme.co"')
})

test('the contact has its place in the documentation, and the terms lead to those of the operator', async () => {
  const [, contact = ''] = (await named('/docs', 'text/html')).split('id="contact"')
  expect(contact.split('</section>')[0]).toContain('href="mailto:help@acme.co"')
  expect(await named('/terms', 'text/html')).toContain('href="https://acme.co/terms"')
})

test('programs are told the same', async () => {
  const json = async (path: string) => JSON.parse(await named(path, 'application/json'))
  const operator = {
    name: 'Acme & Sons <Ltd>',
    contact: 'mailto:help@acme.co',
    country: 'United Kingdom',
    terms: 'https://acme.co/terms',
  }
  expect(await json('/')).toMatchObject({ operator })
  expect((await json('/openapi.json')).info).toMatchObject({
    contact: { name: operator.name, email: 'help@acme.co' },
    termsOfService: operator.terms,
  })
  expect(await json('/.well-known/mcp/server-card.json')).toMatchObject({ operator })
  expect((await json('/mcp/server-card'))._meta).toEqual({ 'test.tools/operator': operator })
  expect(await named('/.well-known/security.txt', '*/*')).toMatch(/^Contact: mailto:help@acme\.co\r\n/)
  expect(await named('/llms.txt', '*/*')).toContain('Acme & Sons <Ltd>')
})

test('without an operator programs are told null, and the terms of this service', async () => {
  const json = async (path: string) => JSON.parse(await unnamed(path, 'application/json'))
  expect(await json('/')).toMatchObject({ operator: null })
  expect((await json('/openapi.json')).info).toMatchObject({
    termsOfService: `${BASE_URL}/terms`,
    contact: { url: `${BASE_URL}/docs#contact` },
  })
})

test.each(['/tenders/feeds', '/tenders/status'])('%s stays under the header of the tenders', async (path) => {
  const [header = ''] = (await named(path, 'text/html')).split('</header>')
  expect(header).toContain('<span>UK public tenders</span>')
  expect(header).toContain(`<a href="${path}" aria-current="page">`)
})
