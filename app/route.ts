import { LINK_HEADER } from '../lib/catalogue/links.ts'
import { env } from '../lib/env.ts'
import { servePage } from '../lib/html/respond.ts'
import { prefersHtml } from '../lib/http/accept.ts'
import { landingPage } from '../lib/pages/landing/index.ts'
import { site } from '../lib/pages/site.ts'
import { currentOffers } from '../lib/payments/offers.ts'
import { tools } from '../lib/tools/registry.ts'
import { GET as listing } from './discovery/route.ts'

export const dynamic = 'force-dynamic'

const page = servePage('tools', site, () => landingPage(tools, currentOffers(), env()))

/** One address for people and programs. `next.config.ts` sends most programs to the listing before this is asked; here the finer cases end. */
const landing = async (request: Request, context: unknown): Promise<Response> => {
  if (!prefersHtml(request.headers.get('accept')) && !request.headers.has('rsc')) return listing(request)
  const response = await page(request, context)
  response.headers.set('Vary', 'Accept')
  response.headers.set('Link', LINK_HEADER)
  return response
}

export { landing as DELETE, landing as GET, landing as HEAD, landing as PATCH, landing as POST, landing as PUT }
