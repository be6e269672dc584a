/** The frame of the documentation: its menu, its search and the table of contents beside the page; on a phone above it, folded. */
import { type Html, html } from '../../html/html.ts'
import type { Tool } from '../../tools/define.ts'

const general: readonly (readonly [path: string, name: string])[] = [
  ['/docs', 'Start here'],
  ['/docs/payments', 'Payments'],
  ['/docs/errors', 'Errors'],
  ['/docs/risk-rules', 'Risk rules'],
  ['/docs/tenders-feed', 'Tenders feed'],
  ['/docs/policy', 'Policy'],
]

/** Sections of a page that have an `id`, with their headings. */
export type Contents = readonly (readonly [id: string, heading: string])[]

/** Words to look for in all pages of the documentation. */
export const searchForm = (words = ''): Html =>
  html`<form class="find" action="/docs/search" method="get" role="search"><label for="docs-q">Search the docs</label><span><input id="docs-q" name="q" type="search" maxlength="100" value="${words}" autocomplete="off"><button class="button quiet" type="submit">Search</button></span></form>`

/** Puts `body` beside the menu; `path` is the page's own. */
export const docsFrame = (tools: readonly Tool[], path: string, body: Html, contents: Contents = []): Html => {
  const entry = ([href, name]: readonly [string, string]) =>
    html`<li><a href="${href}"${href === path && html` aria-current="page"`}>${name}</a></li>`
  const hasForm = path === '/docs/search'
  // What scrolls must be reachable by keyboard: elsewhere the form is.
  return html`<div class="side"><div class="beside"${hasForm && html` tabindex="0"`}>${!hasForm && searchForm()}
${
  contents.length > 1 &&
  html`<nav aria-label="On this page"><details class="menu"><summary>On this page</summary><div><p class="group">On this page</p><ul>${contents.map(([id, heading]) => html`<li><a href="#${id}">${heading}</a></li>`)}</ul></div></details></nav>`
}<nav aria-label="Documentation"><details class="menu"><summary>Menu</summary><div><p class="group">Guides</p><ul>${general.map(entry)}</ul><p class="group">Tools</p><ul>${tools.map(({ id }) => entry([`/docs/${id}`, id]))}</ul></div></details></nav></div><article class="doc">${body}</article></div>`
}
