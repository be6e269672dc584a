import { functions } from '../../../inngest/index.ts'
import { createServe } from '../../../inngest/serve.ts'

const handle = createServe(functions)

export { handle as DELETE, handle as GET, handle as HEAD, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT }
export const dynamic = 'force-dynamic'
// One step of the ingest reads several pages with pauses between them.
export const maxDuration = 300
