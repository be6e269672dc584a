/** Paths of which a page draws each segment as a box of its own, in a row: `/`, `v1`, `/`, `lamps`. */
import { type Element, onlyNode, type Text } from './dom.ts'

/** Boxes of a path, characters of it, and of a slash with what stands around it. */
const MOST = { boxes: 60, chars: 200, slash: 40 }
const SLASHES = 2

/** The one text in a box that has nothing else. */
function onlyText(box: Element): Text | null {
  const only = onlyNode(box)
  return only?.kind === 'text' ? only : null
}

const isSlash = (box: Element): boolean => {
  const text = onlyText(box)?.text
  return text !== undefined && text.length <= MOST.slash && text.trim() === '/'
}

/** The boxes of a path among the children of an element; none where one of them is something else, or no slash stands between two of them. */
function segmentsOf({ children }: Element): readonly Element[] {
  if (children.length > MOST.boxes) return []
  const boxes: Element[] = []
  for (const child of children) {
    if (child.kind === 'text' ? child.text.trim() !== '' : child.children.length > 0 && onlyText(child) === null) return []
    if (child.kind === 'element' && child.children.length > 0) boxes.push(child)
  }
  const isPath = boxes.every((box, at) => isSlash(box) === (at % 2 === 0) && !/\s/.test(onlyText(box)!.text.trim()))
  return isPath && boxes.filter(isSlash).length >= SLASHES && isSlash(boxes[0]!) ? boxes : []
}

/** Puts each such path into its first box. */
export function joinSegments(all: readonly Element[]): void {
  for (const element of all) {
    if (!isSlash(element) || element.parent === null) continue
    const boxes = segmentsOf(element.parent)
    if (boxes[0] !== element) continue
    const path = boxes.map((box) => onlyText(box)!.text.trim()).join('')
    if (path.length > MOST.chars) continue
    onlyText(element)!.text = path
    element.parent.children = element.parent.children.filter((child) => child.kind === 'text' || !boxes.includes(child, 1))
  }
}
