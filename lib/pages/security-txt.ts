import type { Env } from '../core.ts'
import type { OperatorSettings } from '../operator.ts'

const VALID_DAYS = 180

/** `/.well-known/security.txt` (RFC 9116). Expires is computed: half a year from the first of this month, so that it changes monthly. */
export function securityTxt(settings: Pick<Env, 'BASE_URL' | 'CONTACT_URL'> & OperatorSettings, now: number): string {
  const date = new Date(now)
  const expires = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) + VALID_DAYS * 86_400_000)
  return [
    `Contact: ${settings.OPERATOR_CONTACT ?? settings.CONTACT_URL}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: en',
    `Canonical: ${settings.BASE_URL}/.well-known/security.txt`,
    '',
  ].join('\r\n')
}
