/** Names of persons that markup marks as such, as papers have them. */
import { type Element, findAll } from '../page/dom.ts'
import { spacedText, squeeze } from '../page/text.ts'

const isPerson = ({ attributes }: Element): boolean => /(?:^|[\s_-])person-?name(?:$|\s)/i.test(attributes.class ?? '')

/** What a person is called, without what stands below the name: of what the person is a part, and how to reach the person. */
function firstLine({ children }: Element): string {
  const end = children.findIndex((child) => child.kind === 'element' && (child.tag === 'br' || child.attributes.class !== undefined))
  return squeeze((end === -1 ? children : children.slice(0, end)).map(spacedText).join(''))
}

/** The names of all persons within an element. */
export const personsIn = (element: Element): string[] => findAll(element, isPerson).map(firstLine)
