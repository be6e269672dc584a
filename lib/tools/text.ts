/** Text written by strangers (token names, TXT records, titles), made safe to hand on. */

/** Line and paragraph breaks of every kind, and tabs: they separate words, so they become a space. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
/**
 * Controls, format characters (bidi marks, embeddings, overrides, isolates, tags) and everything that is invisible by default (zero-width
 * characters, fillers, variation selectors): all of them can hide text from a reader.
 */
const HIDDEN = /\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}/gu

/**
 * Removes what a reader cannot see and cuts to `maxLength` UTF-16 units (the last is an ellipsis when something was cut). Lone
 * surrogates become U+FFFD. Spaces inside are kept as they are; those at the ends go.
 */
export function cleanUpstreamText(text: string, maxLength: number): string {
  return cut(visible(text).trim(), maxLength)
}

/** The same where spaces are data: those at the ends stay. */
export function cleanUpstreamData(text: string, maxLength: number): string {
  return cut(visible(text), maxLength)
}

const visible = (text: string): string => text.toWellFormed().replace(BREAKS, ' ').replace(HIDDEN, '')

function cut(clean: string, maxLength: number): string {
  if (clean.length <= maxLength) return clean
  return `${clean.slice(0, Math.max(0, maxLength - 1)).replace(/[\ud800-\udbff]$/, '')}…`
}
