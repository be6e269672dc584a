import { API_CATALOG_TYPE, makeApiCatalog } from '../../../lib/catalogue/links.ts'
import { serveDocument } from '../../../lib/catalogue/serve.ts'
import { env } from '../../../lib/env.ts'

export const dynamic = 'force-dynamic'

const serve = serveDocument(() => ({
  contentType: API_CATALOG_TYPE,
  body: JSON.stringify(makeApiCatalog(env()), null, 2),
  headers: { Link: '</.well-known/api-catalog>; rel="api-catalog"' },
}))

export { serve as DELETE, serve as GET, serve as HEAD, serve as OPTIONS, serve as PATCH, serve as POST, serve as PUT }
