import { ApiError } from '../../lib/errors.ts'
import { toPageResponse } from '../../lib/html/respond.ts'
import { forOperator } from '../../lib/ops/for-operator.ts'
import { operatorPage } from '../../lib/ops/page.ts'
import { site } from '../../lib/pages/site.ts'

export const dynamic = 'force-dynamic'

const METHODS = ['GET', 'HEAD']

/** The operator's page, behind HTTP Basic with OPERATOR_TOKEN as the password. */
const handle = (request: Request): Promise<Response> =>
  forOperator(request, async () => {
    if (!METHODS.includes(request.method))
      throw new ApiError('method_not_allowed', 'This page is read with GET.', { extra: { allowed: METHODS } })
    return toPageResponse(await operatorPage(), site(), request)
  })

export { handle as DELETE, handle as GET, handle as HEAD, handle as PATCH, handle as POST, handle as PUT }
