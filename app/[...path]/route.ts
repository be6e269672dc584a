import { ApiError } from '../../lib/errors.ts'
import { toPageResponse } from '../../lib/html/respond.ts'
import { prefersHtml } from '../../lib/http/accept.ts'
import { problem } from '../../lib/http/problem.ts'
import { requestIdOf } from '../../lib/http/request-id.ts'
import { notFoundPage } from '../../lib/pages/not-found.ts'
import { site } from '../../lib/pages/site.ts'

export const dynamic = 'force-dynamic'

/** Every address that nothing else answers: a page for people, a problem document for programs. */
const unknown = (request: Request): Response => {
  const { pathname } = new URL(request.url)
  if (prefersHtml(request.headers.get('accept')))
    return toPageResponse(notFoundPage(pathname.startsWith('/tenders') ? 'tenders' : 'tools', pathname), site(), request, {
      Vary: 'Accept',
    })
  const detail = `There is nothing at this address. The list of endpoints is at ${site().BASE_URL}/.`
  return problem(new ApiError('not_found', detail), { requestId: requestIdOf(request), headers: { Vary: 'Accept' } })
}

export { unknown as DELETE, unknown as GET, unknown as HEAD, unknown as OPTIONS, unknown as PATCH, unknown as POST, unknown as PUT }
