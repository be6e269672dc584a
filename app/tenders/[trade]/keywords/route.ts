import { servePage } from '../../../../lib/html/respond.ts'
import { site } from '../../../../lib/pages/site.ts'
import { answerKeywords } from '../../../../lib/pages/tenders/serve.ts'

export const dynamic = 'force-dynamic'

const page = servePage('tenders', site, async (_request, { params }: { params: Promise<{ trade: string }> }) =>
  answerKeywords((await params).trade),
)

export { page as DELETE, page as GET, page as HEAD, page as PATCH, page as POST, page as PUT }
