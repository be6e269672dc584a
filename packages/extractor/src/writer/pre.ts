import { closest, type Element, find } from '../page/dom.ts'
import { codeText, fence, languageOf } from './code.ts'
import { isBare } from './context.ts'
import { isNumbering } from './line-numbers.ts'

/** A `pre` as a fence; nothing where it holds none, or only the numbers of the lines beside it. */
export function preformatted(pre: Element): string[] {
  const code = codeText(pre)
  return (code.trim() === '' && !isBare(pre)) || isNumbersBeside(pre, code) ? [] : [fence(code, languageOf(pre))]
}

/** Numbers in a `pre` of their own, beside the code. */
const isNumbersBeside = (pre: Element, code: string): boolean => {
  if (!isNumbering(code)) return false
  const row = closest(pre, ({ tag }) => tag === 'tr')
  return row !== null && find(row, (at) => at.tag === 'pre' && at !== pre) !== null
}
