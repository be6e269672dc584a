/**
 * Who won, without naming people. A supplier may be a person in business under their own name, whose name is personal data and no part of the
 * open licence: shown is only who has a company, charity or supplier number, or a name that no person has.
 */

import { stripInvisible } from '../words/text.ts'

/** Registers of companies, charities and public suppliers; any other identifier may be a person's. */
const REGISTERS = new Set(['GB-COH', 'GB-CHC', 'GB-SC', 'GB-NIC', 'GB-PPON', 'GB-MPR', 'GB-LAE', 'GB-NHS'])
const LEGAL_FORM =
  /\b(?:ltd|limited|llp|plc|p\.l\.c|cic|c\.i\.c|cio|inc|incorporated|llc|gmbh|b\.?v|s\.?a\.?r\.?l|pty|cyf|cyfyngedig|ccc|corporation|corp)\b\.?/i
const PUBLIC_BODY =
  /\b(?:council|university|nhs|college|hospital|housing association|foundation trust|fire and rescue|police|ministry|cyngor|prifysgol)\b/i
/** Before these a person stands, whatever comes after. */
const PERSONAL = /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|rev)\b\.?|\b(?:t\/a|t\.a\.|trading as)(?=\s)/i

export const UNNAMED = 'individual or unregistered supplier'

type Identifier = { scheme: string | null; id: string | null } | null

/** The name under which a supplier is shown, and whether it is the supplier's own. */
export function supplierName(name: string, identifiers: readonly Identifier[]): { name: string; named: boolean } {
  const clean = stripInvisible(name).replace(/\s+/g, ' ').trim()
  const isRegistered = identifiers.some((each) => REGISTERS.has(each?.scheme?.toUpperCase() ?? '') && (each?.id ?? '').trim() !== '')
  const isBody = LEGAL_FORM.test(clean) || PUBLIC_BODY.test(clean)
  const shown = clean !== '' && (isRegistered || (isBody && !PERSONAL.test(clean)))
  return shown ? { name: clean, named: true } : { name: UNNAMED, named: false }
}
