/** Lists of Word, which saves each item as a paragraph that begins with its sign or its number. */
import { Attributes, NO_ATTRIBUTES, setAttribute } from '../page/attributes.ts'
import { appendChild, type Element, elementAround, type Node } from '../page/dom.ts'
import { squeeze, textOf } from '../page/text.ts'

const STYLE = /mso-list\s*:\s*l\d+\s+level(\d)/i
const MARGIN = /margin-left\s*:\s*([\d.]+)(pt|in|cm)/i
const POINTS: ReadonlyMap<string, number> = new Map(Object.entries({ pt: 1, in: 72, cm: 28.35 }))
/** How far a level stands to the right of the one around it. */
const STEP = 36
const DEEPEST = 9

/** A sign of the fonts that Word takes for them, a number, or another count. */
const SIGN = /^(?:[^\p{L}\p{N}\s]|[oØüvqn])$/u
const NUMBER = /^\(?(\d{1,4})[.)]$/
const COUNT = /^\(?(?:[a-z]|[ivxlc]{1,6}|\d{1,3}(?:\.\d{1,3}){1,5})[.)]?$/i

type Item = { readonly level: number; readonly tag: 'ol' | 'ul'; readonly element: Element }

const isLine = (node: Node): node is Element =>
  node.kind === 'element' &&
  node.tag === 'p' &&
  (node.attributes.class?.includes('MsoList') === true || node.attributes.style?.includes('mso-list') === true)

/** Nodes in which such paragraphs are lists. */
export function withLists(nodes: readonly Node[], live: Uint8Array): readonly Node[] {
  if (!nodes.some(isLine)) return nodes
  const out: Node[] = []
  let items: Item[] = []
  const end = () => {
    out.push(...listsOf(items))
    items = []
  }
  for (const node of nodes) {
    const item = isLine(node) ? itemOf(node) : null
    if (item !== null) {
      if (live[item.element.id] === 1) items.push(item)
    } else if (items.length === 0 || node.kind === 'element' || node.text.trim() !== '') {
      end()
      out.push(node)
    }
  }
  end()
  return out
}

/** The item that a paragraph is; null where it does not begin as one. */
function itemOf(line: Element): Item | null {
  const at = line.children.findIndex((child) => child.kind === 'element' || child.text.trim() !== '')
  const first = line.children[at]
  if (first?.kind !== 'element') return null
  const sign = squeeze(textOf(first))
  const number = NUMBER.exec(sign)?.[1]
  const isSign = number !== undefined || SIGN.test(sign)
  if (!isSign && !COUNT.test(sign)) return null
  const attributes = new Attributes()
  if (number !== undefined) setAttribute(attributes, 'value', number)
  const element = elementAround(line.children.slice(isSign ? at + 1 : at), 'li', attributes, line)
  return { level: levelOf(line.attributes.style ?? ''), tag: number === undefined ? 'ul' : 'ol', element }
}

function levelOf(style: string): number {
  const level = STYLE.exec(style)?.[1]
  if (level !== undefined) return Number(level)
  const [, size = '0', unit = 'pt'] = MARGIN.exec(style) ?? []
  return Math.min(DEEPEST, Math.max(1, Math.round((Number(size) * POINTS.get(unit.toLowerCase())!) / STEP)))
}

function listsOf(items: readonly Item[]): Element[] {
  const lists: Element[] = []
  const open: { level: number; list: Element; last: Element }[] = []
  for (const { level, tag, element } of items) {
    while (open.length > 0 && (open.at(-1)!.level > level || (open.at(-1)!.level === level && open.at(-1)!.list.tag !== tag))) open.pop()
    const around = open.at(-1)
    if (around?.level === level) {
      appendChild(around.list, element)
      around.last = element
      continue
    }
    const list = elementAround([element], tag, NO_ATTRIBUTES, element)
    if (around === undefined) lists.push(list)
    else appendChild(around.last, list)
    open.push({ level, list, last: element })
  }
  return lists
}
