import { gate } from '../../../lib/payments/watched.ts'

export const dynamic = 'force-dynamic'
// Verify, the slowest handler, two settle attempts and a look at the chain.
export const maxDuration = 120

// Every verb, so that 405 and OPTIONS are ours: Next's own lack Allow and CORS.
export { gate as DELETE, gate as GET, gate as HEAD, gate as OPTIONS, gate as PATCH, gate as POST, gate as PUT }
