/** Lists of terms whose values are short, as pages state facts in: a line for each term, with what it says behind it. */
import type { Element } from '../page/dom.ts'
import { squeeze, textOf } from '../page/text.ts'
import type { Context } from './context.ts'
import { fieldLine, LONGEST_FIELD } from './fields.ts'
import { emphasised } from './headings.ts'
import { isParagraph } from './provisions.ts'

/** A term and its values. */
type Field = { readonly term: Element; readonly values: Element[] }

/** What explains a term is a sentence, and a signature is no name of a fact. */
const [SENTENCE, SIGNATURE] = [/[.!?…。！？]$/, /[=;{}]/]

const isShort = (element: Element, other: RegExp): boolean => {
  const text = squeeze(textOf(element))
  return text.length <= LONGEST_FIELD && !other.test(text)
}

/** The terms of such a list, each with its values, in boxes of their own or not; null where one has none, or more is said than a fact. */
function fieldsOf(list: Element): Field[] | null {
  const fields: Field[] = []
  for (const child of list.children) {
    if (child.kind === 'text') {
      if (child.text.trim() !== '') return null
    } else if (child.tag === 'dt') {
      if (fields.at(-1)?.values.length === 0) return null
      fields.push({ term: child, values: [] })
    } else if (child.tag === 'dd') {
      if (fields.length === 0) return null
      fields.at(-1)!.values.push(child)
    } else {
      const inner = child.tag === 'div' && fields.at(-1)?.values.length !== 0 ? fieldsOf(child) : null
      if (inner === null) return null
      fields.push(...inner)
    }
  }
  const isOne = ({ term, values }: Field): boolean =>
    values.length > 0 && isShort(term, SIGNATURE) && values.every((value) => isShort(value, SENTENCE))
  return fields.every(isOne) ? fields : null
}

/** What is written of a list of terms with short values; null for any other. */
export function definitions(list: Element, context: Context): string[] | null {
  const fields = fieldsOf(list)
  if (fields === null || fields.length === 0) return null
  return fields.flatMap(({ term, values }) => {
    const [name, ...more] = context.live[term.id] === 1 ? emphasised(term, context) : []
    const said = values.flatMap((value) => (context.live[value.id] === 1 ? context.blocksOf(value.children, context) : []))
    const isLine = name !== undefined && more.length === 0 && said.length === values.length && [name, ...said].every(isParagraph)
    return isLine ? [fieldLine(name, said)] : [...(name === undefined ? [] : [name]), ...more, ...said]
  })
}
