import { jobResource } from '../../../../lib/jobs/api.ts'

type Context = { params: Promise<{ id: string }> }

const handle = async (request: Request, { params }: Context) => jobResource(request, (await params).id)

export { handle as DELETE, handle as GET, handle as HEAD, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT }
export const dynamic = 'force-dynamic'
