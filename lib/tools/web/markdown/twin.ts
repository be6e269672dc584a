/** The Markdown of a page that its answer names: `Link` or `<link>` with rel="alternate" and type="text/markdown". */
import { type Answer, addressIn, attributeIn, beginningOf, tagsOf } from '../../../egress/safe-fetch/beginning.ts'

/** Address of the Markdown that an answer names beside itself; null where it names none. */
export function namedTwin(answer: Answer): URL | null {
  const { url } = answer
  for (const [address, attributes] of linksOf(answer)) {
    const twin = isTwin(attributes) ? addressIn(address, url) : null
    if (twin !== null && twin.href !== url.href) return twin
  }
  return null
}

/** Links of an answer, those of its header first: address, and the source of their attributes. */
function* linksOf(answer: Answer): Generator<[string, string]> {
  for (const [, address = '', attributes = ''] of (answer.headers.link ?? '').matchAll(
    /<([^<>]{1,4000})>((?:\s*;\s*[\w*-]{1,40}\s*=\s*(?:"[^"]*"|[^\s,;"]+))*)/g,
  ))
    yield [address, attributes]
  for (const tag of tagsOf(beginningOf(answer).replace(/<!--[\s\S]*?(?:-->|$)/g, ' '), 'link')) yield [attributeIn(tag, 'href') ?? '', tag]
}

const isTwin = (attributes: string): boolean =>
  /[\s;]rel\s*=\s*(?:["'][^"']{0,100}?\balternate\b|alternate\b)/i.test(attributes) &&
  /[\s;]type\s*=\s*["']?text\/markdown\b/i.test(attributes)
