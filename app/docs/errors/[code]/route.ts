import { withMarkdown } from '../../../../lib/catalogue/serve-markdown.ts'
import { env } from '../../../../lib/env.ts'
import { servePage } from '../../../../lib/html/respond.ts'
import { errorPage, findProblem } from '../../../../lib/pages/docs/errors-pages.ts'
import { notFoundPage } from '../../../../lib/pages/not-found.ts'
import { site } from '../../../../lib/pages/site.ts'
import { tools } from '../../../../lib/tools/registry.ts'

export const dynamic = 'force-dynamic'

const page = withMarkdown(
  servePage('tools', site, async (_request, { params }: { params: Promise<{ code: string }> }) => {
    const { code } = await params
    const known = findProblem(code)
    return known ? errorPage(known, tools, env()) : notFoundPage('tools', `/docs/errors/${code}`)
  }),
)

export { page as DELETE, page as GET, page as HEAD, page as PATCH, page as POST, page as PUT }
