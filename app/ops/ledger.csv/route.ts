import { db } from '../../../lib/db/index.ts'
import { forOperator } from '../../../lib/ops/for-operator.ts'
import { ledgerReport, parseLedgerQuery } from '../../../lib/payments/ledger-report.ts'

export const dynamic = 'force-dynamic'

/** `GET /ops/ledger.csv?from&to&tool&network`: the ledger for a spreadsheet, behind the same password as the page. */
export const GET = (request: Request): Promise<Response> =>
  forOperator(request, async () => {
    const query = parseLedgerQuery({ ...Object.fromEntries(new URL(request.url).searchParams), format: 'csv' })
    const { contentType, body } = await ledgerReport(await db(), query)
    return new Response(body, {
      headers: {
        'Content-Type': contentType,
        'Content-Disposition': 'attachment; filename="ledger.csv"',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    })
  })
