/** Texts of strangers, fit to be shown to people and models. */

/** A stranger's text in one line, of at most `max` letters, without signs that nobody sees; empty for what is no text. */
export const clean = (value: unknown, max: number): string =>
  typeof value === 'string'
    ? value
        .slice(0, 2 * max)
        .replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
        .trim()
        .slice(0, max)
        .replace(/\p{Cs}$/u, '')
    : ''
