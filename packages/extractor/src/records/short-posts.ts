/** Posts of a word or two: known by the place in which the posts around them say what they say, as their length tells nothing. */
import { type Block, blocksIn, isLinks } from '../page/blocks.ts'
import { makeOf } from '../page/classes.ts'
import { closest, type Element } from '../page/dom.ts'
import { FLAG } from '../page/flags.ts'

/** Share of the posts that have kept text in a place where posts have their text. */
const MOST = 0.5

/** The make of the nearest element with a class or a name of its own around a block, in its post; null where the post has none of its own. */
function placeOf({ container }: Block, post: Element): string | null {
  const box = closest(container, (at) => at === post || at.attributes.class !== undefined || at.tag.includes('-'))
  return box === null || box === post ? null : makeOf(box)
}

/** The places in which most posts have their text, and more kept text than other lines. */
function placesOfText(inPosts: ReadonlyMap<Element, readonly Block[]>, keep: Uint8Array): ReadonlySet<string> {
  const holders = new Map<string, number>()
  const balance = new Map<string, number>()
  for (const [post, own] of inPosts) {
    const held = new Set<string>()
    for (const block of own) {
      const place = placeOf(block, post)
      if (place === null) continue
      const isKept = keep[block.index] === 1
      if (isKept) held.add(place)
      balance.set(place, (balance.get(place) ?? 0) + (isKept ? 1 : -1))
    }
    for (const place of held) holders.set(place, (holders.get(place) ?? 0) + 1)
  }
  return new Set([...holders].flatMap(([place, count]) => (count >= inPosts.size * MOST && balance.get(place)! > 0 ? [place] : [])))
}

/**
 * The text of each of some records that are built as posts are, by where most posts have theirs: blocks of the record and of none in it.
 * @param posts those that are known already
 */
export function textsOf(
  records: ReadonlySet<Element>,
  posts: ReadonlyMap<Element, unknown>,
  blocks: readonly Block[],
  keep: Uint8Array,
): Map<Element, Block[]> {
  const inRecords = blocksIn(blocks, (at) => records.has(at))
  const places = placesOfText(new Map([...inRecords].filter(([element]) => posts.has(element))), keep)
  const isText = (block: Block, post: Element): boolean => {
    if ((block.flags & FLAG.button) !== 0 || isLinks(block)) return false
    const place = placeOf(block, post)
    return place !== null && places.has(place)
  }
  return new Map([...inRecords].map(([element, own]) => [element, own.filter((block) => isText(block, element))]))
}
