/** Formulas of OpenDocument, which are MathML, as HTML: the guard and the writer of pages know what to make of it. */
import { escaped } from '../body/html.ts'
import type { Xml } from './xml.ts'

const ELEMENT = /^(?:math|semantics|m[a-z]+)$/

/** Without notes in other languages. */
export const mathMl = ({ name, children }: Xml): string =>
  ELEMENT.test(name)
    ? `<${name}>${children.map((child) => (typeof child === 'string' ? escaped(child) : mathMl(child))).join('')}</${name}>`
    : ''
