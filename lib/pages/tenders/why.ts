/** Why a notice stands under a trade, in words. */

import type { StoredNotice } from '../../tenders/notices/notice.ts'
import { matchNotice, type Why } from '../../tenders/trades/match.ts'

const inWords = ({ kind, value, field }: Why): string => {
  if (kind === 'keyword')
    return field === 'title' ? `“${value.replace(/\*$/, '…')}” in the title` : `“${value.replace(/\*$/, '…')}” in the description`
  return field === 'main_cpv' ? `main category code ${value}` : `category code ${value}`
}

/** The word or code that put `notice` under the trade of `slug`. Only the beginning of a long description is at hand here. */
export function whyMatched({ title, summary, main_cpv, cpvs }: StoredNotice, slug: string): string {
  const match = matchNotice({ title, description: summary, main_cpv, cpvs }).get(slug)
  return match ? inWords(match.why) : 'a keyword further down in the description'
}
