/** Who won last time, for the page of a notice and its JSON: always with how sure and why. Pure. */
import { foreign, list } from '../../../html/blocks.ts'
import { type Html, html } from '../../../html/html.ts'
import { inWords } from '../../../tenders/outlook/forms.ts'
import type { LastTime } from '../../../tenders/outlook/last-time.ts'

/** `undefined`: earlier awards could not be read just now. */
export type Before = LastTime | null | undefined

/** The section, or nothing. */
export function lastTimeSection(before: Before): Html | false {
  if (!before) return false
  const { sure, why, awards } = before
  return html`<section><h2>${sure ? 'Who won last time' : 'Perhaps won last time'}</h2>
<p class="small soft">${sure ? 'Taken for the contract before this one' : 'Not certain to be the contract before this one'}: ${why.join(', ')}.</p>
${list(awards.map((award) => html`<a href="${award.notice_url}" rel="noopener nofollow">${foreign(award.title)}</a><p class="small">${foreign(inWords(award))}</p>`))}</section>`
}

/** Why the field of the JSON is null; nothing where it is not. */
export const whyNoLastTime = (before: Before): { field: string; reason: string }[] =>
  before
    ? []
    : [
        {
          field: 'won_last_time',
          reason: before === null ? 'no earlier award of this buyer is known that is like it' : 'earlier awards could not be read just now',
        },
      ]
