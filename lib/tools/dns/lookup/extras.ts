/** What may come with a look-up: the mail check, the registration, and the CAA set a name inherits. None of them can fail the answer. */
import type { Core } from '../../../core.ts'
import { UpstreamError } from '../../../egress/upstream-types.ts'
import { ApiError } from '../../../errors.ts'
import { answered, missing, type TailPart } from '../../tail.ts'
import { checkMail, type Mail } from './mail/index.ts'
import type { Row } from './records.ts'
import { type Registration, registrationOf } from './registration.ts'
import { type Resolution, resolve } from './resolve.ts'
import { isUnresolved } from './resolvers.ts'

/** One or more DNS labels. */
export const DKIM_SELECTOR = /^(?=.{1,63}$)[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/

/** A resolution, or null with a part that says what is missing, when neither resolver answers or the name cannot be resolved. */
async function tryResolve(core: Core, field: string, name: string, type: string, parts: TailPart[], signal: AbortSignal) {
  try {
    const result: Resolution = await resolve(core, { name, type }, signal)
    if (isUnresolved(result.answer)) {
      parts.push(missing(field, { source: result.answer.resolver, reason: 'http_error' }))
      return null
    }
    parts.push(...result.parts.filter((part) => !('reason' in part)))
    return result.answer
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const cause = error.cause instanceof UpstreamError ? error.cause : { source: 'cloudflare', reason: 'timeout' as const }
    parts.push(missing(field, cause))
    return null
  }
}

/** Names with labels too long for DNS are no names: an include may say anything. */
const isName = (name: string): boolean => name.length <= 253 && /^(?:[a-z0-9_-]{1,63}\.)+[a-z0-9-]{2,63}$/.test(name)

export async function lookUpMail(
  core: Core,
  name: string,
  selectors: readonly string[],
  signal: AbortSignal,
): Promise<{ mail: Mail; parts: TailPart[] }> {
  const parts: TailPart[] = []
  const texts = async (owner: string): Promise<string[] | null> => {
    if (!isName(owner)) return []
    const answer = await tryResolve(core, 'mail', owner, 'TXT', parts, signal)
    return answer?.answer.flatMap((row) => ('text' in row ? [String(row.text)] : [])) ?? null
  }
  const hosts = async (owner: string): Promise<string[] | null> => {
    const answer = await tryResolve(core, 'mail.exchanges', owner, 'MX', parts, signal)
    return answer?.answer.flatMap((row) => ('exchange' in row ? [String(row.exchange)] : [])) ?? null
  }
  return { mail: await checkMail(name, selectors, texts, hosts), parts }
}

export async function lookUpRegistration(
  core: Core,
  name: string,
  signal: AbortSignal,
): Promise<{ registration: Registration | null; parts: TailPart[] }> {
  try {
    const result = await registrationOf(core, name, signal)
    const gap = (field: string) => missing(field, { source: 'rdap', reason: 'not_found' })
    const gaps = result.value === null ? [gap('registration')] : result.value.gaps.map((field) => gap(`registration.${field}`))
    return { registration: result.value?.registration ?? null, parts: [answered('rdap', result), ...gaps] }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return { registration: null, parts: [missing('registration', error)] }
  }
}

/** The CAA set of the nearest parent that has one (RFC 8659 section 3). */
export async function toIssuance(
  core: Core,
  name: string,
  signal: AbortSignal,
): Promise<{ from: { name: string; answer: Row[] } | null; parts: TailPart[] }> {
  const parts: TailPart[] = []
  const labels = name.split('.')
  for (let at = 1; at < Math.min(labels.length, 9); at++) {
    const parent = labels.slice(at).join('.')
    const answer = await tryResolve(core, 'caaFrom', parent, 'CAA', parts, signal)
    if (answer === null) break
    const rows = answer.answer.filter((row) => row.type === 'CAA')
    if (rows.length > 0) return { from: { name: parent, answer: rows }, parts }
  }
  return { from: null, parts }
}
