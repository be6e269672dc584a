import { dispatch } from '../../../../../inngest/dispatch.ts'
import { jobAction } from '../../../../../lib/jobs/api.ts'

type Context = { params: Promise<{ id: string; action: string }> }

const handle = async (request: Request, { params }: Context) => {
  const { id, action } = await params
  return jobAction(request, id, action, { dispatch })
}

export { handle as DELETE, handle as GET, handle as HEAD, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT }
export const dynamic = 'force-dynamic'
