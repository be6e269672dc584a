import { withMarkdown } from '../../../lib/catalogue/serve-markdown.ts'
import { servePage } from '../../../lib/html/respond.ts'
import { notFoundPage } from '../../../lib/pages/not-found.ts'
import { site } from '../../../lib/pages/site.ts'

export const dynamic = 'force-dynamic'

/** Only the Markdown of guides, e.g. `/docs/payments.md`: a family of tools has no page of its own. */
const page = withMarkdown(servePage('tools', site, (request: Request) => notFoundPage('tools', new URL(request.url).pathname)))

export { page as DELETE, page as GET, page as HEAD, page as PATCH, page as POST, page as PUT }
