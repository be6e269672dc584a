/** How something that callers use comes to an end: told by headers beforehand, and by 410 afterwards (docs/policy.md). */
import { ApiError } from '../errors.ts'

export type Retirement = {
  /** From when on it is discouraged. */
  deprecatedAt: Date
  /** When it ends; not before `deprecatedAt`. */
  sunsetAt: Date
  /** URL of the page that says why and what to do. */
  policyUrl: string
  /** URL of what takes its place. */
  successorUrl?: string
}

/**
 * `Deprecation` (RFC 9745: a structured-field date), `Sunset` (RFC 8594: an HTTP date) and the `Link` values that go with them.
 * @throws RangeError when it would end before it is deprecated
 */
export function retirementHeaders({ deprecatedAt, sunsetAt, policyUrl, successorUrl }: Retirement): Record<string, string> {
  if (sunsetAt < deprecatedAt) throw new RangeError('What is retired is deprecated first: sunsetAt is before deprecatedAt.')
  const links = [
    `<${policyUrl}>; rel="deprecation"; type="text/html"`,
    `<${policyUrl}>; rel="sunset"; type="text/html"`,
    ...(successorUrl === undefined ? [] : [`<${successorUrl}>; rel="successor-version"`]),
  ]
  return {
    Deprecation: `@${Math.floor(deprecatedAt.getTime() / 1000)}`,
    Sunset: sunsetAt.toUTCString(),
    Link: links.join(', '),
  }
}

/** @throws ApiError `gone` (410) from the sunset on; never a redirect, since a payment must not be carried elsewhere unseen */
export function refuseAfterSunset({ sunsetAt, policyUrl, successorUrl }: Retirement, now = Date.now()): void {
  if (now < sunsetAt.getTime()) return
  const next = successorUrl === undefined ? `See ${policyUrl}.` : `Its successor is ${successorUrl}.`
  throw new ApiError('gone', `This ended on ${sunsetAt.toISOString().slice(0, 10)}. ${next} Nothing was charged.`, {
    extra: { policy: policyUrl, ...(successorUrl === undefined ? {} : { successor: successorUrl }) },
  })
}
