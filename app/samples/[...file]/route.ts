import { serveSample } from '../../../lib/catalogue/serve-sample.ts'

export const dynamic = 'force-dynamic'

export {
  serveSample as DELETE,
  serveSample as GET,
  serveSample as HEAD,
  serveSample as OPTIONS,
  serveSample as PATCH,
  serveSample as POST,
  serveSample as PUT,
}
