/**
 * The signature of a call from Inngest, checked before anything else touches its body. It is made over the canonical form of the JSON, so the
 * text must be parsed first; the SDK's own way from text to a no takes a hundred times as long, which a stranger could use.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '../lib/jobs/canonical-json.ts'

const VALID_FOR_MS = 5 * 60_000

/** When a header was signed, Unix milliseconds; undefined when it is no signature or of another time. */
export function signedAt(header: string | null, now: number): string | undefined {
  const seconds = new URLSearchParams(header ?? '').get('t')
  if (seconds === null || !/^\d{1,12}$/.test(seconds)) return undefined
  return Math.abs(now - Number(seconds) * 1000) <= VALID_FOR_MS ? seconds : undefined
}

/** True when `text` was signed with one of the keys, within the last five minutes. */
export function isSigned(text: string, header: string | null, keys: readonly (string | undefined)[], now: number): boolean {
  const seconds = signedAt(header, now)
  const given = Buffer.from(new URLSearchParams(header ?? '').get('s') ?? '', 'hex')
  if (seconds === undefined || given.length !== 32) return false
  let canonical: string
  try {
    canonical = text === '' ? '' : canonicalJson(JSON.parse(text))
  } catch {
    // No JSON, or nested beyond what any state of ours is.
    return false
  }
  return keys.some((key) => {
    if (!key) return false
    const expected = createHmac('sha256', key.replace(/^signkey-\w+-/, ''))
      .update(canonical)
      .update(seconds)
      .digest()
    return timingSafeEqual(expected, given)
  })
}
