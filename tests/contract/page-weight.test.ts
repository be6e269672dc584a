/** Every page is light enough for a slow line, also before it is compressed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Core } from '../../lib/core.ts'
import { pages } from '../../lib/site/pages.ts'
import { createSite } from '../../lib/site/table.ts'
import { TRADES } from '../../lib/tenders/trades/trades.ts'
import { tools } from '../../lib/tools/registry.ts'
import { testCore } from '../support/core.ts'
import { webOf } from '../support/endpoint.ts'

const BASE_URL = 'https://tools-of-a-long-name.agents.test'
const MOST_BYTES = 80_000

let core: Core
/** With everything on a page that settings can put there. */
beforeAll(() => {
  core = testCore({
    BASE_URL,
    PAY_FROM_PAGE: 'all',
    PAYTO_BASE: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
    PAYTO_SOLANA: '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4',
    OPERATOR_NAME: 'The Long Named Company of Agents Limited',
    OPERATOR_CONTACT: 'mailto:help@tools-of-a-long-name.agents.test',
  })
})
afterAll(() => core.closeDatabase())

test(`no page is heavier than ${MOST_BYTES} bytes`, async () => {
  const site = createSite(core)
  const ask = webOf((_core, call) => site(call))
  const paths = [
    ...pages.map(({ path }) => path).filter((path) => !path.includes(':') && !/\.(md|json|csv)$/.test(path)),
    ...tools.flatMap(({ path }) => [path, `${path}?colour=blue`]),
    ...TRADES.map(({ slug }) => `/tenders/${slug}/keywords`),
    '/docs/search?q=e',
    '/no-such-page',
  ]
  expect(paths.length).toBeGreaterThan(60)
  for (const path of paths) {
    const response = await ask(new Request(`${BASE_URL}${path}`, { headers: { accept: 'text/html,application/xhtml+xml' } }))
    expect(response.headers.get('content-type'), path).toContain('text/html')
    expect((await response.arrayBuffer()).byteLength, path).toBeLessThanOrEqual(MOST_BYTES)
  }
})
