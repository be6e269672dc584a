import { type Hit, searchDocs } from '../../catalogue/docs-search.ts'
import type { Core } from '../../core.ts'
import type { Page } from '../../html/document.ts'
import { html } from '../../html/html.ts'
import { FIVE_MINUTES } from '../../html/respond.ts'
import type { Tool } from '../../tools/define.ts'
import { docsFrame, searchForm } from './frame.ts'

const QUERY_MAX = 100

const hit = ({ path, title, section, excerpt }: Hit) =>
  html`<li><h2><a href="${path}">${title}</a></h2>${section !== title && html`<p class="small soft">${section}</p>`}<p>${excerpt}</p></li>`

/** `/docs/search?q=`: pages of the documentation that hold all the words. */
export function searchPage(core: Core, tools: readonly Tool[], query: string): Page {
  const words = query.trim().slice(0, QUERY_MAX)
  const hits = searchDocs(core, words)
  return {
    product: 'tools',
    path: '/docs/search',
    section: '/docs',
    title: words === '' ? 'Search the docs' : `${words}: search`,
    description: 'Search all pages of the documentation.',
    cacheControl: FIVE_MINUTES,
    noindex: true,
    body: docsFrame(
      tools,
      '/docs/search',
      html`<h1>Search the docs</h1><section>${searchForm(words)}${
        words !== '' &&
        html`<p role="status">${hits.length === 0 ? 'No page holds all these words.' : `${hits.length} ${hits.length === 1 ? 'page' : 'pages'}, best first.`}</p><ul class="hits">${hits.map(hit)}</ul>`
      }</section>`,
    ),
  }
}
