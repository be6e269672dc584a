/** A diagram of shapes with texts (ISO/IEC 29500-1, 21.4) as a list: who stands below whom. */
import { escaped, type ListItem, listHtml } from '../body/html.ts'
import { at, elementsOf, paragraphText, type Xml } from './xml.ts'

const DEEPEST = 8

export function diagramHtml(part: Xml | undefined): string {
  const model = at(part, 'dataModel')
  const points = new Map(elementsOf(at(model, 'ptLst'), 'pt').map((point) => [point.attributes.modelId ?? '', point]))
  const children = new Map<string, Xml[]>()
  for (const connection of elementsOf(at(model, 'cxnLst'), 'cxn')) {
    const { type = 'parOf', srcId = '' } = connection.attributes
    if (type !== 'parOf') continue
    const known = children.get(srcId)
    if (known === undefined) children.set(srcId, [connection])
    else known.push(connection)
  }
  const items: ListItem[] = []
  const open = [...points].filter(([, { attributes }]) => attributes.type === 'doc').map(([id]) => ({ id, depth: -1 }))
  while (open.length > 0) {
    const { id, depth } = open.pop()!
    const point = points.get(id)
    // A point stands in one place.
    points.delete(id)
    if (point === undefined) continue
    const html = elementsOf(at(point, 't'), 'p')
      .map((paragraph) => escaped(paragraphText(paragraph).trim()))
      .filter((line) => line !== '')
      .join('<br>')
    if (html !== '') items.push({ html, depth: Math.max(0, depth), ordered: false, start: 1 })
    const order = (connection: Xml): number => Number(connection.attributes.srcOrd ?? 0) || 0
    const next = [...(children.get(id) ?? [])].sort((one, other) => order(other) - order(one))
    for (const { attributes } of next) open.push({ id: attributes.destId ?? '', depth: Math.min(DEEPEST, depth + 1) })
  }
  return listHtml(items)
}
