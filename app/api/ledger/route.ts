import { db } from '../../../lib/db/index.ts'
import { requireToken } from '../../../lib/http/operator.ts'
import { problem } from '../../../lib/http/problem.ts'
import { requestIdOf } from '../../../lib/http/request-id.ts'
import { ledgerReport, parseLedgerQuery } from '../../../lib/payments/ledger-report.ts'

export const dynamic = 'force-dynamic'

/** `GET /api/ledger?from&to&tool&network&format=csv|json|table`, for the operator. */
export async function GET(request: Request): Promise<Response> {
  try {
    requireToken(request)
    const query = parseLedgerQuery(Object.fromEntries(new URL(request.url).searchParams))
    const { contentType, body } = await ledgerReport(await db(), query)
    return new Response(body, { headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store' } })
  } catch (error) {
    return problem(error, { requestId: requestIdOf(request) })
  }
}
