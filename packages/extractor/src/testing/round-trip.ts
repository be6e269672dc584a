/** HTML of Markdown, and what comes back of it. */
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { extractPage } from '../extract.ts'

/** As GitHub reads it: raw HTML is text. */
export const toHtml = (markdown: string): string => micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })

/** Rendered HTML with absolute addresses, and without white space that is not seen: that of code is kept. */
export const normal = (html: string): string =>
  html
    .replace(
      /(href|src)="([^"]*)"/g,
      (_whole, name: string, address: string) => `${name}="${URL.parse(address, 'https://e.example/')?.href}"`,
    )
    .replace(/<(input)([^>]*)>/g, (_whole, _tag, rest: string) => `<input${/checked/.test(rest) ? ' checked' : ''}>`)
    .split(/(<pre>[\s\S]*?<\/pre>)/)
    .map((part) => (part.startsWith('<pre>') ? part : part.replace(/\s*\n\s*/g, ' ').replace(/ {2,}/g, ' ')))
    .join('')
    .trim()

const [BEFORE, BEHIND] = [
  'The harbour office publishes the hours of the ferries for each season, and this page says where to find them and whom to ask.',
  'Whoever wants to know more about the ferries may ask at the office on weekdays between nine and noon, or write to the authority.',
]
const inArticle = (html: string): string =>
  `<title>Ferries</title><nav><a href="/">Home</a></nav><main><article><h1>Ferries</h1><p>${BEFORE}</p>${html}<p>${BEHIND}</p></article></main>` +
  '<footer>All rights reserved. <a href="/imprint">Imprint</a></footer>'

/** The Markdown that comes back of HTML, by where it stands. */
export const PLACES: Readonly<Record<string, (html: string) => string>> = {
  alone: (html) => extractPage({ html, url: 'https://e.example/' })?.markdown ?? '',
  'in an article': (html) =>
    extractPage({ html: inArticle(html), url: 'https://e.example/' })!
      .markdown.split(BEFORE)[1]!
      .split(BEHIND)[0]!,
}
