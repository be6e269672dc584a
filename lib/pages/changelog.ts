import { changelog } from '../catalogue/program-files.ts'
import type { Page } from '../html/document.ts'
import { html } from '../html/html.ts'
import { markdown } from '../html/markdown.ts'
import { FIVE_MINUTES } from '../html/respond.ts'

/** What changed for callers and readers. */
export const changelogPage = (): Page => {
  const { text } = changelog()
  return {
    product: 'tools',
    path: '/changelog',
    section: '/changelog',
    title: 'Changelog',
    description: 'What changed for callers of the paid tools and readers of the tenders feed.',
    cacheControl: FIVE_MINUTES,
    alternates: [{ type: 'application/atom+xml', href: '/changelog.xml', title: 'Changelog' }],
    body: html`<article class="prose">${markdown(text)}</article>`,
  }
}
