import { servePage } from '../../lib/html/respond.ts'
import { forOperator } from '../../lib/ops/for-operator.ts'
import { operatorPage } from '../../lib/ops/page.ts'
import { site } from '../../lib/pages/site.ts'

export const dynamic = 'force-dynamic'

const page = servePage('tools', site, () => operatorPage())

/** The operator's page, behind HTTP Basic with OPERATOR_TOKEN as the password. */
const handle = (request: Request) => forOperator(request, () => page(request, undefined))

export { handle as DELETE, handle as GET, handle as HEAD, handle as PATCH, handle as POST, handle as PUT }
