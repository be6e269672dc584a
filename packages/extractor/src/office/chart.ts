/** A chart (ISO/IEC 29500-1, 21.2, and those of kinds that came later: MS-ODRAWXML, 2.24.3) as HTML: its title, and the values that it shows as a table, a column for each series. */
import { escaped, tableHtml } from '../body/html.ts'
import { formatOf, numberText } from './cell-formats.ts'
import { at, below, elementsOf, paragraphText, textIn, type Xml } from './xml.ts'

/** Texts by the places of their points. */
type Points = ReadonlyMap<number, string>
type Series = { readonly name: string; readonly categories: Points; readonly values: Points }

/** Beyond these there is no more than an answer could hold. */
const MOST_CELLS = 20_000
/** Series that may show the same data, and categories in categories. */
const MOST_SHARED = 50
const MOST_LEVELS = 8

/** @returns the chart, and whether it has more values than are read */
export function chartHtml(part: Xml | undefined): { html: string; cut: boolean } {
  const chart = at(part, 'chartSpace', 'chart')
  const title = nameIn(at(chart, 'title', 'tx'))
  const data = at(part, 'chartSpace', 'chartData')
  const all = elementsOf(at(chart, 'plotArea')).flatMap((plot) => [
    ...elementsOf(plot, 'ser').map(seriesOf),
    ...below(plot, 'series')
      .slice(0, MOST_SHARED)
      .map((series) => laterSeriesOf(series, data)),
  ])
  // Series of other categories are a table of their own.
  const tables = new Map<string, Series[]>()
  for (const series of all) {
    const named = [...series.categories].join('\n')
    const alike = tables.get(named)
    if (alike === undefined) tables.set(named, [series])
    else alike.push(series)
  }
  let [html, left, cut] = [title === '' ? '' : `<p><strong>${escaped(title)}</strong></p>`, MOST_CELLS, false]
  for (const series of tables.values()) {
    const places = [...new Set(series.flatMap(({ values }) => [...values.keys()]))].sort((one, other) => one - other)
    const shown = places.slice(0, Math.floor(left / (series.length + 1)))
    if (shown.length < places.length) cut = true
    left -= shown.length * (series.length + 1)
    const rows = shown.map((place) => [
      series[0]!.categories.get(place) ?? String(place + 1),
      ...series.map(({ values }) => values.get(place) ?? ''),
    ])
    if (shown.length > 0)
      html += tableHtml([['', ...series.map(({ name }) => name)], ...rows].map((row) => row.map((text) => ({ html: escaped(text) }))))
  }
  return { html, cut }
}

const seriesOf = (series: Xml): Series => ({
  name: nameIn(at(series, 'tx')),
  categories: pointsIn(at(series, 'cat') ?? at(series, 'xVal')),
  values: pointsIn(at(series, 'val') ?? at(series, 'yVal')),
})

/** A series of a waterfall, a funnel or a tree, whose data stand apart. */
function laterSeriesOf(series: Xml, data: Xml | undefined): Series {
  const id = at(series, 'dataId')?.attributes.val
  const own = elementsOf(data, 'data').find(({ attributes }) => attributes.id === id)
  const numbers = elementsOf(own, 'numDim')
  const values = at(numbers.find(({ attributes }) => /^(?:val|size|y)$/.test(attributes.type ?? '')) ?? numbers[0], 'lvl')
  const format = formatOf(values?.attributes.formatCode ?? '')
  // Of categories in categories those within come first.
  const categories = new Map<number, string>()
  for (const level of elementsOf(at(own, 'strDim'), 'lvl').slice(0, MOST_LEVELS))
    for (const point of elementsOf(level, 'pt')) {
      const within = categories.get(indexOf(point))
      categories.set(indexOf(point), [textIn(point).trim(), ...(within === undefined ? [] : [within])].join(' / '))
    }
  return {
    name: nameIn(at(series, 'tx')),
    categories,
    values: new Map(elementsOf(values, 'pt').map((point) => [indexOf(point), numberText(textIn(point).trim(), format)])),
  }
}

const indexOf = ({ attributes }: Xml): number => Number(attributes.idx ?? 0) || 0

/** A name as text, or as the cell that it stands in said when the file was written. */
function nameIn(name: Xml | undefined): string {
  const paragraphs = elementsOf(at(name, 'rich'), 'p').map(paragraphText)
  const told = at(name, 'strRef', 'strCache', 'pt', 'v') ?? at(name, 'v') ?? at(name, 'txData', 'v')
  return (paragraphs.length > 0 ? paragraphs.join(' ') : textIn(told)).replace(/\s+/g, ' ').trim()
}

/** Points as the file last knew them; of categories of several levels those that stand at the points. */
function pointsIn(data: Xml | undefined): Points {
  const numbers = at(data, 'numRef', 'numCache') ?? at(data, 'numLit')
  const texts = at(data, 'strRef', 'strCache') ?? at(data, 'strLit') ?? at(data, 'multiLvlStrRef', 'multiLvlStrCache', 'lvl')
  const format = formatOf(textIn(at(numbers, 'formatCode')))
  return new Map(
    elementsOf(numbers ?? texts, 'pt').map((point) => {
      const text = textIn(at(point, 'v')).trim()
      return [indexOf(point), numbers === undefined ? text : numberText(text, format)]
    }),
  )
}
