import { serveDocument } from '../../lib/catalogue/serve.ts'
import { env } from '../../lib/env.ts'
import { robotsTxt } from '../../lib/pages/sitemap.ts'

export const dynamic = 'force-dynamic'

export const GET = serveDocument(() => ({ contentType: 'text/plain; charset=utf-8', body: robotsTxt(env()) }))
