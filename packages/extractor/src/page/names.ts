/** Names of tags and attributes, as V8 keeps those that code writes out. */

/**
 * The same text as V8 keeps names: two of them are compared as numbers. Others, and those that `split` cuts out of a text put together are of these,
 * are compared letter by letter at every look at them, and code that meets the first of them is compiled anew.
 */
export function asName(text: string): string {
  const names = Object.create(null)
  names[text] = true
  return Object.keys(names)[0]!
}

/** @param text names with a space between them */
export const namesIn = (text: string): ReadonlySet<string> => new Set(text.split(' ').map(asName))
