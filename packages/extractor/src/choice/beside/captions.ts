/** Captions of pictures, which the scorer takes for furniture: they belong to what is kept around them. */
import type { Block } from '../../page/blocks.ts'
import { closest, type Element, find, isWithin } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import { byLook } from '../../page/once.ts'
import { HEADINGS } from '../../page/tags.ts'

const LONGEST = 300
const MOST = 4
/** How WordPress, Blogger and others call a caption that stands in no `figcaption`, and levels up to the box of its picture. */
const CALLED = /(?:^|[\s_-])caption(?:-text)?(?:\s|$)/i
const LEVELS = 3
const isPicture = ({ tag }: Element): boolean => tag === 'img' || tag === 'picture' || tag === 'svg' || tag === 'video'

/** What tells captions on one page. */
function captionsOf(): (block: Block) => boolean {
  const isCalled = byLook(({ attributes }) => CALLED.test(attributes.class ?? ''))
  const hasPicture = ({ parent }: Element): boolean => {
    for (let box = parent, level = 0; box !== null && level < LEVELS && box.children.length <= MOST; box = box.parent, level += 1)
      if (find(box, isPicture) !== null) return true
    return false
  }
  return ({ container, text, flags }) =>
    text.length <= LONGEST &&
    (flags & AROUND) === 0 &&
    (container.tag === 'figcaption' || (isCalled(container) && !HEADINGS.has(container.tag) && hasPicture(container)))
}

/** Whether a block is the button of a figure that enlarges its picture. */
const isFigureButton = ({ container, flags }: Block): boolean =>
  (flags & FLAG.button) !== 0 && closest(container, ({ tag }) => tag === 'figure') !== null

/** Captions between two kept blocks, one or a few in a row, are kept with them, and so are those at the end of the text. */
export function keepCaptions(blocks: readonly Block[], keep: Uint8Array): void {
  const isCaption = captionsOf()
  const last = keep.lastIndexOf(1)
  for (let from = 1; from < blocks.length; from += 1) {
    if (keep[from - 1] !== 1 || keep[from] === 1) continue
    let to = from
    while (to < blocks.length && to - from <= MOST && keep[to] !== 1 && (isCaption(blocks[to]!) || isFigureButton(blocks[to]!))) to += 1
    if (to === from || to - from > MOST) continue
    if (keep[to] === 1 || (from - 1 === last && endsBox(blocks[last]!, blocks[from]!, blocks[to])))
      for (const caption of blocks.slice(from, to).filter(isCaption)) keep[caption.index] = 1
  }
}

/** Whether a caption is the last that stands in the box of a text. */
function endsBox(text: Block, caption: Block, next: Block | undefined): boolean {
  const box = text.container.parent
  return box !== null && isWithin(caption.container, box) && (next === undefined || !isWithin(next.container, box))
}
