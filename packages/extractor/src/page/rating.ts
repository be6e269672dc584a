/** Ratings, as what a picture, a label or a line is called says them. */
import { squeeze } from './text.ts'

/** What the boxes and icons of a rating are called. */
export const RATED = /star|rat(?:ed|ing)/i

const LONGEST = 40
/** `Rated 4 out of 5 stars`, `4.5/5`; with a name before it a rating is that of a site for reviews. */
const OUT_OF = /^(?:(?:rated|(?:star )?rating):? )?(\d{1,2}(?:[.,]\d)?)(?: out of | of | ?\/ ?)(5|10)(?: (?:stars?|bubbles))?\.?$/i
/** `5 stars`, `4.5-star rating`, `Rated 3 stars out of five stars`: of five. */
const STARS = /^(?:rated )?([0-5](?:[.,]\d)?)[ -]stars?(?: rating| review| out of (?:five|5)(?: stars)?)?$/i
/** What the best one is where nothing says so. */
const BEST = 5

/** A rating as `★ 4/5`; null for any other text. */
export function ratingSaid(text: string | undefined): string | null {
  if (text === undefined || text.length > LONGEST || !/\d/.test(text)) return null
  const said = squeeze(text)
  const [, value, best = BEST] = OUT_OF.exec(said) ?? STARS.exec(said) ?? []
  return value === undefined ? null : starred(value, Number(best))
}

/** A number as a rating; null where it is above the best. */
export function starred(value: string, best = BEST): string | null {
  const number = Number(value.trim().replace(',', '.'))
  return number >= 0 && number <= best ? `★ ${number}/${best}` : null
}
