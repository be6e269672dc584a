/** A book (EPUB 3.3, and 2 before it) as HTML: its documents in the order in which they are read. */
import { LIMITS } from '../page/limits.ts'
import type { Content } from './content.ts'
import { bookPageHtml } from './epub-page.ts'
import { nameOf, type Package } from './package.ts'
import { at, elementsOf, textIn, type Xml } from './xml.ts'

export const EPUB = 'application/epub+zip'
const PAGE = /^(?:application\/xhtml\+xml|text\/html)$/
const FONT = /font|opentype|truetype/
const FONT_NAME = /\.(?:otf|ttf|woff2?)$/

/** @returns null for a file that holds no book, and for one of which more than fonts is encrypted */
export function readEpub(file: Package): Content | null {
  const root = at(file.xml('META-INF/container.xml'), 'container', 'rootfiles', 'rootfile')?.attributes['full-path'] ?? ''
  const book = at(file.xml(root), 'package')
  if (book === undefined) return null
  const items = new Map(elementsOf(at(book, 'manifest'), 'item').map((item) => [item.attributes.id ?? '', item.attributes]))
  const types = new Map([...items.values()].map(({ href = '', 'media-type': type = '' }) => [nameOf(href, nameOf(root)), type]))
  if (encryptedIn(file).some((name) => !FONT_NAME.test(name) && !FONT.test(types.get(name) ?? ''))) return null
  const parts: string[] = []
  let length = 0
  for (const { attributes } of elementsOf(at(book, 'spine'), 'itemref')) {
    const item = items.get(attributes.idref ?? '')
    items.delete(attributes.idref ?? '')
    // The list of contents is left out: the headings follow.
    if (item === undefined || !PAGE.test(item['media-type'] ?? '') || /\bnav\b/.test(item.properties ?? '')) continue
    if (length > LIMITS.text) {
      file.cut = true
      break
    }
    const { html, cut } = bookPageHtml(file.text(nameOf(item.href ?? '', nameOf(root))) ?? '')
    if (cut) file.cut = true
    length += html.length
    parts.push(html)
  }
  const said = saidOf(at(book, 'metadata'))
  return {
    contentType: EPUB,
    html: parts.join(''),
    title: said('title'),
    author: [...new Set(elementsOf(at(book, 'metadata'), 'creator').map(lineOf))].filter((name) => name !== '').join(', ') || null,
    created: said('date'),
    lang: said('language'),
  }
}

/** Names of the parts that are encrypted. */
const encryptedIn = (file: Package): string[] =>
  elementsOf(at(file.xml('META-INF/encryption.xml'), 'encryption'), 'EncryptedData').map((data) =>
    nameOf(at(data, 'CipherData', 'CipherReference')?.attributes.URI ?? ''),
  )

const saidOf =
  (metadata: Xml | undefined) =>
  (name: string): string | null => {
    const text = lineOf(at(metadata, name))
    return text === '' ? null : text
  }

const lineOf = (element: Xml | undefined): string => textIn(element).replace(/\s+/g, ' ').trim()
