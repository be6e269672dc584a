/** Layers of a file that are switched off (ISO 32000-2, 8.11): text on them is not shown to anybody. */

type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>
type Page = Awaited<ReturnType<Pdf['getPage']>>
type Item = Awaited<ReturnType<Page['getTextContent']>>['items'][number]

const LAYERED = 'OC'

/** Whether what follows may be of a layer. */
const beginsLayered = (item: Item): boolean =>
  !('str' in item) && item.type === 'beginMarkedContentProps' && 'tag' in item && item.tag === LAYERED

/**
 * The items of a page that begin what is switched off. PDF.js does not say with the text of which layer it is, but with what a page draws, where the
 * same beginnings stand in the same order; pictures that are of a layer by themselves stand there as well, and then nothing is sure.
 */
export async function hiddenIn(items: readonly Item[], pdf: Pdf, page: Page): Promise<ReadonlySet<Item>> {
  const begins = items.filter(beginsLayered)
  if (begins.length === 0) return new Set()
  const layers = await pdf.getOptionalContentConfig()
  if ([...layers].every(([, { visible }]) => visible === true)) return new Set()
  const { getResolvedPDFJS } = await import('unpdf')
  const { AnnotationMode, OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE })
  const groups = fnArray.flatMap((operator, at) => {
    const [tag, group] = operator === OPS.beginMarkedContentProps ? (argsArray[at] as unknown[]) : []
    return tag === LAYERED ? [group] : []
  })
  return new Set(groups.length === begins.length ? begins.filter((_, at) => layers.isVisible(groups[at]) === false) : [])
}
