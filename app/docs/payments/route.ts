import { withMarkdown } from '../../../lib/catalogue/serve-markdown.ts'
import { env } from '../../../lib/env.ts'
import { servePage } from '../../../lib/html/respond.ts'
import { paymentsPage } from '../../../lib/pages/docs/payments-page.ts'
import { showcaseOf } from '../../../lib/pages/landing/index.ts'
import { site } from '../../../lib/pages/site.ts'
import { currentOffers } from '../../../lib/payments/offers.ts'
import { tools } from '../../../lib/tools/registry.ts'

export const dynamic = 'force-dynamic'

const page = withMarkdown(servePage('tools', site, () => paymentsPage(tools, showcaseOf(tools), currentOffers(), env())))

export { page as DELETE, page as GET, page as HEAD, page as PATCH, page as POST, page as PUT }
