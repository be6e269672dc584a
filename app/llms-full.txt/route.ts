import { llmsFullTxt } from '../../lib/catalogue/docs-markdown.ts'
import { serveDocument } from '../../lib/catalogue/serve.ts'
import { env } from '../../lib/env.ts'

export const dynamic = 'force-dynamic'

const serve = serveDocument(() => ({ contentType: 'text/plain; charset=utf-8', body: llmsFullTxt(env()) }))

export { serve as DELETE, serve as GET, serve as HEAD, serve as OPTIONS, serve as PATCH, serve as POST, serve as PUT }
