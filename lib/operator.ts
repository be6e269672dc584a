/** Who runs this service, as every page and document names them; and whether they must be named. */
import { publicRule, targetProblem } from './egress/target.ts'
import { ConfigError, type Env } from './env.ts'

export type OperatorSettings = Partial<Pick<Env, 'OPERATOR_NAME' | 'OPERATOR_CONTACT' | 'OPERATOR_COUNTRY' | 'TERMS_URL'>>

export type Operator = {
  name: string
  /** `href` for a link, `words` to read; `email` where it is one. */
  contact?: { href: string; words: string; email?: string }
  country?: string
}

/** RFC 2606, section 3: they resolve, and are nobody's own. The names of its section 2 and of RFC 6761 are refused as targets anyway. */
const RESERVED = /(?:^|\.)example\.(?:com|net|org)\.?$/

/** Every literal address is judged by its number alone. */
const anywhere = publicRule([], { own: () => [] })

/** Whether strangers can reach a service at this URL: not loopback, private or link-local addresses, single labels or reserved names. */
export function isPublicSite(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return targetProblem(new URL(`${protocol}//${hostname}/`), anywhere) === null && !RESERVED.test(hostname)
}

/** The name of a country that is given by its two letters. */
const countryName = (text: string): string =>
  /^[a-z]{2}$/i.test(text) ? (new Intl.DisplayNames('en-GB', { type: 'region' }).of(text.toUpperCase()) ?? text) : text

/** The operator as set; null where nobody is named. */
export function operatorOf(settings: OperatorSettings): Operator | null {
  const { OPERATOR_NAME: name, OPERATOR_CONTACT: href, OPERATOR_COUNTRY: country } = settings
  if (name === undefined) return null
  const email = href?.startsWith('mailto:') ? href.slice('mailto:'.length) : undefined
  return {
    name,
    ...(href === undefined ? {} : { contact: { href, words: email ?? href, ...(email === undefined ? {} : { email }) } }),
    ...(country === undefined ? {} : { country: countryName(country) }),
  }
}

/** Where the terms of use stand. */
export const termsUrl = (settings: OperatorSettings & Pick<Env, 'BASE_URL'>): string => settings.TERMS_URL ?? `${settings.BASE_URL}/terms`

/** The operator for programs: `null` where nobody is named. */
export function operatorFacts(settings: OperatorSettings & Pick<Env, 'BASE_URL'>): Record<string, string> | null {
  const operator = operatorOf(settings)
  if (!operator) return null
  const { name, contact, country } = operator
  return { name, ...(contact && { contact: contact.href }), ...(country && { country }), terms: termsUrl(settings) }
}

/** What a public service lacks before it may ask strangers for money; empty when nothing. */
export function missingOperatorSettings(settings: Env): string[] {
  if (!isPublicSite(settings.BASE_URL)) return []
  return (['OPERATOR_NAME', 'OPERATOR_CONTACT'] as const).filter((name) => settings[name] === undefined)
}

/** Whether strangers can reach a contact: a web address or a mailbox of a public host. */
const isReachable = (href: string): boolean => isPublicSite(href.startsWith('mailto:') ? `https://${href.split('@').at(-1)}` : href)

/** @throws ConfigError when BASE_URL is public and nobody stands behind it who can be reached */
export function requireOperator(settings: Env): void {
  const missing = missingOperatorSettings(settings)
  if (missing.length > 0)
    throw new ConfigError(
      `A service at a public BASE_URL (${settings.BASE_URL}) needs ${missing.join(' and ')}: whoever pays must be able to see who runs it and how to reach them.`,
    )
  const { BASE_URL, OPERATOR_CONTACT } = settings
  if (isPublicSite(BASE_URL) && OPERATOR_CONTACT !== undefined && !isReachable(OPERATOR_CONTACT))
    throw new ConfigError(`A service at a public BASE_URL needs an OPERATOR_CONTACT that strangers can reach, not ${OPERATOR_CONTACT}.`)
}
