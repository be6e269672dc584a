/** Pages that list by their days what a site has, and hold nothing else. */
import { beginsWithDay, writtenDate } from '../../metadata/date.ts'
import { type Block, isOutside, lengthOf, putInto } from '../../page/blocks.ts'

/** Fewer lines are no archive; nor are lines with less of the text outside of the frame: a box beside it has the last of them. */
const LEAST = { lines: 5, share: 0.5 }
/** Characters beside the link: a day, a sign or two. */
const LONGEST_DAY = 24
const YEAR = /^(?:19|20)\d\d\s?(?:年|년)?(?:\s?\(?\d{1,4}\)?)?$/

const isLine = (block: Block): boolean =>
  block.links === 1 &&
  block.text.length - block.linkLength <= LONGEST_DAY &&
  !isOutside(block) &&
  (beginsWithDay(block.text) || (block.linkLength < block.text.length && writtenDate(block.text) !== null))

/** The lines of an archive, one link and its day each, and the years above them; none where a page is something else. */
export function archiveOf(blocks: readonly Block[]): readonly Block[] {
  const makes = new Map<string, Block[]>()
  for (const block of blocks.filter(isLine)) putInto(makes, `${block.container.tag} ${block.container.attributes.class ?? ''}`, block)
  const whole = lengthOf(blocks.filter((block) => !isOutside(block)))
  const lines = [...makes.values()].find((own) => own.length >= LEAST.lines && lengthOf(own) >= whole * LEAST.share)
  return lines === undefined ? [] : withYears(blocks, lines)
}

const withYears = (blocks: readonly Block[], lines: readonly Block[]): readonly Block[] =>
  lines.flatMap((line) => {
    const before = blocks[line.index - 1]
    return before !== undefined && YEAR.test(before.text) && !isOutside(before) ? [before, line] : [line]
  })
