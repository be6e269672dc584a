import { requireToken } from '../../lib/http/operator.ts'
import { problem } from '../../lib/http/problem.ts'
import { requestIdOf } from '../../lib/http/request-id.ts'
import { metricsText } from '../../lib/telemetry/prometheus.ts'

export const dynamic = 'force-dynamic'

/** Prometheus metrics of this process, behind METRICS_TOKEN. */
export async function GET(request: Request): Promise<Response> {
  try {
    requireToken(request, 'METRICS_TOKEN')
    const { contentType, body } = await metricsText()
    return new Response(body, { headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store' } })
  } catch (error) {
    return problem(error, { requestId: requestIdOf(request) })
  }
}
