/** What amendments changed, for the page of a notice. Pure. */
import { foreign, list } from '../../../html/blocks.ts'
import { type Html, html } from '../../../html/html.ts'
import type { Amendment } from '../../../tenders/notices/amendments.ts'
import { dayInWords } from '../../../tenders/words/days.ts'
import { deadlineAbsolute, momentInWords } from '../time-words.ts'

const SHOWN = 10
const TEXT_MAX = 120

/** "contract_start" as words. */
const named = (field: string): string => {
  const words = field
    .replace(/_gbp$/, '')
    .replaceAll('_', ' ')
    .replace(/\b(?:sme|vcse|cpv|vat|url)\b/g, (word) => word.toUpperCase())
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** A value in a few words; null: too long or too deep for any. */
function short(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return 'not stated'
  if (field === 'value_gbp' && typeof value === 'number') return `£${value.toLocaleString('en-GB')}`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return short(field, value.join(', '))
  if (typeof value !== 'string' || value.length > TEXT_MAX) return null
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return deadlineAbsolute(value)
  return /^\d{4}-\d\d-\d\d$/.test(value) ? dayInWords(value) : value
}

function changeInWords(field: string, before: unknown, after: unknown): Html {
  const [was, is] = [short(field, before), short(field, after)]
  return was === null || is === null ? html`${named(field)}: rewritten` : html`${named(field)}: ${foreign(was)} became ${foreign(is)}`
}

/** The section, or nothing. `undefined`: they could not be read just now. */
export const amendmentsSection = (amendments: readonly Amendment[] | undefined): Html | false =>
  amendments !== undefined &&
  amendments.length > 0 &&
  html`<section><h2>Amendments</h2>${list(
    amendments
      .slice(0, SHOWN)
      .map(
        ({ at, fields }) =>
          html`<time datetime="${at}">${momentInWords(at)}</time>: ${Object.entries(fields).map(
            ([field, [before, after]], place) => html`${place > 0 && '; '}${changeInWords(field, before, after)}`,
          )}.`,
      ),
  )}${amendments.length > SHOWN && html`<p class="small soft">And ${amendments.length - SHOWN} earlier ones.</p>`}</section>`
