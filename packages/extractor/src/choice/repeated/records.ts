/** Records are kept or left out whole: what the scorer thinks of a place in them holds for all of them. */

import { type Block, lengthOf, linkedIn, putInto } from '../../page/blocks.ts'
import type { Element } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import { HEADINGS } from '../../page/tags.ts'
import { arePosts, isDated, isLinkedLine } from '../../records/dated.ts'
import { isKept, MANY_RECORDS, type RecordGroup } from '../../records/find.ts'
import { hasPrice, isPrice } from '../shop/price.ts'

/** Mean characters of a record: longer ones are sections, and no two of these are alike. */
const LONGEST = 600

/** Fewer are no list of a page that is about its list; and what the scorer must think of them at least. */
const MAIN = { records: 5, score: 0.1, priced: 0.04, framed: 0.3 }
/** So many times longer may other records be than those with prices, which the page is about all the same. */
const LONGER = 3
/** A place in the main records is kept with this share of what the scorer thinks of the best place. */
const BESIDE_BEST = 0.5
/** So is one that tells who wrote a record and when, or what it says in a sentence, with a score that is no longer that of a button. */
const TOLD = { score: 0.15, sentence: 80 }
const AUTHOR = /(?:^|[\s_-])(?:author|by-?line)/i
const LONGEST_NAME = 60

const isByline = ({ text, container: { attributes, parent } }: Block): boolean =>
  text.length < LONGEST_NAME && (AUTHOR.test(attributes.class ?? '') || AUTHOR.test(parent?.attributes.class ?? ''))

const tells = (block: Block): boolean => isByline(block) || isDated(block) || (block.linkLength === 0 && block.text.length > TOLD.sentence)

/**
 * The records that a page of many things is about: the largest group outside of its frame, which the scorer must not think too little of.
 * Null where there is none.
 * @param isAll next to nothing is kept without it: then whatever the scorer thinks
 */
export function mainRecords(
  blocks: readonly Block[],
  scores: Float32Array,
  groups: readonly RecordGroup[],
  isAll: boolean,
): RecordGroup | null {
  let main: RecordGroup | null = null
  let [most, isMostPriced] = [0, false]
  for (const group of groups) {
    if (group.records.length < MAIN.records) continue
    const { chars, liked, isFramed } = weighed(group, blocks, scores)
    const isPriced = arePriced(group.records, blocks)
    // Questions about things for sale may be longer than the things.
    const isLess = isPriced === isMostPriced ? chars <= most : isPriced ? chars * LONGER < most : chars <= most * LONGER
    if (isLess || isFramed || (!isAll && liked < chars * (isPriced ? MAIN.priced : MAIN.score))) continue
    main = group
    most = chars
    isMostPriced = isPriced
  }
  return main
}

/** What the scorer must think at least of plans and packages, which are few and say little of each. */
const OFFERED = 0.28

/** Records outside of the frame of which most have a price: on the page of a service, what that costs. */
export function offersAmong(blocks: readonly Block[], scores: Float32Array, groups: readonly RecordGroup[]): RecordGroup[] {
  return groups.filter((group) => {
    const { chars, liked, isFramed } = weighed(group, blocks, scores)
    return !isFramed && liked >= chars * OFFERED && arePriced(group.records, blocks)
  })
}

/** Characters of records, these by what the scorer thinks of each, and whether too many of them stand in the page's frame. */
function weighed(
  group: RecordGroup,
  blocks: readonly Block[],
  scores: Float32Array,
): { readonly chars: number; readonly liked: number; readonly isFramed: boolean } {
  let [chars, framed, liked] = [0, 0, 0]
  for (const index of group.blocks) {
    const { text, flags } = blocks[index]!
    chars += text.length
    liked += text.length * scores[index]!
    if ((flags & (AROUND | FLAG.header)) !== 0) framed += text.length
  }
  return { chars, liked, isFramed: framed > chars * MAIN.framed }
}

/** Whether most records say what they cost. */
export const arePriced = (records: RecordGroup['records'], blocks: readonly Block[]): boolean =>
  records.filter((record) => hasPrice(record, blocks)).length * 2 > records.length

type Evening = {
  readonly cut: number
  /** Kept, however little of them the scorer would. */
  readonly offers: ReadonlySet<RecordGroup>
  readonly prices: boolean
  /** Posts of a thread may be shorter than what stands around each. */
  readonly thread: boolean
  /** Kept whatever the scorer thinks of most of it. */
  readonly main: RecordGroup | null
}

/**
 * Evens out a choice over repeated records: where most of their text is kept, or what they cost, every record is, with the places that are
 * content in most of them and with its price; where less is, none. Inner groups have the last word, but inside of the main records and of
 * those kept for their price.
 */
export function evenOut(
  blocks: readonly Block[],
  scores: Float32Array,
  { cut, offers, prices: withPrices, thread, main }: Evening,
  groups: readonly RecordGroup[],
  keep: Uint8Array,
): void {
  const settled = new Set<number>()
  for (const group of groups) {
    const { records, blocks: members, slots } = group
    if (settled.has(records[0]!.from)) continue
    const own = members.map((index) => blocks[index]!)
    const [whole, kept] = [lengthOf(own), lengthOf(own, keep)]
    const isMain = group === main
    if (isMain) for (const index of members) settled.add(index)
    if (whole > records.length * LONGEST) continue
    const isLess = kept * 2 < whole && !isMain && !(thread && mostHaveSome(records, keep))
    const isOffered = offers.has(group)
    const places = isLess && !isOffered && (kept * 4 < whole || records.length < MAIN.records) ? null : placesIn(own, slots, scores)
    if (places === null || (isLess && !isOffered && !(withPrices && hasLikedPrice(places, records.length, cut)))) {
      for (const index of members) keep[index] = 0
      continue
    }
    if (isLess) for (const index of members) settled.add(index)
    const lower = Math.min(cut, BESIDE_BEST * bestOf(places, records.length))
    const least = isMain || isOffered ? lower : cut
    const isPriced = withPrices && havePrice(places, records.length)
    const firsts = new Set(records.map(({ from }) => from))
    for (let at = 0; at < members.length; at += 1) {
      const index = members[at]!
      const slot = slots[at]!
      // What few records have says nothing about the others.
      if (places.count[slot]! * 2 < records.length) continue
      const price = withPrices && isPriceAt(places, slot) && (blocks[index]!.flags & AROUND) === 0
      const score = places.liked[slot]! / places.mass[slot]!
      // What a price is for: what it is called, and what is in it.
      const isWhat = isPriced && score >= lower && (firsts.has(index) || blocks[index]!.container.tag === 'li')
      keep[index] = price || isWhat || score >= least || (isMain && score >= TOLD.score && tells(blocks[index]!)) ? 1 : 0
    }
  }
}

/**
 * A heading that half of the records keep is that of all of which something below it is kept; so is, on a list, what each post leads to it by,
 * however many keep it, and the heading of records of which nothing kept says what they are.
 */
export function keepTitles(blocks: readonly Block[], groups: readonly RecordGroup[], isList: boolean, keep: Uint8Array): void {
  for (const { records } of groups) {
    const posts = isList && records.length >= MANY_RECORDS && arePosts(records, blocks)
    const titles = records.flatMap(({ from, to }) => {
      const own = blocks.slice(from, to)
      const title = own.find(({ container }) => HEADINGS.has(container.tag)) ?? (posts ? own.find(isLinkedLine) : undefined)
      return title === undefined ? [] : [{ title, to }]
    })
    const kept = titles.filter(({ title }) => keep[title.index] === 1).length
    if (kept === titles.length || (kept * 2 < records.length && !posts && !(isList && areNameless(records, blocks, keep)))) continue
    for (const { title, to } of titles) if (keep.subarray(title.index + 1, to).includes(1)) keep[title.index] = 1
  }
}

/** Whether nothing that is kept of some records may be what one is called. */
const areNameless = (records: RecordGroup['records'], blocks: readonly Block[], keep: Uint8Array): boolean =>
  records.length >= MANY_RECORDS &&
  records.every(({ from, to }) =>
    blocks.slice(from, to).every((block) => keep[block.index] === 0 || (!HEADINGS.has(block.container.tag) && !isLinkedLine(block))),
  )

/** A place that most records of a group keep is kept in all of them. */
export function completeRecords(groups: readonly RecordGroup[], keep: Uint8Array): void {
  for (const { blocks: members, slots } of groups) {
    const balance: number[] = []
    for (const [at, index] of members.entries()) balance[slots[at]!] = (balance[slots[at]!] ?? 0) + (keep[index] === 1 ? 1 : -1)
    for (const [at, index] of members.entries()) if (balance[slots[at]!]! > 0) keep[index] = 1
  }
}

/** Mean characters of the sizes in which a thing is sold; what is longer is another thing. */
const SIZE = 150

/** Two that say what they cost, as sizes of a thing and terms of a service do, are too few to be evened out: what is kept of one is of both. */
export function completePairs(blocks: readonly Block[], groups: readonly RecordGroup[], keep: Uint8Array): void {
  const isPair = ({ records, blocks: members }: RecordGroup): boolean =>
    records.length === 2 &&
    lengthOf(members.map((index) => blocks[index]!)) <= 2 * SIZE &&
    records.every((record) => hasPrice(record, blocks))
  for (const { blocks: members, slots } of groups.filter(isPair)) {
    const kept = new Set(slots.filter((_, at) => keep[members[at]!] === 1))
    for (const [at, index] of members.entries()) if (kept.has(slots[at]!) && blocks[index]!.linkLength === 0) keep[index] = 1
  }
}

/** A place in posts is their text where so much of it is kept, and none where it is shorter in the mean, or links by more than that. */
const BODY = { kept: 0.25, shortest: 40, linked: 0.4 }

/** Posts of a thread are wanted whole, whatever the scorer thinks of some: all is kept of each place in which they have their text. */
export function completePosts(blocks: readonly Block[], groups: readonly RecordGroup[], keep: Uint8Array): void {
  const alike = new Map<string, Block[]>()
  const inPosts = new Set<number>()
  for (const { records, blocks: members, slots } of groups) {
    const isThread = records.length >= MANY_RECORDS
    const places = new Map<number, Block[]>()
    for (const [at, index] of members.entries()) {
      if (isThread) putInto(places, slots[at]!, blocks[index]!)
      if (inPosts.has(index)) continue
      inPosts.add(index)
      const make = makeOf(blocks[index]!.container)
      if (make !== null) putInto(alike, make, blocks[index]!)
    }
    for (const place of places.values()) completePlace(place, keep)
  }
  // Answers to answers are few in each place, and made as all others are.
  for (const place of alike.values()) completePlace(place, keep)
}

/** What an element and the two around it are, by tag and class; null where none has a class. */
function makeOf({ look, attributes, parent }: Element): string | null {
  const outer = parent?.parent
  if (!parent || !outer || [attributes, parent.attributes, outer.attributes].every((own) => !own.class)) return null
  return `${look} ${parent.look} ${outer.look}`
}

function completePlace(place: readonly Block[], keep: Uint8Array): void {
  const mass = lengthOf(place)
  if (mass < place.length * BODY.shortest || linkedIn(place) > mass * BODY.linked || lengthOf(place, keep) < mass * BODY.kept) return
  for (const { index } of place) keep[index] = 1
}

/** Share of the posts of a thread of which something is kept. */
const POSTED = 0.7

const mostHaveSome = (records: RecordGroup['records'], keep: Uint8Array): boolean =>
  records.length >= MANY_RECORDS && records.filter((record) => isKept(record, keep)).length >= records.length * POSTED

/** Of each place in the records: how often it is there, how often as a price, its weight, and what the scorer thinks of it by weight. */
type Places = Readonly<Record<'count' | 'prices' | 'mass' | 'liked', Float64Array>>

function placesIn(members: readonly Block[], slots: readonly number[], scores: Float32Array): Places {
  const zeros = (): Float64Array => new Float64Array(slots.reduce((most, slot) => Math.max(most, slot), 0) + 1)
  const places: Places = { count: zeros(), prices: zeros(), mass: zeros(), liked: zeros() }
  for (let at = 0; at < members.length; at += 1) {
    const { index, text } = members[at]!
    const slot = slots[at]!
    const weight = Math.sqrt(text.length)
    places.count[slot]! += 1
    if (isPrice(text)) places.prices[slot]! += 1
    places.mass[slot]! += weight
    places.liked[slot]! += weight * scores[index]!
  }
  return places
}

/** Whether a place is mostly a price. */
const isPriceAt = ({ prices, count }: Places, slot: number): boolean => prices[slot]! * 2 > count[slot]!

/** Whether most records have one. */
const havePrice = (places: Places, records: number): boolean =>
  places.count.some((count, slot) => count * 2 >= records && isPriceAt(places, slot))

/** Whether most have one that the scorer takes for content. */
const hasLikedPrice = (places: Places, records: number, cut: number): boolean =>
  places.count.some((count, slot) => count * 2 >= records && isPriceAt(places, slot) && places.liked[slot]! >= places.mass[slot]! * cut)

/** What the scorer thinks of the place it likes best among those that most records have. */
const bestOf = ({ count, mass, liked }: Places, records: number): number =>
  liked.reduce((best, sum, slot) => (count[slot]! * 2 < records ? best : Math.max(best, sum / mass[slot]!)), 0)
