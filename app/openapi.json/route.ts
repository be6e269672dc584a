import { makeOpenApi } from '../../lib/catalogue/openapi.ts'
import { serveJson } from '../../lib/catalogue/serve.ts'
import { env } from '../../lib/env.ts'
import { tools } from '../../lib/tools/registry.ts'

export const dynamic = 'force-dynamic'

const openapi = serveJson(() => makeOpenApi(tools, env()))

export { openapi as DELETE, openapi as GET, openapi as HEAD, openapi as OPTIONS, openapi as PATCH, openapi as POST, openapi as PUT }
