/** Web views of a repository that write each line of a change or of a file as a box of its own: nothing but their class says that these are code. */
import type { Attributes } from './attributes.ts'
import type { Element } from './dom.ts'

/** What a maker calls itself, and the lines it writes. */
const MAKERS: readonly { readonly name: RegExp; readonly change: RegExp; readonly text: RegExp }[] = [
  { name: /^cgit\b/i, change: /^(?:head|hunk|ctx|add|del)$/, text: /^commit-msg$/ },
  { name: /^gitweb\b/i, change: /^diff (?!nodifferences)/, text: /^pre$/ },
  // LaTeXML does not name itself: this is the class of its papers.
  { name: /^ltx_document\b/, change: /^(?!)/, text: /^ltx_listingline$/ },
]

export type Lines = (typeof MAKERS)[number]

/** The class of a box of code that is a change. */
const CHANGE = 'language-diff is-change'

/** Whether an element is a change that a view of a repository shows: what its page is about. */
export const isChange = ({ tag, attributes }: Element): boolean => tag === 'pre' && attributes.class === CHANGE

/** The lines that the maker of a page writes; null for all other makers. */
export const linesOf = (generator: string): Lines | null => MAKERS.find(({ name }) => name.test(generator)) ?? null

/** What the box is called that a line of code begins, or a message whose lines stand as they were written; null for all other elements. */
export function boxOf({ change, text }: Lines, tag: string, { class: classes = '' }: Attributes): string | null {
  if (tag !== 'div') return null
  return change.test(classes) ? CHANGE : text.test(classes) ? 'code' : null
}
