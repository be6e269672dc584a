/** What fields of a form show by themselves (ISO/IEC 29500-1, 17.16): boxes and choices. Text that was filled in stands in the file. */
import { escaped } from '../body/html.ts'
import { at, elementsOf, isSet, type Xml } from './xml.ts'

/** @param field what a field of a form is, `ffData` */
export function formFieldHtml(field: Xml | undefined): string {
  const [box, choice] = [at(field, 'checkBox'), at(field, 'ddList')]
  if (box !== undefined) return isSet(box, at(box, 'checked') === undefined ? 'default' : 'checked') ? '☒' : '☐'
  const chosen = (at(choice, 'result') ?? at(choice, 'default'))?.attributes.val ?? '0'
  return escaped(elementsOf(choice, 'listEntry')[Number(chosen)]?.attributes.val ?? '')
}
