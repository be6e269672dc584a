/** Words of lower-case texts. V8 calls a function for every character of a class of all letters, and most texts have Latin ones alone. */

/** Latin letters and digits, and the signs that print has beside them: quotes, dashes, dots. */
const PLAIN = /^[\0-\u024f\u2000-\u206f]*$/

/** All that a pattern finds in a lower-case text. @param plain finds the same in plain ones */
const find =
  (any: RegExp, plain: RegExp) =>
  (lower: string): readonly string[] =>
    lower.match(PLAIN.test(lower) ? plain : any) ?? []

/** Runs of letters and digits. */
export const splitWords = find(/[\p{L}\p{N}]+/gu, /[0-9a-z\xaa\xb2\xb3\xb5\xb9\xba\xbc-\xbe\xdf-\xf6\xf8-\u024f]+/g)

/** Runs of letters and their marks. */
export const splitLetters = find(/[\p{L}\p{M}]+/gu, /[a-z\xaa\xb5\xba\xdf-\xf6\xf8-\u024f]+/g)
