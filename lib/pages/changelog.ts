import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html } from '../html/html.ts'
import { FIVE_MINUTES, type PageAnswer } from '../html/respond.ts'
import { log } from '../log.ts'
import { shared } from '../shared.ts'
import { markdown } from './markdown.ts'

/** CHANGELOG.md as it was when this process first needed it; '' where there is none. */
const changelog = (): string =>
  shared('changelog', () => {
    try {
      return readFileSync(join(process.cwd(), 'CHANGELOG.md'), 'utf8')
    } catch (error) {
      log.warn({ err: error }, 'CHANGELOG.md cannot be read')
      return ''
    }
  })

/** What changed for callers and readers. */
export const changelogPage = (): PageAnswer => {
  const text = changelog()
  return {
    product: 'tools',
    path: '/changelog',
    section: '/changelog',
    title: 'Changelog',
    description: 'What changed for callers of the paid tools and readers of the tenders feed.',
    cacheControl: FIVE_MINUTES,
    alternates: [{ type: 'application/atom+xml', href: '/changelog.xml', title: 'Changelog' }],
    body: html`<article class="prose">${text === '' ? html`<h1>Changelog</h1><p>No entry yet.</p>` : markdown(text)}</article>`,
  }
}
