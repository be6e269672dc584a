/** Where a link or a picture leads, as Markdown has it behind its text (CommonMark 0.31.2, 6.3): written here, and found again. */

/** Levels of round brackets in an address that every reader of Markdown takes. */
const MOST_LEVELS = 3

/** An address without white space: its round brackets stand as they are where they are in pairs, else behind a back slash each. */
export function destination(url: string): string {
  if (!/[()]/.test(url)) return url
  let level = 0
  let isPaired = true
  for (const [sign] of url.matchAll(/[()]/g)) {
    level += sign === '(' ? 1 : -1
    isPaired &&= level >= 0 && level <= MOST_LEVELS
  }
  return isPaired && level === 0 ? url : url.replace(/[()]/g, '\\$&')
}

/** The address that a destination stands for. */
export const addressOf = (written: string): string => written.replace(/\\([()])/g, '$1')

const SIGN = String.raw`[^()\s\\]|\\[()]`
const inBrackets = (level: number): string =>
  level === 0 ? `(?:${SIGN}){0,1000}` : String.raw`(?:${SIGN}|\(${inBrackets(level - 1)}\)){0,1000}`

/** Source of a pattern: all of what stands behind the text, with a title or without. */
export const DESTINATION = String.raw`\]\((?:${SIGN}|\(${inBrackets(MOST_LEVELS - 1)}\)){0,4000}(?:\s+"(?:\\.|[^"\\]){0,1000}")?\)`
