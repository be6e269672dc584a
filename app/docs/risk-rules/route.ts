import { withMarkdown } from '../../../lib/catalogue/serve-markdown.ts'
import { servePage } from '../../../lib/html/respond.ts'
import { riskRulesPage } from '../../../lib/pages/docs/risk-rules-page.ts'
import { site } from '../../../lib/pages/site.ts'
import { tools } from '../../../lib/tools/registry.ts'

export const dynamic = 'force-dynamic'

const page = withMarkdown(servePage('tools', site, () => riskRulesPage(tools)))

export { page as DELETE, page as GET, page as HEAD, page as PATCH, page as POST, page as PUT }
