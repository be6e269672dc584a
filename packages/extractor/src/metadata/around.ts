/** What stands around an element. */
import type { Element } from '../page/dom.ts'

/** Whether an element, or one that it stands in, is such a one: asked of each once, for what stands side by side. Made anew for each page. */
export function standsIn(is: (element: Element) => boolean): (element: Element) => boolean {
  const known = new Map<Element, boolean>()
  const stands = (element: Element): boolean => {
    let answer = known.get(element)
    if (answer === undefined) {
      answer = is(element) || (element.parent !== null && stands(element.parent))
      known.set(element, answer)
    }
    return answer
  }
  return stands
}
