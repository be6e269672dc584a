import { type Block, FLAG } from '../blocks.ts'
import type { Element, Page } from '../dom.ts'
import { alikeKey, countCommas, type ElementSums, sumElements } from './elements.ts'
import { type PageFacts, readPageFacts } from './page.ts'
import { splitWords } from './tokens.ts'

/** Everything the scorer may look at, without what is learned: one row of numbers for each block, and what the dictionaries need. */
export type Features = {
  readonly rows: number
  readonly columns: number
  readonly values: Float32Array
  readonly sums: ElementSums
  /** Text of the heading above each block; empty before the first. */
  readonly headings: readonly string[]
  /** Index shared by blocks whose containers have the same chain of tags and classes. */
  readonly groups: Int32Array
}

const TAGS =
  'p li h1 h2 h3 h4 h5 h6 td th div span a button dt dd figcaption blockquote pre section article label summary header footer form caption address'.split(
    ' ',
  )
const TAG_NUMBER = new Map(TAGS.map((tag, index) => [tag, index + 1]))
const tagNumber = (tag: string): number => TAG_NUMBER.get(tag) ?? 0

const FLAG_BITS = Object.values(FLAG)

/** What the text of a block is like, whatever stands around it. */
type Shape = { readonly values: readonly number[]; readonly words: number; readonly link: number; readonly ends: number }

const ENDS = /[.!?…:;。！？؟]["'”’»)\]]*$/

function shapeOf(block: Block): Shape {
  const { text } = block
  const { length } = text
  let digits = 0
  let capitals = 0
  let letters = 0
  let words = 0
  let sentences = 0
  let signs = 0
  let wide = 0
  let inWord = false
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= 97 && code <= 122) letters += 1
    else if (code >= 65 && code <= 90) {
      letters += 1
      capitals += 1
    } else if (code >= 48 && code <= 57) digits += 1
    else if (code === 32) {
      inWord = false
      continue
    } else if (code > 0x2e80) {
      wide += 1
      letters += 1
      if (code === 0x3002 || code === 0xff01 || code === 0xff1f) sentences += 1
    } else if (code > 127) letters += 1
    else {
      signs += 1
      if ((code === 46 || code === 33 || code === 63) && (at + 1 === length || text.charCodeAt(at + 1) === 32)) sentences += 1
    }
    if (!inWord) {
      inWord = true
      words += 1
    }
  }
  // Scripts without spaces: about two characters to a word.
  words += Math.floor(wide / 2)
  const link = Math.min(1, block.linkLength / Math.max(1, length))
  const ends = ENDS.test(text) ? 1 : 0
  const lower = text.slice(0, 200).toLowerCase()
  return {
    words,
    link,
    ends,
    values: [
      Math.log1p(length),
      Math.log1p(words),
      sentences,
      countCommas(text),
      digits / length,
      capitals / Math.max(1, letters),
      signs / length,
      ends,
      link,
      Math.log1p(block.links),
      Math.min(1, block.boldLength / length),
      length / Math.max(1, words),
      length < 160 && /\b(?:19|20)\d\d\b/.test(text) && /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\d[/.-]\d/i.test(lower)
        ? 1
        : 0,
      /[$€£¥₹]\s?\d/.test(lower) ? 1 : 0,
      /©|\(c\) ?\d{4}|all rights reserved/.test(lower) ? 1 : 0,
      /\S@\S+\.\w/.test(lower) ? 1 : 0,
      letters === 0 ? 1 : 0,
      letters > 3 && capitals === letters ? 1 : 0,
      /^[a-z]/.test(text) ? 1 : 0,
      /\?$/.test(text) ? 1 : 0,
      /[|·•»›]/.test(lower) ? 1 : 0,
      length < 80 && /\b(?:ago|minutes?|hours?|mins? read|min read)\b/.test(lower) ? 1 : 0,
      /^(?:by|von|par|por|di|door|photo|image|credit|source)\b/.test(lower) ? 1 : 0,
    ],
  }
}

/** Ancestors whose text grows, nearest first, five at most; the last one repeats when there are fewer. */
function growing(block: Block, sums: ElementSums): Element[] {
  const found: Element[] = [block.container]
  let chars = sums.chars[block.container.id]!
  for (let at = block.container.parent; at && found.length < 6; at = at.parent) {
    if (at.tag === 'html') break
    const size = sums.chars[at.id]!
    if (size > chars * 1.15 + 8) {
      found.push(at)
      chars = size
    }
  }
  while (found.length < 6) found.push(found.at(-1)!)
  return found
}

/** Steps from one element up to the nearest one that also holds the other. */
function stepsToCommon(from: Element, to: Element, depths: Float64Array): number {
  let one: Element | null = from
  let two: Element | null = to
  let steps = 0
  while (one && two && one !== two) {
    if (depths[one.id]! >= depths[two.id]!) {
      one = one.parent
      steps += 1
    } else two = two.parent
  }
  return steps
}

const wordsOf = (text: string): Set<string> => new Set(splitWords(text.toLowerCase().slice(0, 2_000)).filter((word) => word.length > 1))

/** Share of the block's runs of four words that occur in a text the page itself carries as data. */
function shingles(text: string): Set<string> {
  const words = splitWords(text.toLowerCase())
  const found = new Set<string>()
  for (let at = 0; at + 4 <= words.length && found.size < 20_000; at += 1)
    found.add(`${words[at]} ${words[at + 1]} ${words[at + 2]} ${words[at + 3]}`)
  return found
}

const shareIn = (text: string, known: ReadonlySet<string>): number => {
  if (known.size === 0) return -1
  const words = splitWords(text.slice(0, 600).toLowerCase())
  if (words.length < 4) return -0.5
  let hits = 0
  for (let at = 0; at + 4 <= words.length; at += 1)
    if (known.has(`${words[at]} ${words[at + 1]} ${words[at + 2]} ${words[at + 3]}`)) hits += 1
  return hits / (words.length - 3)
}

/** Numbers of a row besides the page's own facts. */
const OWN_COLUMNS = 175

/** Rows of numbers for all blocks of a page. Linear in the page but for the bounded depth. */
export function readFeatures(page: Page, url: string, blocks: readonly Block[]): Features {
  const sums = sumElements(page, blocks)
  const facts: PageFacts = readPageFacts(page, url, blocks)
  const shapes = blocks.map(shapeOf)
  const count = blocks.length
  const repeats = new Map<string, number>()
  for (const block of blocks) repeats.set(block.text, (repeats.get(block.text) ?? 0) + 1)
  const seen = new Map<string, number>()
  const depths = new Float64Array(page.elements + 4)
  for (let id = 2; id < depths.length; id += 1) {
    const parent = sums.elements[id]?.parent
    if (parent) depths[id] = depths[parent.id]! + 1
  }
  const total = Math.max(1, sums.chars[page.body.id]!)
  const titleWords = wordsOf(facts.title)
  const descriptionWords = wordsOf(facts.description)
  const bodies = shingles(facts.bodies)
  const { order, groups } = groupBlocks(blocks)
  const h1 = blocks.findIndex((block) => block.container.tag === 'h1')
  const top = topCandidate(sums)
  const topScore = Math.max(1, sums.score[top]!)
  const inTop = insideOf(sums, top)
  const topSiblings = sums.elements[top]?.parent?.id ?? -1
  const groupChars = new Float64Array(order)
  const groupCount = new Float64Array(order)
  for (const block of blocks) {
    groupChars[groups[block.index]!]! += block.text.length
    groupCount[groups[block.index]!]! += 1
  }

  const headings: string[] = []
  let heading = ''
  let headingAt = -1
  let headingLevel = 0
  let before = 0
  const columns = OWN_COLUMNS + facts.values.length
  const values = new Float32Array(columns * count)
  let at = 0
  for (const block of blocks) {
    const { index, container, text } = block
    const shape = shapes[index]!
    for (const value of shape.values) values[at++] = value
    const repeat = repeats.get(text) ?? 1
    const nth = (seen.get(text) ?? 0) + 1
    seen.set(text, nth)
    values[at++] = Math.log(repeat)
    values[at++] = nth > 1 ? 1 : 0
    values[at++] = tagNumber(container.tag)
    values[at++] = tagNumber(container.parent?.tag ?? '')
    values[at++] = /^h[1-6]$/.test(container.tag) ? Number(container.tag[1]) : 0
    for (const bit of FLAG_BITS) {
      values[at++] = block.flags & bit ? 1 : 0
    }
    values[at++] = block.elementDepth

    const chain = growing(block, sums)
    let best = 0
    let level = 0
    for (const element of chain) {
      const { id } = element
      const chars = Math.max(1, sums.chars[id]!)
      values[at++] = Math.log(chars)
      values[at++] = sums.links[id]! / chars
      values[at++] = sums.long[id]! / chars
      values[at++] = sums.paragraphs[id]! / chars
      values[at++] = chars / total
      values[at++] = Math.log1p(sums.blocks[id]!)
      values[at++] = chars / Math.max(1, sums.blocks[id]!)
      values[at++] = Math.log1p(sums.alike[id]!)
      values[at++] = sums.alikeChars[id]!
      values[at++] = Math.log1p(sums.images[id]!)
      values[at++] = sums.commas[id]! / chars
      if (level > 0) {
        values[at++] = tagNumber(element.tag)
      }
      level += 1
    }
    let nearest = 0
    let mostAlike = 0
    for (let element: Element | null = container; element; element = element.parent) {
      const ratio = sums.score[element.id]! / topScore
      if (ratio > best) best = ratio
      if (nearest === 0 && sums.score[element.id]! !== 0) nearest = ratio
      mostAlike = Math.max(mostAlike, Math.min(sums.alike[element.id]!, 200))
    }
    values[at++] = best
    values[at++] = nearest
    values[at++] = inTop[container.id]!
    values[at++] = Math.log1p(mostAlike)
    values[at++] = container.parent?.id === topSiblings ? 1 : 0
    values[at++] = sums.elements[top] ? stepsToCommon(container, sums.elements[top], depths) : 0

    values[at++] = index / count
    values[at++] = before / total
    values[at++] = index
    values[at++] = count - index
    values[at++] = h1 === -1 ? -999 : index - h1
    values[at++] = h1 === -1 ? 0 : Math.sign(index - h1)
    if (/^h[1-6]$/.test(container.tag) || container.attributes.role === 'heading') {
      heading = text
      headingAt = index
      headingLevel = Number(container.tag[1]) || 2
    }
    headings.push(headingAt === index ? '' : heading)
    values[at++] = headingAt === -1 ? -1 : index - headingAt
    values[at++] = headingLevel
    values[at++] = headingAt === -1 ? -1 : stepsToCommon(container, blocks[headingAt]!.container, depths)

    for (const offset of [-1, -2, -3, 1, 2, 3]) {
      const other = shapes[index + offset]
      const neighbour = blocks[index + offset]
      if (!other || !neighbour) {
        values[at++] = -1
        values[at++] = -1
        values[at++] = -1
        values[at++] = -1
      } else {
        values[at++] = Math.log1p(other.words)
        values[at++] = other.link
        values[at++] = tagNumber(neighbour.container.tag)
        values[at++] = other.ends
      }
    }
    for (const offset of [-1, 1]) {
      const neighbour = blocks[index + offset]
      values[at++] = neighbour ? stepsToCommon(container, neighbour.container, depths) : -1
      values[at++] = neighbour && groups[index] === groups[neighbour.index] ? 1 : 0
    }
    values[at++] = Math.log1p(groupCount[groups[index]!]!)
    values[at++] = groupChars[groups[index]!]! / total
    values[at++] = groupChars[groups[index]!]! / groupCount[groups[index]!]!

    const own = wordsOf(text.slice(0, 400))
    values[at++] = overlap(own, titleWords)
    values[at++] = overlap(titleWords, own)
    values[at++] = overlap(own, descriptionWords)
    values[at++] = shareIn(text, bodies)
    for (const value of facts.values) values[at++] = value
    values[at++] = sums.score[top]! > 0 ? Math.log(topScore) : 0
    values[at++] = sums.chars[top]! / total
    before += text.length
  }
  if (at !== values.length) throw new Error(`a row has ${at / Math.max(1, count)} numbers, not ${columns}`)
  return { rows: count, columns, values, sums, headings, groups }
}

const overlap = (some: ReadonlySet<string>, others: ReadonlySet<string>): number => {
  if (some.size === 0) return 0
  let hits = 0
  for (const word of some) if (others.has(word)) hits += 1
  return hits / some.size
}

/** Numbers blocks by the tags and classes of the four elements around them: items of one list share a number. */
function groupBlocks(blocks: readonly Block[]): { groups: Int32Array; order: number } {
  const numbers = new Map<string, number>()
  const keys = new Map<Element, string>()
  const groups = new Int32Array(blocks.length)
  for (const block of blocks) {
    let key = ''
    let at: Element | null = block.container
    for (let level = 0; at && level < 4; level += 1, at = at.parent) {
      let own = keys.get(at)
      if (own === undefined) {
        own = alikeKey(at)
        keys.set(at, own)
      }
      key += `${own}>`
    }
    const known = numbers.get(key) ?? numbers.size
    if (known === numbers.size) numbers.set(key, known)
    groups[block.index] = known
  }
  return { groups, order: numbers.size }
}

const topCandidate = (sums: ElementSums): number => {
  let top = 1
  for (let id = 1; id < sums.score.length; id += 1) if (sums.score[id]! > sums.score[top]!) top = id
  return top
}

/** For every element whether it stands inside the best candidate. */
function insideOf(sums: ElementSums, top: number): Uint8Array {
  const inside = new Uint8Array(sums.score.length)
  inside[top] = 1
  for (let id = top + 1; id < inside.length; id += 1) {
    const parent = sums.elements[id]?.parent
    if (parent && inside[parent.id] === 1) inside[id] = 1
  }
  return inside
}
