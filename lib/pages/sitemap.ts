/** What search engines are told: robots.txt, and every page worth finding, open notices included. Pure. */
import type { Env } from '../core.ts'
import { type ProblemCode, problems } from '../errors.ts'
import { escapeHtml } from '../html/html.ts'
import type { TradeIndex } from '../tenders/search/trade-index.ts'
import { TRADES } from '../tenders/trades/trades.ts'
import type { Tool } from '../tools/define.ts'
import { noticePath } from './tenders/notice-row.ts'

type Settings = Pick<Env, 'BASE_URL' | 'TOOLS_URL'>

/** The protocol allows 50,000 in one file. */
const NOTICES_MAX = 45_000

export const robotsTxt = (settings: Settings): string => `User-agent: *
Allow: /
Disallow: /v1/
Disallow: /api/jobs

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
  const pages = [
    ...general,
    ...tools.map(({ id }) => `/docs/${id}`),
    ...(Object.keys(problems) as ProblemCode[]).map((code) => `/docs/errors/${code}`),
  ]
  const trades = ['/tenders', ...TRADES.flatMap(({ slug }) => [`/tenders/${slug}`, `/tenders/${slug}/keywords`])]
  const entries = [...pages.map((path) => `${settings.BASE_URL}${path}`), ...trades.map((path) => `${settings.TOOLS_URL}${path}`)].map(
    (url) => `<url><loc>${escapeHtml(url)}</loc></url>`,
  )
  const notices: string[] = []
  for (const [position, { notice }] of (index?.rows ?? []).entries()) {
    if ((index?.deadlines[position] ?? 0) <= now || !index?.shown.has(position)) continue
    if (notices.length === NOTICES_MAX) break
    notices.push(`<url><loc>${escapeHtml(`${settings.TOOLS_URL}${noticePath(notice.id)}`)}</loc><lastmod>${notice.updated}</lastmod></url>`)
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[...entries, ...notices].join('\n')}\n</urlset>\n`
}
