import { CookieJar } from 'tough-cookie'

const MOST_CHARS = 4_096
/** What a field may hold without another's reading of it. */
const SENDABLE = /^[\x20-\x7e]+$/

/**
 * Cookies within one chain of redirects, as many sites ask for before they show a page. They go back where RFC 6265 lets them go (a `Domain`
 * reaches hosts of its own registrable domain alone), and are forgotten with the chain: nobody is recognised from one call to the next.
 */
export class ChainCookies {
  readonly #jar = new CookieJar(undefined, { allowSecureOnLocal: false })

  /** Takes over what `url` sets: the Set-Cookie fields of its answer, one a line. */
  take(url: URL, fields: string | undefined): void {
    for (const field of fields?.split('\n') ?? []) this.#jar.setCookieSync(field, url.href, { ignoreError: true })
  }

  /** The Cookie field for `url`; undefined where there is nothing to send. */
  of(url: URL): string | undefined {
    const pairs = this.#jar.getCookiesSync(url.href).map((cookie) => cookie.cookieString())
    const field = pairs.filter((pair) => SENDABLE.test(pair)).join('; ')
    return field === '' || field.length > MOST_CHARS ? undefined : field
  }
}
