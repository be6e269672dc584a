/** What markup says of a page in the words of schema.org: microdata, and RDFa in the place of it. */
import type { Attributes } from '../page/attributes.ts'

const NONE: readonly string[] = []
const VOCABULARY = /(?<!\S)(?:schema:|https?:\/\/schema\.org\/)/g

/** Whether an element names a property. */
export const hasProperty = ({ itemprop, more }: Attributes): boolean => (itemprop ?? more.property) !== undefined

/** Properties that an element names: those of microdata, else those of RDFa without their prefix or vocabulary. */
export function propertiesOf({ itemprop, more }: Attributes): readonly string[] {
  if (itemprop !== undefined) return itemprop.split(/\s+/)
  const { property } = more
  return property === undefined ? NONE : property.replace(VOCABULARY, '').split(/\s+/)
}

/** What readers and buyers wrote, answers to a question, and what a page that is written while something happens has said since. */
const OTHERS = /^(?:reviews?|comments?|suggestedAnswer|acceptedAnswer|liveBlogUpdate)$/

/** Whether an element is such an item: who wrote it and when says nothing of the page. */
export const isOthersItem = (attributes: Attributes): boolean => propertiesOf(attributes).some((name) => OTHERS.test(name))
