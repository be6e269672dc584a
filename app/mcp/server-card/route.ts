import { serveDocument } from '../../../lib/catalogue/serve.ts'
import { env } from '../../../lib/env.ts'
import { makeServerCard, SERVER_CARD_TYPE } from '../../../lib/mcp/server-card.ts'

export const dynamic = 'force-dynamic'

const serve = serveDocument(() => ({ contentType: SERVER_CARD_TYPE, body: JSON.stringify(makeServerCard(env()), null, 2) }))

export { serve as DELETE, serve as GET, serve as HEAD, serve as OPTIONS, serve as PATCH, serve as POST, serve as PUT }
