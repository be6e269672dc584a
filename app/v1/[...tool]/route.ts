import { gate } from '../../../lib/payments/watched.ts'

export const dynamic = 'force-dynamic'
export const maxDuration = 60

// Every verb, so that 405 and OPTIONS are ours: Next's own lack Allow and CORS.
export { gate as DELETE, gate as GET, gate as HEAD, gate as OPTIONS, gate as PATCH, gate as POST, gate as PUT }
