/** What those who have it say, on the whole, of the one thing or place that a page is about: where its data say so and what is kept of it does not. */
import { isForSale } from '../../metadata/offer.ts'
import { onlyOne } from '../../metadata/subject.ts'
import type { Block } from '../../page/blocks.ts'
import type { Page } from '../../page/dom.ts'
import { type LdNode, nodesIn, typesOf } from '../../page/json-ld.ts'
import { leadLines } from './lead.ts'

/** What may be rated though nobody sells it on the page. */
const RATED = /^(?:(?:Mobile|Software|Web)Application|VideoGame|Hotel|Hostel|Motel|Resort|BedAndBreakfast|LodgingBusiness|Course)$/
/** What the best one is where nothing says so, and what else it may be. */
const BEST = { usual: 5, most: 100 }
const MOST_COUNTED = 1e9
/** Longest line that says it. */
const LONGEST = 160

const isRated =
  (isShop: boolean) =>
  (node: LdNode): boolean =>
    node.aggregateRating != null &&
    ((isShop && (isForSale(node) || typesOf(node).includes('Product'))) || typesOf(node).some((type) => RATED.test(type)))

function numberOf(value: unknown): number | null {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\s*\d{1,12}(?:[.,]\d{1,20})?\s*$/.test(value))
  const number = isNumber ? Number(String(value).replace(',', '.')) : Number.NaN
  return Number.isFinite(number) ? number : null
}

function countOf(value: unknown): number | null {
  const count = numberOf(value)
  return count !== null && Number.isInteger(count) && count > 0 && count < MOST_COUNTED ? count : null
}

/** The figures of a text, without what parts its thousands. */
const figuresIn = (text: string): number[] =>
  (text.match(/\d{1,15}(?:[.,]\d{1,15}){0,4}/g) ?? []).flatMap((figure) => [
    Number(figure.replace(',', '.')),
    Number(figure.replace(/[.,](?=\d{3}(?!\d))/g, '')),
  ])

/** A line of Markdown; null where the page is about no such thing, or shows it. @param isShop whether things that are for sale may be rated */
export function unseenRating(page: Page, blocks: readonly Block[], keep: Uint8Array, isShop: boolean): string | null {
  const rating = nodesIn(onlyOne(page, isRated(isShop), 'name')?.aggregateRating)[0]
  const [exact, best] = [numberOf(rating?.ratingValue), numberOf(rating?.bestRating) ?? BEST.usual]
  const [reviews, ratings] = [countOf(rating?.reviewCount), countOf(rating?.ratingCount)]
  const count = reviews ?? ratings
  if (exact === null || count === null || exact <= 0 || exact > best || best > BEST.most) return null
  const value = Math.round(exact * 10) / 10
  const isSaid = ({ index, text }: Block): boolean => {
    if (keep[index] !== 1 || text.length > LONGEST || !/\d/.test(text)) return false
    const figures = figuresIn(text)
    return figures.includes(value) && (figures.includes(count) || (!Number.isInteger(value) && figures.includes(best)))
  }
  if (blocks.some(isSaid)) return null
  const counted = reviews === null ? 'rating' : 'review'
  return leadLines([['Rating', `${value}/${best} (${count} ${counted}${count === 1 ? '' : 's'})`]])
}
