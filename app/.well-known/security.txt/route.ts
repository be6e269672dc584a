import { serveDocument } from '../../../lib/catalogue/serve.ts'
import { env } from '../../../lib/env.ts'
import { securityTxt } from '../../../lib/pages/security-txt.ts'

export const dynamic = 'force-dynamic'

const handle = serveDocument(() => ({ contentType: 'text/plain; charset=utf-8', body: securityTxt(env(), Date.now()) }))

export { handle as DELETE, handle as GET, handle as HEAD, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT }
