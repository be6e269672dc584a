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
  const { first } = blockSpans(page)
  const holdsText = (element: Element | null): boolean => element === null || first[element.id]! >= 0
  const shown = new Map<Element, Element[]>()
  const rows = new Map<Element, Element[]>()
  for (const picture of page.all) {
    const record = picture.tag === 'img' ? closest(picture, (at) => records.has(at)) : null
    if (record === null) continue
    putInto(shown, record, picture)
    // All that stands between two lines of text is one row.
    const row = isSilent(picture) ? closest(picture, ({ parent }) => holdsText(parent)) : null
    if (row !== null) putInto(rows, row, picture)
  }
  const isBesideAnother = (row: readonly Element[]): boolean => shown.get(closest(row[0]!, (at) => records.has(at))!)!.length > row.length
  return [...rows.values()].filter((row) => row.length >= LEAST && isBesideAnother(row)).flat()
}
