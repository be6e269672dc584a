import { gate } from '../../../../../../lib/payments/gate.ts'

export const dynamic = 'force-dynamic'

export { gate as GET }
