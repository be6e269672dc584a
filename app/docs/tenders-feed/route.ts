import { withMarkdown } from '../../../lib/catalogue/serve-markdown.ts'
import { env } from '../../../lib/env.ts'
import { servePage } from '../../../lib/html/respond.ts'
import { tendersFeedPage } from '../../../lib/pages/docs/tenders-feed-page.ts'
import { site } from '../../../lib/pages/site.ts'
import { tools } from '../../../lib/tools/registry.ts'

export const dynamic = 'force-dynamic'

const page = withMarkdown(servePage('tools', site, () => tendersFeedPage(tools, env())))

export { page as DELETE, page as GET, page as HEAD, page as PATCH, page as POST, page as PUT }
