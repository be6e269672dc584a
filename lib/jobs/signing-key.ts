/** The key that signs calls to /api/inngest: Inngest's own, or with the built-in executor one made at start and known to this process alone. */
import { createHmac, randomBytes } from 'node:crypto'
import { env } from '../env.ts'
import { shared } from '../shared.ts'
import { canonicalJson } from './canonical-json.ts'

export function signingKey(): string | undefined {
  const { INNGEST_SIGNING_KEY, JOBS_DRIVER } = env()
  if (INNGEST_SIGNING_KEY) return INNGEST_SIGNING_KEY
  return JOBS_DRIVER === 'executor' ? shared('executor-signing-key', () => `signkey-local-${randomBytes(32).toString('hex')}`) : undefined
}

/** The value of `x-inngest-signature` over a body: HMAC-SHA256 of its canonical JSON and the time. */
export function sign(body: unknown, key: string, seconds = Math.floor(Date.now() / 1_000)): string {
  const secret = key.replace(/^signkey-\w+-/, '')
  const signature = createHmac('sha256', secret).update(canonicalJson(body)).update(String(seconds)).digest('hex')
  return `t=${seconds}&s=${signature}`
}
