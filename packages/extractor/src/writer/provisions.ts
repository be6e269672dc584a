/** Numbers of provisions that stand in an element of their own before what they number, as laws, judgments and papers have them. */
import type { Node } from '../page/dom.ts'
import { textOf } from '../page/text.ts'

const COUNT = String.raw`(?:\d{1,2}[a-z]?|([a-z])\1?|[ivxlc]{2,6})`
const NUMBER = new RegExp(String.raw`^(?:\((?:${COUNT})\)|(?:\d{1,3}|[a-z])\\?[.)]|§+ ?\d{1,4}[a-z]?|\\?\[\d{1,4}\\?\])$`, 'i')
const IN_BRACKETS = new RegExp(`^\\(${COUNT}\\)$`, 'i')
const LONGEST = 12
/** As many numbers stand before a text: `1. (a) (ii)`. */
const MOST = 4
/** What is no paragraph: headings, items, quotes, tables, code, rules, pictures. */
const OTHER_BLOCK = /^(?:#{1,6} |[-*>] |\d+[.)] |\||`{3}|\*{3}$|!\[|\[\^)/

/** Whether a block of Markdown is one line of text. */
export const isParagraph = (part: string): boolean => !OTHER_BLOCK.test(part) && !part.includes('\n')

/** Whether a line is nothing but the number of the next one. */
export function isNumber(line: string): boolean {
  if (line.length > LONGEST) return false
  const isStrong = line.startsWith('**') && line.endsWith('**') && line.length > 4
  return NUMBER.test(isStrong ? line.slice(2, -2) : line)
}

/** A formula in a line of its own is numbered behind it. */
const isFormula = (part: string): boolean => part.startsWith('$') && part.endsWith('$')

/** Blocks of Markdown in which a number stands in the paragraph that it numbers. */
export function joinNumbers(parts: string[]): string[] {
  if (!parts.some(isNumber)) return parts
  const out: string[] = []
  let joined = 0
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const [before = '', part, next] = [parts[at - 1], parts[at]!, out.at(-1)]
    if (isNumber(part) && isFormula(before)) {
      out.push(`${before} ${part}`)
      at -= 1
      joined = MOST
    } else if (next !== undefined && joined < MOST && isNumber(part) && !OTHER_BLOCK.test(next) && !isFormula(next)) {
      out[out.length - 1] = `${part} ${next}`
      joined += 1
    } else {
      out.push(part)
      joined = 0
    }
  }
  return out.reverse()
}

/** Whether all that an element says is a number in brackets: `<span>(1)</span>A keeper is …` */
export const isNumberAlone = (node: Node): boolean => node.kind === 'element' && IN_BRACKETS.test(textOf(node).trim())

/** The items of a numbered list without the numbers that they say themselves; as they are unless all say theirs. */
export function withoutNumbers(texts: readonly string[], numbers: readonly number[]): readonly string[] {
  const own = texts.map((text, index) => {
    const said = /^(?:\\?\[)?(\d{1,4})(?:\\[.\]]|\)|\.(?!\d))\s*/.exec(text)
    return said !== null && Number(said[1]) === numbers[index] && said[0].length < text.length ? said[0].length : 0
  })
  return own.every((length) => length > 0) ? texts.map((text, index) => text.slice(own[index])) : texts
}
