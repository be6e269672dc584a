/**
 * Cookies within one chain of redirects, as many sites ask for before they show a page. They go back to the host that set them and to no other,
 * and are forgotten with the chain: nobody is recognised from one call to the next.
 */

const MOST = 30
const MOST_CHARS = 4_096

type Cookie = { readonly value: string; readonly path: string; readonly secure: boolean }

export class ChainCookies {
  readonly #hosts = new Map<string, Map<string, Cookie>>()
  readonly #now: () => number

  /** @param now the clock that says what has expired, in milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Takes over what `url` sets: the Set-Cookie fields of its answer, one a line. */
  take(url: URL, fields: string | undefined): void {
    if (fields === undefined) return
    const jar = this.#hosts.get(url.hostname) ?? new Map<string, Cookie>()
    this.#hosts.set(url.hostname, jar)
    for (const field of fields.split('\n')) {
      const [pair = '', ...attributes] = field.split(';').map((part) => part.trim())
      const [name = '', value = ''] = [pair.slice(0, Math.max(0, pair.indexOf('='))).trim(), pair.slice(pair.indexOf('=') + 1).trim()]
      if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || /[^\x21-\x7e ]/.test(value)) continue
      const said = (attribute: string) => attributes.find((part) => part.toLowerCase().startsWith(attribute))?.slice(attribute.length)
      const path = said('path=')
      jar.delete(name)
      if (Number(said('max-age=') ?? 1) <= 0 || Date.parse(said('expires=') ?? '') <= this.#now() || jar.size >= MOST) continue
      jar.set(name, { value, path: path?.startsWith('/') ? path : '/', secure: said('secure') === '' })
    }
  }

  /** The Cookie field for `url`; undefined where there is nothing to send. */
  of(url: URL): string | undefined {
    const cookies = [...(this.#hosts.get(url.hostname) ?? [])].filter(
      ([, { path, secure }]) => isWithin(url.pathname, path) && (!secure || url.protocol === 'https:'),
    )
    const field = cookies.map(([name, { value }]) => `${name}=${value}`).join('; ')
    return field === '' || field.length > MOST_CHARS ? undefined : field
  }
}

const isWithin = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
