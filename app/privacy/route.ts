import { servePage } from '../../lib/html/respond.ts'
import { privacyPage } from '../../lib/pages/privacy.ts'
import { site } from '../../lib/pages/site.ts'

export const dynamic = 'force-dynamic'

const page = servePage('tools', site, privacyPage)

export { page as DELETE, page as GET, page as HEAD, page as PATCH, page as POST, page as PUT }
