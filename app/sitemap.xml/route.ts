import { serveDocument } from '../../lib/catalogue/serve.ts'
import { env } from '../../lib/env.ts'
import { sitemapXml } from '../../lib/pages/sitemap.ts'
import { currentSnapshot } from '../../lib/tenders/snapshot.ts'
import { tools } from '../../lib/tools/registry.ts'

export const dynamic = 'force-dynamic'

export const GET = serveDocument(() => {
  const now = Date.now()
  return { contentType: 'application/xml; charset=utf-8', body: sitemapXml(tools, currentSnapshot(now)?.index, env(), now) }
})
