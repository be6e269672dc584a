import { serveJson } from '../../../../lib/catalogue/serve.ts'
import { env } from '../../../../lib/env.ts'
import { makeStaticCard } from '../../../../lib/mcp/server-card.ts'

export const dynamic = 'force-dynamic'

const serve = serveJson(() => makeStaticCard(env()))

export { serve as DELETE, serve as GET, serve as HEAD, serve as OPTIONS, serve as PATCH, serve as POST, serve as PUT }
