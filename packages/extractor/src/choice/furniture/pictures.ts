/** Pictures without a text to judge them by that are no part of what is kept: logos, those of who wrote it or of what is next, signs to share it. */
import { sharesPage } from '../../page/address.ts'
import type { Block } from '../../page/blocks.ts'
import { closest, type Element, isWithin, type Page } from '../../page/dom.ts'
import { AROUND, flagsAround } from '../../page/flags.ts'
import { readOnce } from '../../page/once.ts'
import { keptOf } from '../../page/plain.ts'
import { HEADINGS } from '../../page/tags.ts'

const isPicture = ({ tag }: Element): boolean => tag === 'img'

/** Pictures that are not shown. @param isWhole whether the page is small, and kept as a whole */
export function strayPictures(page: Page, blocks: readonly Block[], keep: Uint8Array, isWhole: boolean): Element[] {
  const pictures = page.all.filter(isPicture)
  const kept = keptOf(blocks, keep)
  return [
    ...(kept.length === blocks.length ? [] : framePictures(pictures, kept, isWhole)),
    ...picturesOfOthers(pictures, blocks, keep),
    ...pictures.filter((picture) => isSignToShare(picture) || isStep(picture)),
  ]
}

/**
 * Pictures of the frame around what is kept, a logo or a banner; none where text of the frame is kept too. Of a page that is kept as a whole
 * linked pictures above the first heading are such, whatever they stand in.
 */
function framePictures(pictures: readonly Element[], kept: readonly Block[], isWhole: boolean): readonly Element[] {
  if (kept.some(({ flags }) => (flags & AROUND) !== 0)) return []
  const heading = isWhole ? (kept.find(({ container }) => HEADINGS.has(container.tag))?.container.id ?? 0) : 0
  const isAbove = (element: Element): boolean => element.id < heading && closest(element, ({ tag }) => tag === 'a') !== null
  return pictures.filter((picture) => (flagsAround(picture) & AROUND) !== 0 || isAbove(picture))
}

/**
 * Pictures between kept text and such as is left out, which stand nearer to that: behind all that is kept, and faces of those whose names are left
 * out anywhere.
 */
function picturesOfOthers(pictures: readonly Element[], blocks: readonly Block[], keep: Uint8Array): Element[] {
  const last = keep.lastIndexOf(1)
  return pictures.filter((picture) => {
    const next = picture.block
    const isBetween = keep[next - 1] === 1 && keep[next] === 0
    return isBetween && (next - 1 === last || isFace(picture)) && isNearer(picture, blocks[next]!, blocks[next - 1]!)
  })
}

/** Elements around a picture that say what it is. */
const FRAMES = 3

/** The nearest of a picture and what it stands in that is such a one. */
function frameOf(picture: Element, isFrame: (element: Element) => boolean): Element | null {
  let at: Element | null = picture
  for (let level = 0; level <= FRAMES && at !== null; level += 1, at = at.parent) if (isFrame(at)) return at
  return null
}

const FACE = /(?:^|[\s_-])(?:author|avatar|gravatar|byline)/i

/** Whether a page calls a picture, or what it stands in, that of a person. */
const isFace = (picture: Element): boolean => frameOf(picture, ({ attributes }) => FACE.test(attributes.class ?? '')) !== null

const CAPTION = /caption|(?:^|[\s_-])figure/i
/** How what a picture shows begins where it is numbered: `Figure 3: …`. */
const NUMBERED = /^\p{L}{2,12}\.? \d/u

/** Whether a picture shares a smaller element with one block than with another, and is not what the former describes. */
function isNearer(picture: Element, next: Block, before: Block): boolean {
  const [aroundNext, aroundBefore] = [elementsAround(next.container), elementsAround(before.container)]
  const shared = closest(picture, (at) => aroundNext.has(at.id) || aroundBefore.has(at.id))
  if (shared === null || aroundBefore.has(shared.id) || NUMBERED.test(next.text)) return false
  // A paragraph of its own is of the text, as is a figure with its caption.
  const isOwn = closest(picture, (at) => at.tag === 'p' || (at.tag === 'figure' && aroundNext.has(at.id)))
  if (isOwn !== null && isWithin(isOwn, shared)) return false
  const described = closest(next.container, (at) => CAPTION.test(at.attributes.class ?? ''))
  return described === null || !isWithin(described, shared)
}

/** An element and all around it; asked for every picture beside a block. */
const elementsAround = readOnce((element: Element): ReadonlySet<number> => {
  const around = new Set<number>()
  for (let at: Element | null = element; at !== null; at = at.parent) around.add(at.id)
  return around
})

/** What leads to where a page is shared is a sign, whatever its picture is called. */
const isSignToShare = (picture: Element): boolean => sharesPage(frameOf(picture, ({ tag }) => tag === 'a')?.attributes.href ?? '')

const CHOICE = /^(?:hidden|checkbox|radio)$/i

/** Whether a picture is a button beside a field: one that counts how many one buys up or down, or asks for what was written. */
const isStep = (picture: Element): boolean =>
  frameOf(picture, ({ tag }) => tag === 'a' || tag === 'button')?.parent?.children.some(
    (beside) => beside.kind === 'element' && beside.tag === 'input' && !CHOICE.test(beside.attributes.type ?? ''),
  ) === true
