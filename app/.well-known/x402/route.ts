import { serveJson } from '../../../lib/catalogue/serve.ts'
import { makeWellKnown } from '../../../lib/catalogue/well-known.ts'
import { env } from '../../../lib/env.ts'
import { currentOffers } from '../../../lib/payments/offers.ts'
import { tools } from '../../../lib/tools/registry.ts'

export const dynamic = 'force-dynamic'

const wellKnown = serveJson(() => makeWellKnown(tools, env(), (tool) => currentOffers()?.terms.get(tool.id)?.accepts ?? []))

export {
  wellKnown as DELETE,
  wellKnown as GET,
  wellKnown as HEAD,
  wellKnown as OPTIONS,
  wellKnown as PATCH,
  wellKnown as POST,
  wellKnown as PUT,
}
