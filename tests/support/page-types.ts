/** One address of every type of page, from what the running app serves. */
import { tools } from '../../lib/tools/registry.ts'

export type PageType = { name: string; path: string; status: number }

type Feed = { notices: { id: string }[] }

/** Addresses to sweep. The notice is the first that closes in a trade that has some. */
export async function pageTypes(url: string): Promise<PageType[]> {
  const feed = (await (await fetch(`${url}/api/uk-tenders/cleaning.json`)).json()) as Feed
  const notice = feed.notices[0]
  if (!notice) throw new Error('No notice is open.')
  const [tool] = tools
  if (!tool) throw new Error('There is no tool.')
  const example = new URLSearchParams(tool.examples[0].query)
  return [
    { name: 'landing', path: '/', status: 200 },
    { name: 'docs', path: '/docs', status: 200 },
    { name: 'tool', path: `/docs/${tool.id}`, status: 200 },
    { name: 'tool with long answers', path: '/docs/solana/token-risk', status: 200 },
    { name: 'payments', path: '/docs/payments', status: 200 },
    { name: 'search', path: '/docs/search?q=settled', status: 200 },
    { name: 'bad input', path: `${tool.path}?colour=blue`, status: 400 },
    { name: 'errors', path: '/docs/errors', status: 200 },
    { name: 'error', path: '/docs/errors/settlement_unknown', status: 200 },
    { name: 'risk rules', path: '/docs/risk-rules', status: 200 },
    { name: 'tenders feed', path: '/docs/tenders-feed', status: 200 },
    { name: 'status', path: '/status', status: 200 },
    { name: 'privacy', path: '/privacy', status: 200 },
    { name: 'terms', path: '/terms', status: 200 },
    { name: 'changelog', path: '/changelog', status: 200 },
    { name: 'payment required', path: `${tool.path}?${example}`, status: 402 },
    { name: 'not found', path: '/no-such-page', status: 404 },
    { name: 'tenders', path: '/tenders', status: 200 },
    { name: 'feeds', path: '/tenders/feeds', status: 200 },
    { name: 'status of the tenders', path: '/tenders/status', status: 200 },
    { name: 'trade', path: '/tenders/cleaning', status: 200 },
    { name: 'trade, filtered', path: '/tenders/construction?region=London&value=not-a-band&sort=value', status: 200 },
    { name: 'renewals', path: '/tenders/all/renewals', status: 200 },
    { name: 'planned', path: '/tenders/all/planned', status: 200 },
    { name: 'keywords', path: '/tenders/cleaning/keywords', status: 200 },
    { name: 'notice', path: `/tenders/notice/${notice.id}`, status: 200 },
    { name: 'unknown notice', path: '/tenders/notice/fts:000000-1999', status: 404 },
  ]
}
