import { servePage } from '../../../../lib/html/respond.ts'
import { site } from '../../../../lib/pages/site.ts'
import { answerNotice } from '../../../../lib/pages/tenders/serve.ts'

export const dynamic = 'force-dynamic'

const page = servePage('tenders', site, async (_request, { params }: { params: Promise<{ id: string }> }) =>
  answerNotice(decodeURIComponent((await params).id)),
)

export { page as DELETE, page as GET, page as HEAD, page as PATCH, page as POST, page as PUT }
