/** What stands beside the title of an event: the day on which it is, the place, and who appears. */
import { toIsoDate, writtenDate } from '../../metadata/date.ts'
import { eventOf, placeOf } from '../../metadata/happenings.ts'
import { fold } from '../../metadata/text.ts'
import { type Block, isLinks, isSeen, titleIn } from '../../page/blocks.ts'
import type { Page } from '../../page/dom.ts'
import { namesOf, textValue } from '../../page/json-ld.ts'

/** How far before the title and behind it, in blocks, and how long such a line is. */
const NEAR = { before: 4, behind: 8 }
const LONGEST = 200
const LEAST_NAME = 4

/** Keeps the lines beside the title that have the day of the page's event, its place, or one of those who appear. */
export function keepHappening(page: Page, blocks: readonly Block[], keep: Uint8Array): void {
  const event = eventOf(page)
  const title = titleIn(blocks)?.index
  if (event === null || title === undefined) return
  const day = toIsoDate(textValue(event.startDate))?.slice(0, 10)
  const names = [...placeOf(event.location).slice(0, 1), ...namesOf(event.performer, page.jsonLd.byId)].map(fold)
  const isOf = ({ text }: Block): boolean => {
    const said = fold(text)
    return writtenDate(text) === day || names.some((name) => name.length >= LEAST_NAME && said.includes(name))
  }
  // What leads to all events of one that appears here stands above the title.
  for (const block of blocks.slice(Math.max(0, title - NEAR.before), title + 1 + NEAR.behind))
    if (block.index !== title && isSeen(block) && block.text.length <= LONGEST && isOf(block) && (block.index > title || !isLinks(block)))
      keep[block.index] = 1
}
