/** How somebody rates what a review is of, as a picture, a label or a line says it. */
import { type Element, walk } from '../page/dom.ts'
import { RATED, ratingSaid, starred } from '../page/rating.ts'

/** What an element is called for those who do not see it, says by itself or has as data, as a rating. */
export function ratingOf({ tag, attributes, parent, children }: Element): string | null {
  const text = children.length === 1 && children[0]!.kind === 'text' ? children[0]!.text : undefined
  if (attributes.itemprop === 'ratingValue') return starred(attributes.content ?? text ?? '')
  const called = ratingSaid(tag === 'img' ? attributes.alt : tag === 'svg' ? attributes.title : attributes.more['aria-label'])
  if (called !== null || text === undefined) return called
  // What a post says may be any numbers.
  return RATED.test(attributes.class ?? '') || RATED.test(parent?.attributes.class ?? '') ? ratingSaid(text) : null
}

/** Elements of a review that are looked through: posts stand in posts. */
const MOST_ELEMENTS = 200

/** So many different ones are the stars by which a reader is to rate. */
const MOST_RATINGS = 5

/** The first rating in an element; null where it has none. */
export function firstRating(element: Element): string | null {
  const ratings = new Set<string>()
  let seen = 0
  walk(element, (at) => {
    seen += 1
    const rating = seen > MOST_ELEMENTS ? null : ratingOf(at)
    if (rating !== null) ratings.add(rating)
    return seen <= MOST_ELEMENTS
  })
  return ratings.size < MOST_RATINGS ? ([...ratings][0] ?? null) : null
}
