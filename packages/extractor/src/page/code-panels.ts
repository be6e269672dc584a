/** Panels of code that stand in one place and say so by nothing but their shape: siblings of which one shows. */
import { type Element, find } from './dom.ts'
import { readOnce } from './once.ts'

const MOST = 12
/** Share of a panel's text that is code. */
const CODE = 0.7
const HIDDEN = /(?:^|[;\s])display\s*:\s*none/i

/** Whether an element is hidden as panels are that wait for their turn. */
export const isGone = ({ attributes: { hidden, style, 'aria-hidden': hides } }: Element): boolean =>
  hidden !== undefined || hides === 'true' || (style !== undefined && HIDDEN.test(style))

const lengthOf = (element: Element): number =>
  element.children.reduce((sum, child) => sum + (child.kind === 'text' ? child.text.trim().length : lengthOf(child)), 0)

/** Where such panels stand among the children of an element. Asked for every hidden one. */
const placesIn = readOnce((parent: Element) => judge(parent).map((panel) => parent.children.indexOf(panel)))

/** The panels among the children of an element, with the one that shows; none where they are something else. */
export const codePanels = (parent: Element): readonly Element[] => placesIn(parent).map((at) => parent.children[at] as Element)

function judge({ children }: Element): readonly Element[] {
  if (children.length > MOST * 4) return []
  const hidden = children.find((child): child is Element => child.kind === 'element' && isGone(child))
  const panels = children.filter((child): child is Element => child.kind === 'element' && child.tag === hidden?.tag)
  const blocks = panels.filter((panel) => {
    const code = find(panel, ({ tag }) => tag === 'pre')
    return code !== null && lengthOf(code) >= CODE * lengthOf(panel)
  })
  const shown = blocks.filter((panel) => !isGone(panel))
  return blocks.length > 1 &&
    blocks.length <= MOST &&
    shown.length === 1 &&
    panels.every((panel) => blocks.includes(panel) || !isGone(panel))
    ? blocks
    : []
}
