/** Formulas of Word (ISO/IEC 29500-1, 22.1) as text with raised and lowered parts. */
import { escaped } from '../body/html.ts'
import { at, elementsOf, textIn, type Xml } from './xml.ts'

export const mathHtml = (element: Xml | undefined): string => elementsOf(element).map(partHtml).join('')

function partHtml(element: Xml): string {
  const of = (name: string): string => mathHtml(at(element, name))
  switch (element.name) {
    case 't':
      return escaped(textIn(element))
    case 'sSup':
      return `${of('e')}<sup>${of('sup')}</sup>`
    case 'sSub':
      return `${of('e')}<sub>${of('sub')}</sub>`
    case 'sSubSup':
      return `${of('e')}<sub>${of('sub')}</sub><sup>${of('sup')}</sup>`
    case 'f':
      return `${grouped(of('num'))}/${grouped(of('den'))}`
    case 'rad':
      return `√${grouped(of('e'))}`
    case 'd':
      return `(${elementsOf(element, 'e').map(mathHtml).join(', ')})`
    default:
      return mathHtml(element)
  }
}

/** What has more than one sign stands in brackets. */
const grouped = (html: string): string => (/^[\p{L}\p{N}.]*$/u.test(html) ? html : `(${html})`)
