/** What search engines are told: robots.txt, and every page worth finding, open notices included. Pure. */
import type { Env } from '../core.ts'
import { problemCodes } from '../errors.ts'
import { escapeHtml } from '../html/html.ts'
import { firstOpen, noticeAt, type TradeIndex } from '../tenders/search/trade-index.ts'
import { TRADES } from '../tenders/trades/trades.ts'
import type { Tool } from '../tools/define.ts'
import { noticePath } from './tenders/notice/row.ts'

type Settings = Pick<Env, 'BASE_URL' | 'TOOLS_URL'>

/** The protocol allows 50,000 in one file. */
const NOTICES_MAX = 45_000

/**
 * A crawler that is named does not inherit the group of all others (RFC 9309), so each gets the whole of it. Everything here is meant to be found
 * and quoted (contentsignals.org); of training nothing is said.
 */
const AGENTS = ['*', 'GPTBot', 'OAI-SearchBot', 'ChatGPT-User', 'ClaudeBot', 'Claude-User', 'PerplexityBot', 'Google-Extended', 'CCBot']

const group = (agent: string): string => `User-agent: ${agent}
Content-Signal: search=yes, ai-input=yes
Allow: /
Disallow: /v1/
Disallow: /api/jobs
`

/** No `Agentmap` (draft of ARD 0.9): the catalog stands at its well-known address, and auditors call a file with that line invalid. */
export const robotsTxt = (settings: Settings): string => `${AGENTS.map(group).join('\n')}
Sitemap: ${settings.BASE_URL}/sitemap.xml
`

/** `index` undefined: no notices are known yet. */
export function sitemapXml(tools: readonly Tool[], index: TradeIndex | undefined, settings: Settings, now: number): string {
  const general = [
    '/',
    '/docs',
    '/docs/payments',
    '/docs/errors',
    '/docs/risk-rules',
    '/docs/tenders-feed',
    '/docs/policy',
    '/status',
    '/privacy',
    '/terms',
    '/changelog',
  ]
  const pages = [...general, ...tools.map(({ id }) => `/docs/${id}`), ...problemCodes.map((code) => `/docs/errors/${code}`)]
  const trades = [
    '/tenders',
    '/tenders/feeds',
    '/tenders/status',
    ...TRADES.flatMap(({ slug }) => [`/tenders/${slug}`, `/tenders/${slug}/keywords`]),
  ]
  const entries = [...pages.map((path) => `${settings.BASE_URL}${path}`), ...trades.map((path) => `${settings.TOOLS_URL}${path}`)].map(
    (url) => `<url><loc>${escapeHtml(url)}</loc></url>`,
  )
  const notices: string[] = []
  if (index)
    for (const position of index.shown.positions(firstOpen(index, now))) {
      if (notices.length === NOTICES_MAX) break
      const { notice } = noticeAt(index, position)
      notices.push(
        `<url><loc>${escapeHtml(`${settings.TOOLS_URL}${noticePath(notice.id)}`)}</loc><lastmod>${notice.updated}</lastmod></url>`,
      )
    }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[...entries, ...notices].join('\n')}\n</urlset>\n`
}
