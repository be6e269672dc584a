/**
 * Buttons that say what a request asks for, as references of an API have them: `GET /pets`, below it `404 No such pet`. What they open is a part of
 * the page, and so is what they say (Swagger UI, Redoc).
 */
import { NO_ATTRIBUTES } from './attributes.ts'
import { Element, elementAround, find, listOf, Text } from './dom.ts'
import { spacedText, squeeze } from './text.ts'

const REQUEST = /^(get|post|put|patch|delete|head|options|trace) ?(\/(?:\S+|$))(?: (.+))?$/i
const STATUS = /^([1-5]\d\d) (.+)$/
/** Characters of what such a button says. */
const LONGEST = 400

type Said = { readonly button: Element; readonly code: string; readonly rest: string }

const saidBy = (button: Element): string => squeeze(spacedText(button)).slice(0, LONGEST + 1)

function requestOf(button: Element): Said | null {
  const said = saidBy(button)
  const found = said.length > LONGEST ? null : REQUEST.exec(said)
  return found && { button, code: `${found[1]!.toUpperCase()} ${found[2]!}`, rest: found[3] ?? '' }
}

/** What an answer is called by its number, which stands out in it. */
function statusOf(button: Element): Said | null {
  const number = find(button, ({ tag }) => tag === 'strong')
  const found = number === null ? null : STATUS.exec(saidBy(button))
  return found && squeeze(spacedText(number!)) === found[1] ? { button, code: found[1]!, rest: found[2]! } : null
}

/** A paragraph in the place of a button. */
function put({ button, code, rest }: Said, lookOf: (tag: string) => number): void {
  const { parent } = button
  if (parent === null) return
  const line = elementAround([], 'p', NO_ATTRIBUTES, { ...button, look: lookOf('p') })
  const mark = new Element('code', NO_ATTRIBUTES, line, button.id, lookOf('code'))
  mark.children = listOf([new Text(code, mark)])
  line.children = listOf(rest === '' ? [mark] : [mark, new Text(` ${rest}`, line)])
  parent.children = listOf(parent.children.map((child) => (child === button ? line : child)))
}

/** As many buttons stand among the nodes of one element. */
const MOST_BESIDE = 40

/** Makes text of such buttons; those of answers are looked for where one says a request. Whether it has found any. */
export function writeRequests(buttons: readonly Element[], lookOf: (tag: string) => number): boolean {
  const alone = buttons.filter(({ parent }) => parent !== null && parent.children.length <= MOST_BESIDE)
  const requests = alone.map(requestOf).filter((said) => said !== null)
  if (requests.length === 0) return false
  const answers = alone.map(statusOf).filter((said) => said !== null)
  for (const said of [...requests, ...answers]) put(said, lookOf)
  return true
}
