/** A presentation (ISO/IEC 29500-1, PresentationML) as HTML: a heading for each slide that is shown, its texts as lists, its tables. */
import { escaped, type ListItem, linkTo, listHtml, tableHtml, tagged } from '../body/html.ts'
import type { Package } from './package.ts'
import { at, below, elementsOf, isTrue, textIn, within, type Xml } from './xml.ts'

const TITLE = /^(?:title|ctrTitle)$/
/** What stands on every slide. */
const FRAME = /^(?:dt|ftr|sldNum|hdr)$/

/** Where a link leads to by its id. */
type Link = (id: string) => string | undefined

export function pptxHtml(file: Package, main: string): string | null {
  const presentation = at(file.xml(main), 'presentation')
  if (presentation === undefined) return null
  const targets = file.targets(main)
  return elementsOf(at(presentation, 'sldIdLst'), 'sldId')
    .map(({ attributes }, index) => {
      // A slide has a number beside the id of its part.
      const id = Object.values(attributes).find((value) => targets.has(value))
      const name = file.related(main, id, `slides/slide${index + 1}.xml`)
      return slideHtml(at(file.once(name), 'sld'), (id) => file.link(name, id), index + 1)
    })
    .join('')
}

function slideHtml(slide: Xml | undefined, link: Link, number: number): string {
  if (slide === undefined || slide.attributes.show === '0') return ''
  const shapes = shapesIn(at(slide, 'cSld', 'spTree'))
  const kindOf = (shape: Xml): string => at(shape, 'nvSpPr', 'nvPr', 'ph')?.attributes.type ?? ''
  const title = shapes.find((shape) => TITLE.test(kindOf(shape)))
  const named =
    title === undefined
      ? ''
      : paragraphsIn(at(title, 'txBody'), link)
          .map(({ html }) => html)
          .join(' ')
  const rest = shapes.map((shape) => {
    if (shape === title || FRAME.test(kindOf(shape))) return ''
    const table = below(shape, 'tbl')[0]
    if (table !== undefined) return tableOf(table, link)
    const paragraphs = paragraphsIn(at(shape, 'txBody'), link)
    return paragraphs.length === 1 ? `<p>${paragraphs[0]!.html}</p>` : listHtml(paragraphs)
  })
  return `<h2>${named === '' ? `Slide ${number}` : named}</h2>${rest.join('')}`
}

/** Shapes in their order, those of groups among them; what is hidden is not shown. */
const shapesIn = (tree: Xml | undefined): Xml[] =>
  elementsOf(tree).flatMap((shape) => {
    if (isTrue(at(shape, `nv${shape.name[0]?.toUpperCase()}${shape.name.slice(1)}Pr`, 'cNvPr')?.attributes.hidden)) return []
    if (shape.name === 'grpSp') return shapesIn(shape)
    if (shape.name === 'AlternateContent') return shapesIn(at(shape, 'Choice'))
    return shape.name === 'sp' || shape.name === 'graphicFrame' ? [shape] : []
  })

const paragraphsIn = (body: Xml | undefined, link: Link): ListItem[] =>
  elementsOf(body, 'p').flatMap((paragraph) => {
    const html = elementsOf(paragraph)
      .map((part) => partHtml(part, link))
      .join('')
      .trim()
    const depth = within(at(paragraph, 'pPr')?.attributes.lvl, 0, 8)
    return html === '' ? [] : [{ html, depth, ordered: at(paragraph, 'pPr', 'buAutoNum') !== undefined, start: 1 }]
  })

function partHtml(part: Xml, link: Link): string {
  if (part.name === 'br') return '<br>'
  if (part.name !== 'r' && part.name !== 'fld') return ''
  const properties = at(part, 'rPr')
  const { b, strike = 'noStrike', baseline = '0' } = properties?.attributes ?? {}
  const text = escaped(textIn(at(part, 't')))
  const tags = [
    ...(isTrue(b) ? ['strong'] : []),
    ...(strike === 'noStrike' ? [] : ['del']),
    ...(Number.parseInt(baseline, 10) > 0 ? ['sup'] : Number.parseInt(baseline, 10) < 0 ? ['sub'] : []),
  ]
  const html = text.trim() === '' ? text : tagged(text, tags)
  return linkTo(link(at(properties, 'hlinkClick')?.attributes.id ?? ''), html)
}

const tableOf = (table: Xml, link: Link): string =>
  tableHtml(
    elementsOf(table, 'tr').map((row) =>
      elementsOf(row, 'tc')
        .filter(({ attributes }) => attributes.hMerge === undefined && attributes.vMerge === undefined)
        .map((cell) => ({
          html: paragraphsIn(at(cell, 'txBody'), link)
            .map(({ html }) => html)
            .join('<br>'),
          columns: Number(cell.attributes.gridSpan ?? 1) || 1,
          rows: Number(cell.attributes.rowSpan ?? 1) || 1,
        })),
    ),
  )
