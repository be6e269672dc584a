/** The filters of a list as a plain GET form, and what to say when one of them is not known. */
import { type Html, html } from '../../../html/html.ts'
import type { Sort } from '../../../tenders/search/parameters.ts'
import type { Query } from '../../../tenders/search/query.ts'
import { REGIONS } from '../../../tenders/words/regions.ts'
import type { Fault, Filter } from './read.ts'

export type Option = readonly [value: string, name: string]

const CLOSING_DAYS = [7, 14, 30]

/** A labelled list to choose from; its `id` is its name. */
export const choice = (label: string, name: string, options: readonly Option[], chosen: string): Html =>
  html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select></div>`

/** A labelled field to write in. */
export const field = (label: string, name: string, value: string | number | null, attributes: Html = html``): Html =>
  html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value ?? ''}"${attributes}></div>`

const AREA_MOST = html` maxlength="80" placeholder="Leeds, UKE42, LS1"`
const POUNDS = html` inputmode="numeric" maxlength="20"`

/** The fields that narrow a list to what is near and worth it, as every form of the tenders has them. */
export const areaField = (value: string | null): Html => field('Town or area', 'area', value, AREA_MOST)
export const valueField = (value: number | null): Html => field('At least £', 'min_value', value, POUNDS)

/** What was chosen and is in no list stays chosen. */
const withOwn = (options: readonly Option[], own: string): readonly Option[] =>
  own === '' || options.some(([value]) => value === own) ? options : [...options, [own, own.replaceAll(',', ', ')]]

const ORDERS: readonly (readonly [Sort, string])[] = [
  ['relevance', 'Best match'],
  ['deadline', 'Closing soonest'],
  ['listed', 'Newest'],
  ['published', 'Last published'],
  ['value', 'Largest value'],
]

/** The orders to choose from, that of the list itself first and as nothing asked. */
function orderChoice({ q, sort, isSorted }: Query, listOrder: Sort): Html {
  const own = q === null ? listOrder : 'relevance'
  const offered = ORDERS.filter(([name]) => name !== 'relevance' || q !== null).map(
    ([name, said]): Option => [name === own ? '' : name, said],
  )
  const ownFirst = offered.toSorted(([one], [other]) => Number(one !== '') - Number(other !== ''))
  return choice('Order', 'sort', ownFirst, isSorted && sort !== own ? sort : '')
}

/** The form. Fields left as they are send an empty value, which the page takes out of its address. `order`: of the list, unasked. */
export function filterForm(action: string, { query }: Filter, order: Sort): Html {
  const region = query.region.join(',')
  const closing = query.closing_within
  const offered = closing === null || CLOSING_DAYS.includes(closing) ? CLOSING_DAYS : [closing, ...CLOSING_DAYS]
  const days = offered.map((count): Option => [String(count), `Within ${count} ${count === 1 ? 'day' : 'days'}`])
  return html`<form class="filters" action="${action}" method="get">
${field('Words', 'q', query.q, html` type="search" maxlength="200" placeholder="school &quot;window cleaning&quot;"`)}
${choice('Region', 'region', withOwn([['', 'All of the UK'], ...REGIONS.map((name): Option => [name, name])], region), region)}
${areaField(query.area?.name ?? null)}
${choice('Closing', 'closing_within', [['', 'Any time'], ...days], String(closing ?? ''))}
${valueField(query.min_value)}
${field('At most £', 'max_value', query.max_value, POUNDS)}
${field('Published since', 'published_since', query.published_since, html` type="date"`)}
${query.listed_since !== null && field('Listed here since', 'listed_since', query.listed_since, html` type="date"`)}
${field('Buyer', 'buyer', query.buyer, html` maxlength="200"`)}
${choice(
  'Small firms',
  'sme',
  [
    ['', 'All notices'],
    ['true', 'Suitable, says the buyer'],
  ],
  query.sme ? 'true' : '',
)}
${orderChoice(query, order)}
${choice(
  'Match',
  'match',
  [
    ['', 'Title or main category'],
    ['any', 'Description too'],
  ],
  query.match === 'any' ? 'any' : '',
)}
<button class="button" type="submit">Apply</button></form>`
}

/** Filters that were not understood, with what they may be; the others hold. */
export const faultNote = (faults: readonly Fault[]): Html | false =>
  faults.length > 0 &&
  html`<div class="fault" role="alert"><p><strong>Not all filters were understood; the others are applied.</strong></p><ul>${faults.map(
    ({ parameter, value, reason, allowed, did_you_mean: meant = [] }) =>
      html`<li><code>${parameter}</code> (“<bdi>${value}</bdi>”) ${reason}.${
        meant.length > 0 && html` Did you mean ${meant.join(', ')}?`
      }${allowed.length > 0 && html` It can be: ${allowed.join(', ')}.`}</li>`,
  )}</ul></div>`
