/** The Markdown of a page that its answer names: `Link` or `<link>` with rel="alternate" and type="text/markdown". */

const MOST_BYTES = 65_536

type Answer = { readonly url: URL; readonly headers: Record<string, string>; readonly bytes: Uint8Array }

/** Address of the Markdown that an answer names beside itself; null where it names none. */
export function namedTwin({ url, headers, bytes }: Answer): URL | null {
  for (const [, address = '', attributes = ''] of (headers.link ?? '').matchAll(
    /<([^<>]{1,4000})>((?:\s*;\s*[\w*-]{1,40}\s*=\s*(?:"[^"]*"|[^\s,;"]+))*)/g,
  )) {
    const twin = isTwin(attributes) ? other(address, url) : null
    if (twin) return twin
  }
  if (!/html|^$/i.test(headers['content-type'] ?? '')) return null
  const start = new TextDecoder().decode(bytes.subarray(0, MOST_BYTES)).replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
  for (const [tag] of start.matchAll(/<link\s[^<>]{1,2000}>/gi)) {
    const address = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i
      .exec(tag)
      ?.slice(1)
      .find((value) => value !== undefined)
    const twin = address !== undefined && isTwin(tag) ? other(address.replaceAll('&amp;', '&'), url) : null
    if (twin) return twin
  }
  return null
}

const isTwin = (attributes: string): boolean =>
  /[\s;]rel\s*=\s*(?:["'][^"']{0,100}?\balternate\b|alternate\b)/i.test(attributes) &&
  /[\s;]type\s*=\s*["']?text\/markdown\b/i.test(attributes)

function other(address: string, page: URL): URL | null {
  const twin = URL.parse(address.trim(), page)
  if (!twin || !/^https?:$/.test(twin.protocol)) return null
  twin.hash = ''
  return twin.href === page.href ? null : twin
}
