import { servePage } from '../../../lib/html/respond.ts'
import { site } from '../../../lib/pages/site.ts'
import { answerTrade } from '../../../lib/pages/tenders/serve.ts'

export const dynamic = 'force-dynamic'

const page = servePage('tenders', site, async (request, { params }: { params: Promise<{ trade: string }> }) =>
  answerTrade((await params).trade, new URL(request.url).searchParams),
)

export { page as DELETE, page as GET, page as HEAD, page as PATCH, page as POST, page as PUT }
