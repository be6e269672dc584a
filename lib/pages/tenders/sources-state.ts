/** How fresh the sources of the feed are, for every page that says so. */
import type { Core } from '../../core.ts'
import { table } from '../../html/blocks.ts'
import { type Html, html } from '../../html/html.ts'
import { currentSnapshot, feedStatus } from '../../tenders/snapshot/snapshot.ts'
import { dayInWords } from '../../tenders/words/days.ts'

/** A row for every source: whether it is behind, and its last full day. */
export function sourcesState(core: Core, now: number): Html {
  const snapshot = currentSnapshot(core, now)
  if (!snapshot) return html`<p>No notices have been read yet.</p>`
  return table(
    'The sources of the tenders feed, read once a day.',
    [{ name: 'Source' }, { name: 'State' }, { name: 'Last full day' }],
    feedStatus(snapshot, now).sources.map(({ name, stale, data_through }) => [
      name,
      stale ? html`<strong>behind</strong>` : 'up to date',
      data_through === null ? 'none yet' : dayInWords(data_through),
    ]),
  )
}
