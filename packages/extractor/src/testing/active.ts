import { JSDOM } from 'jsdom'
import markdownIt from 'markdown-it'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

const TAGS = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong del s hr br a img table thead tbody tr th td section sup input'.split(' '),
)
const ATTRIBUTES = new Set(
  'href src alt title class start align style type disabled checked id data-footnotes data-footnote-ref data-footnote-backref aria-describedby aria-label dir'.split(
    ' ',
  ),
)
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:', 'ftp:'])

/** Markdown as careless readers render it: raw HTML and every scheme let through. */
const careless: Readonly<Record<string, (markdown: string) => string>> = {
  'markdown-it': (markdown) => {
    const parser = markdownIt({ html: true, linkify: true })
    parser.validateLink = () => true
    return parser.render(markdown)
  },
  micromark: (markdown) =>
    micromark(markdown, {
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml({ clobberPrefix: '' })],
    }),
}

/**
 * What in Markdown could act once it is rendered, by an allow-list of what Markdown itself can say: every other element, attribute and scheme
 * is named. Empty for Markdown that is safe.
 */
export function activeIn(markdown: string): string[] {
  return Object.entries(careless).flatMap(([name, render]) => {
    const html = render(markdown)
    const found: string[] = []
    for (const element of JSDOM.fragment(html).querySelectorAll('*')) {
      const tag = element.localName
      if (!TAGS.has(tag)) found.push(`${name}: <${tag}>`)
      for (const { name: attribute, value } of element.attributes) {
        const plain = ATTRIBUTES.has(attribute) && (attribute !== 'style' || /^text-align:\s*(?:left|right|center)$/.test(value))
        if (!plain) found.push(`${name}: <${tag} ${attribute}>`)
        if (
          (attribute === 'href' || attribute === 'src') &&
          !SCHEMES.has(URL.parse(value, 'https://relative.example/')?.protocol ?? 'https:')
        )
          found.push(`${name}: ${attribute}=${value.slice(0, 60)}`)
      }
    }
    if (/<!--/.test(html)) found.push(`${name}: a comment`)
    return found
  })
}
