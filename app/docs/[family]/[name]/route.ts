import { withMarkdown } from '../../../../lib/catalogue/serve-markdown.ts'
import { env } from '../../../../lib/env.ts'
import { servePage } from '../../../../lib/html/respond.ts'
import { toolPage } from '../../../../lib/pages/docs/tool-page.ts'
import { notFoundPage } from '../../../../lib/pages/not-found.ts'
import { site } from '../../../../lib/pages/site.ts'
import { toolByPath, tools } from '../../../../lib/tools/registry.ts'

export const dynamic = 'force-dynamic'

const page = withMarkdown(
  servePage('tools', site, async (_request, { params }: { params: Promise<{ family: string; name: string }> }) => {
    const { family, name } = await params
    const tool = toolByPath.get(`/v1/${family}/${name}`)
    return tool ? toolPage(tool, tools, env()) : notFoundPage('tools', `/docs/${family}/${name}`)
  }),
)

export { page as DELETE, page as GET, page as HEAD, page as PATCH, page as POST, page as PUT }
