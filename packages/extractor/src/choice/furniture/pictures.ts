/** Pictures without a text to judge them by that are no part of what is kept: logos, those of who wrote it or of what is next, signs to share it. */
import type { Block } from '../../page/blocks.ts'
import { closest, type Element, findAll, isWithin, type Page } from '../../page/dom.ts'
import { AROUND, flagsAround } from '../../page/flags.ts'
import { HEADINGS } from '../../page/tags.ts'

const isPicture = ({ tag }: Element): boolean => tag === 'img'

/** What is not shown of a page, whose source is kept as a whole or not. */
export const strayPictures = (page: Page, blocks: readonly Block[], keep: Uint8Array, isWhole: boolean): Element[] => [
  ...framePictures(page, blocks, keep, isWhole),
  ...picturesBehind(page, blocks, keep),
  ...signsToShare(page),
]

/**
 * Pictures of the frame around what is kept, a logo or a banner; none where text of the frame is kept too. Of a page that is kept as a whole
 * linked pictures above the first heading are such, whatever they stand in.
 */
function framePictures(page: Page, blocks: readonly Block[], keep: Uint8Array, isWhole: boolean): readonly Element[] {
  const kept = blocks.filter(({ index }) => keep[index] === 1)
  if (kept.length === blocks.length || kept.some(({ flags }) => (flags & AROUND) !== 0)) return []
  const heading = isWhole ? (kept.find(({ container }) => HEADINGS.has(container.tag))?.container.id ?? 0) : 0
  const isAbove = (element: Element): boolean => element.id < heading && closest(element, ({ tag }) => tag === 'a') !== null
  return page.all.filter((element) => isPicture(element) && ((flagsAround(element) & AROUND) !== 0 || isAbove(element)))
}

/** Fewer blocks do not tell where the content ends. */
const FEW = 3

/** Pictures right behind all that is kept which stand outside of what holds it, or nearer to the text that is left out behind them. */
function picturesBehind({ all }: Page, blocks: readonly Block[], keep: Uint8Array): Element[] {
  const last = blocks[keep.lastIndexOf(1)]
  const next = blocks[(last?.index ?? -1) + 1]
  if (last === undefined) return []
  const behind: Element[] = []
  for (let at = all.length - 1; at >= 0 && all[at]!.id > last.container.id; at -= 1)
    if (isPicture(all[at]!) && all[at]!.block === last.index + 1) behind.push(all[at]!)
  if (behind.length === 0) return []
  const box = boxAround(blocks.filter(({ index }) => keep[index] === 1))
  return behind.filter((picture) => (box !== null && !isWithin(picture, box)) || (next !== undefined && isNearer(picture, next, last)))
}

/** The smallest element around blocks; null around few. */
function boxAround(blocks: readonly Block[]): Element | null {
  if (blocks.length < FEW) return null
  let box: Element | null = blocks[0]!.container
  for (const { container } of blocks) box = closest(box, (at) => isWithin(container, at))
  return box
}

/** Whether a picture shares a smaller element with one block than with another, and is not what the former describes. */
function isNearer(picture: Element, next: Block, last: Block): boolean {
  const around = (block: Block): Element | null => closest(picture, (at) => isWithin(block.container, at))
  const [mine, other] = [around(next), around(last)]
  if (mine === null || other === null || mine === other || !isWithin(mine, other)) return false
  const isFigure = closest(picture, (at) => at.tag === 'figure' && isWithin(next.container, at)) !== null
  return !isFigure && !/caption/i.test(next.container.attributes.class ?? '')
}

/** Where to tell others of a page: what leads there is a sign, whatever its picture is called. */
const SHARES =
  /^mailto:\?|\/\/(?:[\w-]+\.)*(?:facebook\.com\/(?:sharer|share\.php|dialog)|(?:twitter|x)\.com\/(?:intent|share)|linkedin\.com\/(?:shareArticle|sharing)|pinterest\.[a-z.]+\/pin\/create|reddit\.com\/submit|(?:telegram|t)\.me\/share|whatsapp\.com\/send|wa\.me\/\?|tumblr\.com\/(?:share|widgets\/share)|bsky\.app\/intent|threads\.(?:net|com)\/intent|news\.ycombinator\.com\/submitlink|getpocket\.com\/(?:save|edit)|vk\.com\/share|line\.me\/R\/(?:msg|share)|buffer\.com\/add|flipboard\.com\/bookmarklet)/i

const signsToShare = ({ having }: Page): Element[] =>
  having.href.filter(({ attributes }) => SHARES.test(attributes.href!)).flatMap((anchor) => findAll(anchor, isPicture))
