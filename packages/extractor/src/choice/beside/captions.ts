/** Captions of pictures, which the scorer takes for furniture: they belong to what is kept around them. */
import { type Block, isLinks } from '../../page/blocks.ts'
import { closest, type Element, find, isWithin } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import { byLook } from '../../page/once.ts'
import { HEADINGS } from '../../page/tags.ts'
import { nextGap } from '../gaps.ts'

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

/** How what a figure shows begins where it is numbered: `Fig. 1`, `Table 2: …`. */
const NUMBERED = /^\p{L}{2,12}\.? ?\d/u
/** Blocks of one such figure, and of those in a row. */
const MOST_IN = { figure: 20, all: 80 }
const figureOf = ({ container }: Block): Element | null => closest(container, ({ tag }) => tag === 'figure')

/** Where numbered figures end that begin at a block, one behind the other; there where none does. */
function endOfFigures(blocks: readonly Block[], from: number): number {
  let to = from
  for (let figure = from < blocks.length ? figureOf(blocks[from]!) : null; figure !== null && NUMBERED.test(blocks[to]!.text); ) {
    const own = figure
    const begun = to
    while (to < blocks.length && to - begun <= MOST_IN.figure && isWithin(blocks[to]!.container, own)) to += 1
    if (to - begun > MOST_IN.figure || to - from > MOST_IN.all) return begun
    figure = to < blocks.length ? figureOf(blocks[to]!) : null
  }
  return to
}

/** What publishers call the notes below a table, and where they stand: behind it, or a link to see it alone. */
const TABLE_NOTES = /(?:^|[\s_-])(?:tw|t|tbl|table)(?:-wrap)?[-_]{0,2}(?:foot(?:er|notes?)?|fn|notes?|legend)(?:[\s_-]|$)/i
const isTableNote = ({ container, flags }: Block): boolean =>
  (flags & (AROUND | FLAG.table)) === 0 && closest(container, ({ attributes }) => TABLE_NOTES.test(attributes.class ?? '')) !== null

/** Keeps what stands right behind kept text: the notes of its table, numbered figures without what leads to them alone. */
function keepNumbered(blocks: readonly Block[], keep: Uint8Array, from: number): void {
  const before = blocks[from - 1]!
  if ((before.flags & FLAG.table) !== 0) {
    let at = isLinks(blocks[from]!) ? from + 1 : from
    for (; at < blocks.length && keep[at] !== 1 && isTableNote(blocks[at]!); at += 1) keep[at] = 1
    if (at > from + 1 || keep[from] === 1) return
  }
  const to = endOfFigures(blocks, from)
  const box = to === from ? null : figureOf(blocks[from]!)!.parent
  if (box === null || (keep[to] !== 1 && !isWithin(before.container, box))) return
  for (const block of blocks.slice(from, to)) if ((block.flags & (AROUND | FLAG.button)) === 0 && !isLinks(block)) keep[block.index] = 1
}

/** Captions between two kept blocks, one or a few in a row, are kept with them, and so are those at the end of the text. */
export function keepCaptions(blocks: readonly Block[], keep: Uint8Array): void {
  const isCaption = captionsOf()
  const last = keep.lastIndexOf(1)
  for (let from = nextGap(keep, 1); from !== -1; from = nextGap(keep, from + 1)) {
    keepNumbered(blocks, keep, from)
    if (keep[from] === 1) continue
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
