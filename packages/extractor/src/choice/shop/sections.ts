/** Parts of a product's page that are not about the product itself: what else is sold, and what others say and ask. */
import { type Block, blocksIn, isBold, lengthOf, levelOf, titleIn } from '../../page/blocks.ts'
import { closest, type Element } from '../../page/dom.ts'
import { keptOf } from '../../page/plain.ts'
import { HEADINGS } from '../../page/tags.ts'
import { MANY_RECORDS, type RecordGroup } from '../../records/find.ts'
import { BUY, hasPrice, MONEY } from './price.ts'

const OTHERS =
  /\b(?:similar|related|recommended|you (?:may|might) also|products you m(?:ay|ight)|also (?:like|viewed|bought)|recently viewed|people (?:who|also)|customers also|more from|frequently bought|explore more|shop more|complete the look|pairs well)\b|\breviews?\b|\bratings\b|\bother products\b/i
/** The same in other languages. */
const OTHERS_ELSEWHERE =
  /(?<!\p{L})(?:\d+ avis|avis (?:clients?|vérifiés)|(?:kunden)?bewertung(?:en)?|rezension(?:en)?|opiniones|reseñas|valoraciones|recensioni|avaliações|beoordelingen|recensies|recensioner|opinie|отзывы|ähnliche|das könnte|(?:kunden|andere) kauften|(?:produits|articles) similaires|autres produits|vous aimerez|les clients|productos (?:relacionados|similares)|también te|prodotti (?:correlati|simili)|potrebbe piacerti|produtos relacionados|gerelateerde|podobne produkty)(?!\p{L})|この商品を(?:買った|見た)人|関連商品|おすすめ商品/iu
const LONGEST = 80
/** What a program needs at least; behind such a heading `Recommended` says what it needs to run well. */
const LEAST = /^(?:minimum|required)\b/i
const WELL = /^recommended\P{L}*$/iu

export const isOfOthers = (text: string): boolean => text.length < LONGEST && (OTHERS.test(text) || OTHERS_ELSEWHERE.test(text))

/** Share of what is kept that such sections hold at most; where it is more, they are what the page is about. */
const MOST = 0.6

/** Leaves out each section under such a heading, up to the next heading of its level or above. */
export function dropOthers(blocks: readonly Block[], keep: Uint8Array): void {
  const dropped: number[] = []
  let [inside, kept, lost] = [0, 0, 0]
  let isNeeded = false
  for (const { index, text, container } of blocks) {
    const level = /^h[1-6]$/.test(container.tag) ? Number(container.tag[1]) : 0
    if (level > 0 && level <= inside) inside = 0
    if (level > 0) isNeeded ||= LEAST.test(text)
    if (level > 1 && inside === 0 && isOfOthers(text) && !(isNeeded && WELL.test(text))) inside = level
    if (keep[index] !== 1) continue
    kept += text.length
    if (inside === 0) continue
    lost += text.length
    dropped.push(index)
  }
  if (lost <= kept * MOST) for (const index of dropped) keep[index] = 0
}

/** Leaves out such headings with nothing kept below them: what they stood above went by itself. */
export function dropEmptyOthers(blocks: readonly Block[], keep: Uint8Array): void {
  let next: Block | null = null
  for (const block of keptOf(blocks, keep).reverse()) {
    if (isEmptyBefore(next, block) && isOfOthers(block.text)) keep[block.index] = 0
    else next = block
  }
}

function isEmptyBefore(next: Block | null, block: Block): boolean {
  const level = levelOf(block)
  // Below a line that is only in bold, whatever follows may be its own.
  return (level > 1 || isBold(block)) && (next === null || (level > 0 && levelOf(next) > 0 && levelOf(next) <= level))
}

/** Class names that shops give to what others say and to what else they sell. */
const MARKED =
  /(?:^|[\s_-])(?:(?:product-?|customer-?)?reviews?|product-?comments?|testimonials?|recommend(?:ations?|ed)|related-?products?|up-?sells?|cross-?sells?|also-?(?:bought|liked?|viewed)|recently-?viewed)(?:$|[\s_-])/i
export const WHOLE = /^(?:html|body|main|article)$/
/** Characters of its own that a product's page must have for such parts to be left out. */
const OWN = 200

/** Whether an element says of itself that it holds what others say, or what else is sold. */
export const isMarked = ({ tag, attributes: { class: classes = '', id = '', itemprop = '' } }: Element): boolean =>
  !WHOLE.test(tag) && (itemprop === 'review' || MARKED.test(classes) || MARKED.test(id))

/** Leaves out what stands in elements that are marked so; all of it stays where too little would. */
export function dropMarked(blocks: readonly Block[], keep: Uint8Array): void {
  const title = titleIn(blocks)?.container ?? null
  const around = new Set<Element>()
  for (let at: Element | null = title; at; at = at.parent) around.add(at)
  const kept = keptOf(blocks, keep)
  const marked = kept.filter(({ container }) => closest(container, (at) => isMarked(at) && !around.has(at)) !== null)
  if (lengthOf(kept) - lengthOf(marked) >= OWN) for (const { index } of marked) keep[index] = 0
}

/** What one review is called. */
const REVIEW = /(?:^|[\s_-])(?:(?:product|customer|user|category)[-_]?)?review(?:$|[\s_-])(?!s)/i
/** As many are no chance, and each of them says so much. */
const REVIEWS = { least: 2, length: 60, share: 0.7 }

const isReview = ({ tag, attributes: { class: classes = '', itemprop, more } }: Element): boolean =>
  !WHOLE.test(tag) &&
  !HEADINGS.has(tag) &&
  (itemprop === 'review' || /schema\.org\/Review$/.test(more.itemtype ?? '') || REVIEW.test(classes))

/** Leaves out what buyers wrote, one by one, of a page that is not surely about one thing. */
export function dropReviews(blocks: readonly Block[], keep: Uint8Array): void {
  const kept = keptOf(blocks, keep)
  const reviews = blocksIn(kept, isReview)
  const said = [...reviews.values()].flat()
  const length = lengthOf(said)
  if (reviews.size < REVIEWS.least || length < reviews.size * REVIEWS.length || length > lengthOf(kept) * REVIEWS.share) return
  for (const { index } of said) keep[index] = 0
}

/** Whether a line is a link, and more than a sum or a button to buy. */
const leadsElsewhere = ({ text, linkLength }: Block): boolean =>
  linkLength > 0 && linkLength >= text.length * LINKED && text.search(BUY) === -1 && /\p{L}{2}/u.test(text.replace(MONEY, ''))
const LINKED = 0.5

/** Leaves out other things for sale: records that lead elsewhere and say what they cost, and the heading right before them. */
export function dropOffers(blocks: readonly Block[], groups: readonly RecordGroup[], keep: Uint8Array): void {
  for (const { records, blocks: members } of groups) {
    const offers = records.filter((record) => hasPrice(record, blocks) && blocks.slice(record.from, record.to).some(leadsElsewhere))
    if (offers.length < MANY_RECORDS || offers.length * 2 < records.length) continue
    for (const index of members) keep[index] = 0
    const before = blocks[members[0]! - 1]
    if (before !== undefined && /^h[2-6]$/.test(before.container.tag)) keep[before.index] = 0
  }
}

/** What a shop calls a field for its own program: `cat_thumb_Bone:`, `care_chunk-1:`, `product-high-res-img:`. */
const FIELD = /^[a-z][a-z0-9]*(?:_[\w +-]+|(?:-[a-z0-9]+){2,}):?$/

/** Leaves out terms of a product's page that are names of fields, with what they hold. */
export function dropFields(blocks: readonly Block[], keep: Uint8Array): void {
  let list: Element | null = null
  for (const { index, text, container } of blocks) {
    const around = closest(container, ({ tag }) => tag === 'dl')
    if (container.tag === 'dt') list = FIELD.test(text) ? around : null
    if (list !== null && around === list) keep[index] = 0
  }
}
