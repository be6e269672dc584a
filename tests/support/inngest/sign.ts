import { createHmac } from 'node:crypto'
import { canonicalJson } from '../../../lib/jobs/canonical-json.ts'

/** The value of `x-inngest-signature` over a body: HMAC-SHA256 of its canonical JSON and the time. */
export function sign(body: unknown, key: string, seconds = Math.floor(Date.now() / 1_000)): string {
  const secret = key.replace(/^signkey-\w+-/, '')
  const signature = createHmac('sha256', secret).update(canonicalJson(body)).update(String(seconds)).digest('hex')
  return `t=${seconds}&s=${signature}`
}
