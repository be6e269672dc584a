/** What is drawn from data that the file holds: charts and diagrams, which are parts of their own. */
import { chartHtml } from './chart.ts'
import { diagramHtml } from './diagram.ts'
import type { Package } from './package.ts'
import type { Xml } from './xml.ts'

/** What stands for a chart and for a diagram in a drawing. */
export const GRAPHIC = /^(?:chart|relIds)$/

/** A graphic of a part as HTML; nothing for one without data. */
export function graphicHtml(file: Package, part: string, { name, attributes }: Xml): string {
  const data = file.once(file.targets(part).get((name === 'chart' ? attributes.id : attributes.dm) ?? '') ?? '')
  if (name !== 'chart') return diagramHtml(data)
  const { html, cut } = chartHtml(data)
  if (cut) file.cut = true
  return html
}
