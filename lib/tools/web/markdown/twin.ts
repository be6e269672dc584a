/** The Markdown of a page that its answer names: `Link` or `<link>` with rel="alternate" and type="text/markdown". */
import { type Answer, attributeIn, beginningOf, otherAddress, tagsOf } from '../../../egress/safe-fetch/beginning.ts'

/** Address of the Markdown that an answer names beside itself; null where it names none. */
export function namedTwin(answer: Answer): URL | null {
  const { url, headers } = answer
  for (const [, address = '', attributes = ''] of (headers.link ?? '').matchAll(
    /<([^<>]{1,4000})>((?:\s*;\s*[\w*-]{1,40}\s*=\s*(?:"[^"]*"|[^\s,;"]+))*)/g,
  )) {
    const twin = isTwin(attributes) ? otherAddress(address, url, url) : null
    if (twin) return twin
  }
  for (const tag of tagsOf(beginningOf(answer).replace(/<!--[\s\S]*?(?:-->|$)/g, ' '), 'link')) {
    const address = attributeIn(tag, 'href')
    const twin = address !== undefined && isTwin(tag) ? otherAddress(address, url, url) : null
    if (twin) return twin
  }
  return null
}

const isTwin = (attributes: string): boolean =>
  /[\s;]rel\s*=\s*(?:["'][^"']{0,100}?\balternate\b|alternate\b)/i.test(attributes) &&
  /[\s;]type\s*=\s*["']?text\/markdown\b/i.test(attributes)
