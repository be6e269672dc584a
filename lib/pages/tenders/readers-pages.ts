/** The feed's guide and its state under the header of the tenders: whoever reads tenders stays among them. */
import type { Core, Env } from '../../core.ts'
import type { Page } from '../../html/document.ts'
import { html } from '../../html/html.ts'
import { ALWAYS_ASK, FIVE_MINUTES } from '../../html/respond.ts'
import { FEED_PATH } from '../../tenders/feed/formats.ts'
import { toLondon } from '../../tenders/words/london.ts'
import { FEED_DESCRIPTION, feedGuide } from '../docs/tenders-feed-page.ts'
import { sourcesState } from './sources-state.ts'
import { momentInWords } from './time-words.ts'

/** `/tenders/feeds` */
export const feedsPage = (settings: Env): Page => ({
  product: 'tenders',
  path: '/tenders/feeds',
  section: '/tenders/feeds',
  title: 'Feeds',
  description: FEED_DESCRIPTION,
  cacheControl: FIVE_MINUTES,
  body: html`<div class="plain">${feedGuide(settings)}</div>`,
})

/** `/tenders/status` */
export const tendersStatusPage = (core: Core): Page => {
  const now = core.now()
  return {
    product: 'tenders',
    path: '/tenders/status',
    section: '/tenders/status',
    title: 'Status of the tenders',
    description: 'How fresh each source of the tenders is.',
    cacheControl: ALWAYS_ASK,
    body: html`<div class="plain"><h1>Status</h1><p class="soft">As of <time datetime="${toLondon(now)}">${momentInWords(toLondon(now))}</time>.</p>
<section>${sourcesState(core, now)}<p class="small soft">As data: <a href="${FEED_PATH}/status.json">status.json</a>.</p></section></div>`,
  }
}
