/** Formulas of Word (ISO/IEC 29500-1, 22.1) as MathML: the guard and the writer of pages know what to make of it. */
import { escaped } from '../body/html.ts'
import { at, elementsOf, isSet, textIn, type Xml } from './xml.ts'

/** What stands in a formula by the side of what it shows. */
const GONE = /^(?:\w+Pr|del|moveFrom|instrText)$/
/** Numbers, letters in a row, and signs. */
const TOKEN = /(\d[\d.,]*(?<=\d))|(\p{L}+)|(\S)/gu
/** Names of functions, whose letters are no products. */
const NAMED = /^(?:a?(?:sin|cos|tan|cot|sec|csc)h?|arc(?:sin|cos|tan)|log|ln|lg|exp|lim|max|min|sup|inf|det|dim|ker|gcd|deg|arg|mod)$/
/** What stands over letters by signs that join them, as MathML has them. */
const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['\u0302', '^'],
  ['\u0303', '~'],
  ['\u0304', '¯'],
  ['\u0305', '‾'],
  ['\u0307', '˙'],
  ['\u0308', '¨'],
  ['\u20d7', '→'],
])

/** A formula; empty where it shows nothing. */
export function mathHtml(element: Xml): string {
  const inner = partsHtml(element)
  return inner === '' ? '' : `<math${element.name === 'oMathPara' ? ' display="block"' : ''}>${inner}</math>`
}

const partsHtml = (element: Xml | undefined): string => elementsOf(element).map(partHtml).join('')

const sign = (text: string): string => (text === '' ? '' : `<mo>${escaped(text)}</mo>`)

/** An element of parts; of which none shows anything, it is none. */
const made = (tag: string, ...parts: readonly string[]): string =>
  parts.join('') === '' ? '' : `<${tag}>${parts.map((part) => `<mrow>${part}</mrow>`).join('')}</${tag}>`

/** The sign that a property sets; of one that is there without a value there is none. */
function signOf(properties: Xml | undefined, name: string, usual: string): string {
  const property = at(properties, name)
  return property === undefined ? usual : (property.attributes.val ?? '')
}

const rowsHtml = (rows: readonly (readonly string[])[]): string =>
  `<mtable>${rows.map((row) => `<mtr>${row.map((cell) => `<mtd>${cell}</mtd>`).join('')}</mtr>`).join('')}</mtable>`

/** A sign with its limits, of which one or both may be missing. */
const limited = (base: string, below: string, above: string): string =>
  below === ''
    ? above === ''
      ? base
      : made('msup', base, above)
    : above === ''
      ? made('msub', base, below)
      : made('msubsup', base, below, above)

function tokensHtml(text: string): string {
  let html = ''
  for (const [whole, number, letters] of text.matchAll(TOKEN)) {
    if (number !== undefined) html += `<mn>${number}</mn>`
    else if (letters === undefined) html += sign(whole)
    else html += NAMED.test(letters) ? `<mi>${letters}</mi>` : [...letters].map((letter) => `<mi>${letter}</mi>`).join('')
  }
  return html
}

/** Parts by their names, and what stands between them as it is. */
function partHtml(element: Xml): string {
  const { name } = element
  const properties = at(element, `${name}Pr`)
  const of = (part: string): string => partsHtml(at(element, part))
  switch (name) {
    case 'r':
      return isSet(at(element, 'rPr'), 'nor') ? `<mtext>${escaped(textIn(element))}</mtext>` : tokensHtml(textIn(element))
    case 'sSup':
      return made('msup', of('e'), of('sup'))
    case 'sSub':
      return made('msub', of('e'), of('sub'))
    case 'sSubSup':
      return made('msubsup', of('e'), of('sub'), of('sup'))
    case 'sPre':
      return made('msubsup', '', of('sub'), of('sup')) + of('e')
    case 'f':
      return at(properties, 'type')?.attributes.val === 'noBar' ? rowsHtml([[of('num')], [of('den')]]) : made('mfrac', of('num'), of('den'))
    case 'rad':
      return isSet(properties, 'degHide') || of('deg') === '' ? made('msqrt', of('e')) : made('mroot', of('e'), of('deg'))
    case 'nary':
      return limited(sign(signOf(properties, 'chr', '∫')), of('sub'), of('sup')) + of('e')
    case 'd': {
      const between = sign(signOf(properties, 'sepChr', '|'))
      const inner = elementsOf(element, 'e').map(partsHtml)
      return sign(signOf(properties, 'begChr', '(')) + inner.join(between) + sign(signOf(properties, 'endChr', ')'))
    }
    case 'acc':
    case 'groupChr': {
      const own = signOf(properties, 'chr', name === 'acc' ? '\u0302' : '⏟')
      const isAbove = name === 'acc' || at(properties, 'pos')?.attributes.val === 'top'
      return made(isAbove ? 'mover' : 'munder', of('e'), sign(ACCENTS.get(own) ?? own))
    }
    case 'bar':
      return at(properties, 'pos')?.attributes.val === 'top' ? made('mover', of('e'), sign('‾')) : made('munder', of('e'), sign('_'))
    case 'limLow':
      return made('munder', of('e'), of('lim'))
    case 'limUpp':
      return made('mover', of('e'), of('lim'))
    case 'm':
      return rowsHtml(elementsOf(element, 'mr').map((row) => elementsOf(row, 'e').map(partsHtml)))
    case 'eqArr':
      return rowsHtml(elementsOf(element, 'e').map((line) => [partsHtml(line)]))
    default:
      return GONE.test(name) ? '' : partsHtml(element)
  }
}
