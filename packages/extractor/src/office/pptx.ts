/** A presentation (ISO/IEC 29500-1, PresentationML) as HTML: a heading for each slide that is shown, its texts as lists, its tables and charts. */
import { escaped, type ListItem, linkTo, listHtml, tableHtml, tagged } from '../body/html.ts'
import { GRAPHIC, graphicHtml } from './graphics.ts'
import { mathHtml } from './math.ts'
import type { Package } from './package.ts'
import { isTitle, placesOf } from './slide-places.ts'
import { shapesIn } from './slide-shapes.ts'
import { at, below, elementsOf, isTrue, textIn, within, type Xml } from './xml.ts'

const MOST_SPANNED = 100
const HIGHEST = 32_767
/** Letters of a title at most, and their size at least. */
const LONGEST_TITLE = 120
const LEAST_TITLE = 2_000

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
      return slideHtml(file, name, index + 1)
    })
    .join('')
}

function slideHtml(file: Package, part: string, number: number): string {
  const slide = at(file.once(part), 'sld')
  if (slide === undefined || /^(?:0|false)$/.test(slide.attributes.show ?? '')) return ''
  const link: Link = (id) => file.link(part, id)
  const shapes = shapesIn(at(slide, 'cSld', 'spTree'), placesOf(file, part))
  const title = shapes.find(isTitle) ?? largest(shapes)
  const named = paragraphsIn(at(title, 'txBody'), link)
    .map(({ html }) => html.replace(/^<strong>((?:(?!<\/?strong>).)*)<\/strong>$/s, '$1'))
    .join(' ')
  const rest = shapes.map((shape) => {
    if (shape === title) return ''
    const data = at(shape, 'graphic', 'graphicData')
    const graphic = elementsOf(data).find(({ name }) => GRAPHIC.test(name))
    if (graphic !== undefined) return graphicHtml(file, part, graphic)
    const table = at(data, 'tbl')
    if (table !== undefined) return tableOf(table, link)
    const paragraphs = paragraphsIn(at(shape, 'txBody'), link)
    return paragraphs.length === 1 ? `<p>${paragraphs[0]!.html}</p>` : listHtml(paragraphs)
  })
  return `<h2>${named === '' ? `Slide ${number}` : named}</h2>${rest.join('')}`
}

/** The one line in the largest letters, above all others: the title of a slide without a place for one. */
function largest(shapes: readonly Xml[]): Xml | undefined {
  const [first, ...others] = shapes
  const text = at(first, 'txBody')
  if (first?.name !== 'sp' || elementsOf(text, 'p').length !== 1 || textIn(text).trim().length > LONGEST_TITLE) return undefined
  const [size = 0, ...more] = sizesIn(first)
  const isTitleSize = size >= LEAST_TITLE && more.every((other) => other === size)
  return isTitleSize && others.every((shape) => sizesIn(shape).every((other) => other < size)) ? first : undefined
}

/** Sizes of the letters of a shape, in hundredths of points, as far as it says them itself. */
const sizesIn = (shape: Xml): number[] =>
  below(at(shape, 'txBody'), 'rPr').flatMap(({ attributes: { sz } }) => (sz === undefined ? [] : [Number(sz) || 0]))

const paragraphsIn = (body: Xml | undefined, link: Link): ListItem[] =>
  elementsOf(body, 'p').flatMap((paragraph) => {
    const html = elementsOf(paragraph)
      .map((part) => partHtml(part, link))
      .join('')
      .trim()
    const depth = within(at(paragraph, 'pPr')?.attributes.lvl, 0, 8)
    const numbered = at(paragraph, 'pPr', 'buAutoNum')
    return html === '' ? [] : [{ html, depth, ordered: numbered !== undefined, start: within(numbered?.attributes.startAt, 1, HIGHEST) }]
  })

function partHtml(part: Xml, link: Link): string {
  if (part.name === 'br') return '<br>'
  if (part.name === 'm') return mathHtml(part)
  if (part.name === 'AlternateContent')
    return elementsOf(at(part, 'Choice'))
      .map((one) => partHtml(one, link))
      .join('')
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
          columns: within(cell.attributes.gridSpan, 1, MOST_SPANNED),
          rows: within(cell.attributes.rowSpan, 1, MOST_SPANNED),
        })),
    ),
  )
