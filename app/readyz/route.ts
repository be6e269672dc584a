import { readiness } from '../../lib/readiness.ts'

export const dynamic = 'force-dynamic'

/** 200 when this process can sell and serve; 503 names what is missing. */
export async function GET(): Promise<Response> {
  const report = await readiness()
  return Response.json(report, {
    status: report.ready ? 200 : 503,
    headers: { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' },
  })
}
