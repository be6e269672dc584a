import { decodeHTMLStrict } from 'entities'
import { clean, cutAt } from '../page/limits.ts'
import { squeeze } from '../page/text.ts'

/** JSON-LD and meta tags often hold text that was escaped twice. */
const decode = (text: string): string =>
  text.replace(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z\d]{1,30});/gi, (sign) => decodeHTMLStrict(sign))

/** Plain, one line, no markup or entities left over, capped; null when nothing is left. */
export function tidy(raw: string | null | undefined, cap: number): string | null {
  if (!raw) return null
  const text = squeeze(clean(decode(raw.slice(0, cap * 4).replace(/<[^<>]{0,200}>/g, ' '))))
  return text === '' ? null : text.length > cap ? `${cutAt(text, cap - 1).trimEnd()}…` : text
}

const ASCII = /^[\0-\x7f]*$/

/** For comparing: letters and digits only, without accents. */
export const fold = (text: string): string => {
  const lower = text.toLowerCase()
  // For every character of a class of all letters V8 calls a function.
  return ASCII.test(lower) ? lower.replace(/[^a-z0-9]+/g, '') : lower.normalize('NFKD').replace(/[^\p{L}\p{N}]+/gu, '')
}

export const foldedWords = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .normalize('NFKD')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  )

const EXCERPT = 300

/** The beginning of a line, cut at a word. */
export function excerptOf(line: string): string {
  if (line.length <= EXCERPT) return line
  return `${cutAt(line, Math.max(line.lastIndexOf(' ', EXCERPT), EXCERPT / 2)).trimEnd()}…`
}
