/** Colours that each thing on a list comes in, as a row of pictures that say nothing. */
import { putInto } from '../../page/blocks.ts'
import { closest, type Element, type Page } from '../../page/dom.ts'
import { blockSpans, type RecordGroup } from '../../records/find.ts'

/** Fewer may show what a thing does. */
const LEAST = 3

const isSilent = ({ attributes: { alt = '' } }: Element): boolean => alt.trim() === ''

/** Rows of pictures without words, in records that have another picture. */
export function findSwatches(page: Page, groups: readonly RecordGroup[]): Element[] {
  const records = new Set(groups.flatMap((group) => group.records.map(({ element }) => element)))
  if (records.size === 0) return []
  const shown = new Map<Element, Element[]>()
  for (const picture of page.all.filter(({ tag }) => tag === 'img')) {
    const record = closest(picture, (at) => records.has(at))
    if (record !== null) putInto(shown, record, picture)
  }
  const { first } = blockSpans(page)
  return [...shown.values()].flatMap((pictures) => {
    const rows = new Map<Element | null, Element[]>()
    // All that stands between two lines of text is one row.
    for (const picture of pictures.filter(isSilent))
      putInto(
        rows,
        closest(picture, ({ parent }) => parent !== null && first[parent.id]! >= 0),
        picture,
      )
    return [...rows.values()].filter(({ length }) => length >= LEAST && length < pictures.length).flat()
  })
}
