import { LINK_HEADER } from '../../lib/catalogue/links.ts'
import { makeListing } from '../../lib/catalogue/listing.ts'
import { serveJson } from '../../lib/catalogue/serve.ts'
import { env } from '../../lib/env.ts'
import { tools } from '../../lib/tools/registry.ts'

export const dynamic = 'force-dynamic'

const listing = serveJson(() => makeListing(tools, env()), {
  Vary: 'Accept',
  Link: LINK_HEADER,
})

export { listing as DELETE, listing as GET, listing as HEAD, listing as OPTIONS, listing as PATCH, listing as POST, listing as PUT }
