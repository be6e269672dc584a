/** The filters of a trade as a plain GET form, and what to say when one of them is not known. */
import { type Html, html } from '../../html/html.ts'
import { REGIONS } from '../../tenders/regions.ts'
import { CLOSING_DAYS, type Fault, type Filter, VALUE_BANDS } from './filter.ts'

export type Option = readonly [value: string, name: string]

/** A labelled list to choose from; its `id` is its name. */
export const choice = (label: string, name: string, options: readonly Option[], chosen: string): Html =>
  html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select></div>`

/** The form. Fields left as they are send an empty value, which the page takes out of its address. */
export function filterForm(action: string, { query, value, closing }: Filter): Html {
  return html`<form class="filters" action="${action}" method="get">
${choice('Region', 'region', [['', 'All of the UK'], ...REGIONS.map((region): Option => [region, region])], query.region ?? '')}
${choice('Closing', 'closing', [['', 'Any time'], ...CLOSING_DAYS.map((days): Option => [String(days), `Within ${days} days`])], String(closing ?? ''))}
${choice('Value', 'value', [['', 'Any value'], ...Object.entries(VALUE_BANDS).map(([slug, { name }]): Option => [slug, name])], value ?? '')}
${choice(
  'Order',
  'sort',
  [
    ['', 'Closing soonest'],
    ['value', 'Largest value'],
  ],
  query.sort === 'value' ? 'value' : '',
)}
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
    ({ parameter, value, allowed }) =>
      html`<li><code>${parameter}</code> cannot be “<bdi>${value}</bdi>”. It can be: ${allowed.join(', ')}.</li>`,
  )}</ul></div>`
