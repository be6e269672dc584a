/** How somebody rates what a review is of, as a picture, a label or a line says it. */
import { type Element, walk } from '../page/dom.ts'
import { squeeze } from '../page/text.ts'

const LONGEST = 40
/** `Rated 4 out of 5 stars`, `4.5/5`; with a name before it a rating is that of a site for reviews. */
const OUT_OF = /^(?:(?:rated|(?:star )?rating):? )?(\d{1,2}(?:[.,]\d)?)(?: out of | of | ?\/ ?)(5|10)(?: (?:stars?|bubbles))?\.?$/i
/** `5 stars`, `4.5-star rating`, `Rated 3 stars out of five stars`: of five. */
const STARS = /^(?:rated )?([0-5](?:[.,]\d)?)[ -]stars?(?: rating| review| out of (?:five|5)(?: stars)?)?$/i
const BEST = 5
const RATED = /star|rat(?:ed|ing)/i

/** A rating as `★ 4/5`; null for any other text. */
export function ratingSaid(text: string | undefined): string | null {
  if (text === undefined || text.length > LONGEST || !/\d/.test(text)) return null
  const said = squeeze(text)
  const [, value, best = BEST] = OUT_OF.exec(said) ?? STARS.exec(said) ?? []
  return value === undefined ? null : starred(value, Number(best))
}

function starred(value: string, best: number): string | null {
  const number = Number(value.trim().replace(',', '.'))
  return number >= 0 && number <= best ? `★ ${number}/${best}` : null
}

/** What an element is called for those who do not see it, says by itself or has as data, as a rating. */
export function ratingOf({ tag, attributes, parent, children }: Element): string | null {
  const text = children.length === 1 && children[0]!.kind === 'text' ? children[0]!.text : undefined
  if (attributes.itemprop === 'ratingValue') return starred(attributes.content ?? text ?? '', BEST)
  const called = ratingSaid(tag === 'img' ? attributes.alt : attributes.more['aria-label'])
  if (called !== null || text === undefined) return called
  // What a post says may be any numbers.
  return RATED.test(attributes.class ?? '') || RATED.test(parent?.attributes.class ?? '') ? ratingSaid(text) : null
}

/** Elements of a review that are looked through: posts stand in posts. */
const MOST_ELEMENTS = 200

/** The first rating in an element; null where it has none. */
export function ratingIn(element: Element): string | null {
  let rating: string | null = null
  let seen = 0
  walk(element, (at) => {
    seen += 1
    if (rating !== null || seen > MOST_ELEMENTS) return false
    rating = ratingOf(at)
    return undefined
  })
  return rating
}
