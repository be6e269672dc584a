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
/** Accents and signs of print: without them most texts are in ASCII. */
const NO_LETTERS = /[\u0300-\u036f\u2000-\u206f]+/g

/** A text in small letters, without accents and such signs. */
function plain(text: string, instead: string): string {
  const lower = text.toLowerCase()
  return ASCII.test(lower) ? lower : lower.normalize('NFKD').replace(NO_LETTERS, instead)
}

// For every character of a class of all letters V8 calls a function. Signs come apart into capitals: `™`.
const [NO_WORD, NO_WORD_ELSEWHERE] = [/[^A-Za-z0-9]+/g, /[^\p{L}\p{N}]+/gu]
const [WORD, WORD_ELSEWHERE] = [/[A-Za-z0-9]+/g, /[\p{L}\p{N}]+/gu]

/** For comparing: letters and digits only, without accents. */
export const fold = (text: string): string => {
  const bare = plain(text, '')
  return bare.replace(ASCII.test(bare) ? NO_WORD : NO_WORD_ELSEWHERE, '')
}

export const foldedWords = (text: string): Set<string> => {
  const bare = plain(text, ' ')
  return new Set(bare.match(ASCII.test(bare) ? WORD : WORD_ELSEWHERE))
}

const EXCERPT = 300

/** The beginning of a line, cut at a word. */
export function excerptOf(line: string): string {
  if (line.length <= EXCERPT) return line
  return `${cutAt(line, Math.max(line.lastIndexOf(' ', EXCERPT), EXCERPT / 2)).trimEnd()}…`
}
