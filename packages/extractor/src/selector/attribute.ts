import { AttributeAction, type AttributeSelector } from 'css-what'
import { attributeOf } from '../page/attributes.ts'
import type { Element } from '../page/dom.ts'

/** Attributes whose values HTML compares without case (html.spec.whatwg.org, "Case-sensitivity of selectors"), of those that a tree keeps. */
const CASELESS: ReadonlySet<string> = new Set('align checked dir lang language media open rel type'.split(' '))

/** The words of lists such as classes: each list is taken apart once, however many selectors ask. */
export function wordLists(): (list: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>()
  return (list) => {
    const words = known.get(list) ?? new Set(list.split(/[\t\n\f\r ]+/))
    known.set(list, words)
    return words
  }
}

/** What an attribute selector asks of a value. */
function asks(action: AttributeAction, wanted: string, wordsOf: ReturnType<typeof wordLists>): (value: string) => boolean {
  switch (action) {
    case AttributeAction.Exists:
      return () => true
    case AttributeAction.Equals:
      return (given) => given === wanted
    case AttributeAction.Not:
      return (given) => given !== wanted
    case AttributeAction.Hyphen:
      return (given) => given === wanted || given.startsWith(`${wanted}-`)
    case AttributeAction.Start:
      return (given) => wanted !== '' && given.startsWith(wanted)
    case AttributeAction.End:
      return (given) => wanted !== '' && given.endsWith(wanted)
    case AttributeAction.Any:
      return (given) => wanted !== '' && given.includes(wanted)
    case AttributeAction.Element:
      return (given) => wanted !== '' && wordsOf(given).has(wanted)
  }
}

/** Whether elements have the attribute that a selector such as `[href^="/x" i]`, `.name` or `#id` asks for. */
export function attributeTest(selector: AttributeSelector, wordsOf: ReturnType<typeof wordLists>): (element: Element) => boolean {
  const name = selector.name.toLowerCase()
  const caseless = typeof selector.ignoreCase === 'boolean' ? selector.ignoreCase : selector.ignoreCase === null && CASELESS.has(name)
  const test = asks(selector.action, caseless ? selector.value.toLowerCase() : selector.value, wordsOf)
  // Not even an attribute that is absent has the value.
  const absent = selector.action === AttributeAction.Not && selector.value !== ''
  return ({ attributes }) => {
    const value = attributeOf(attributes, name)
    return value === undefined ? absent : test(caseless ? value.toLowerCase() : value)
  }
}
