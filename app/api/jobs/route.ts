import { dispatch } from '../../../inngest/dispatch.ts'
import { jobsCollection } from '../../../lib/jobs/api.ts'

const handle = (request: Request) => jobsCollection(request, { dispatch })

export { handle as DELETE, handle as GET, handle as HEAD, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT }
export const dynamic = 'force-dynamic'
