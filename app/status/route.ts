import { servePage } from '../../lib/html/respond.ts'
import { site } from '../../lib/pages/site.ts'
import { statusPage } from '../../lib/pages/status.ts'
import { tools } from '../../lib/tools/registry.ts'

export const dynamic = 'force-dynamic'

const page = servePage('tools', site, () => statusPage(tools))

export { page as DELETE, page as GET, page as HEAD, page as PATCH, page as POST, page as PUT }
