import { runningApp } from '../../../lib/running.ts'

/** The queue's calls, answered by the one app of this process. */
const handle = (request: Request): Response | Promise<Response> => runningApp()?.queue(request) ?? new Response(null, { status: 503 })

export { handle as DELETE, handle as GET, handle as HEAD, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT }
export const dynamic = 'force-dynamic'
// One step of the ingest reads several pages with pauses between them.
export const maxDuration = 300
