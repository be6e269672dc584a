/**
 * Text as the feed serves it: plain, one line, without contact details and safe in every format (reference: masking rules of the feed).
 * Every function is total: hostile input gives a harmless string, never an exception.
 */
import { decodeEntities } from './text-entities.ts'
import { maskPhones } from './text-phones.ts'

const SUMMARY_MAX = 500
/** No notice says so much; what would is not read to its end. */
const RAW_MAX = 1_000_000
/** Masking looks at no more: far more than is ever served, and less than makes a regular expression run out of stack. */
const MASKED_MAX = 100_000

// A real tag starts with a letter, "/" or "!": "a < b" and "<500 pupils" stay.
const TAG = /<(?:\/?[a-z][^<>]{0,2000}|!--[^<>]{0,2000}--|![a-z][^<>]{0,2000})>/gi
// Control characters but TAB and line breaks, format characters (zero-width, bidirectional, soft hyphen, tags), non-characters, and, in a regular
// expression with the u flag, surrogates without a partner.
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}]/gu

// U+FEFF counts as white space in JavaScript, but it is a zero-width mark.
const WHITE_SPACE = /(?:(?!\uFEFF)[\s\u0085])+/g

const E_MAIL = /[\p{L}\p{N}._%+'’&=/-]{1,64} ?[@＠] ?(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}\p{N}-]{2,63}/gu
const SPELLED_E_MAIL =
  /[\p{L}\p{N}._%+-]{1,64} ?[([{] ?at ?[)\]}] ?[\p{L}\p{N}-]{1,63}(?: ?(?:\.|[([{] ?dot ?[)\]}]) ?[\p{L}\p{N}-]{1,63}){1,8}/giu

/**
 * Plain text of anything: entities decoded twice, tags, control, bidirectional and zero-width characters, lone surrogates and whatever
 * XML 1.0 forbids removed, white space collapsed, ends trimmed. Anything but a string gives ''.
 */
export function cleanText(raw: unknown): string {
  if (typeof raw !== 'string') return ''
  const text = decodeEntities(decodeEntities(cut(raw, RAW_MAX))).replace(TAG, ' ')
  // White space before what is stripped, because some of it would be; and after, because stripping may leave two spaces in a row.
  return stripInvisible(text.replace(WHITE_SPACE, ' ')).replace(/ +/g, ' ').trim()
}

/** `text` without characters that XML 1.0 forbids or no reader sees; TAB and line breaks stay. */
export function stripInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/** E-mail addresses become `[email removed]`, UK telephone numbers `[phone removed]`. Expects the output of `cleanText`. */
export function maskContacts(text: string): string {
  const unmailed =
    text.includes('@') || text.includes('＠') || /\bat\b/i.test(text)
      ? text.replace(E_MAIL, '[email removed]').replace(SPELLED_E_MAIL, '[email removed]')
      : text
  return maskPhones(unmailed)
}

/** The first `length` UTF-16 units of a text, or one less where that would halve a character: JSON that holds half of one cannot be stored. */
export const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

/** A text as served, from the output of `cleanText`: masked, at most `most` characters (code points), cut back to the last space and ended by "…". */
export function shorten(clean: string, most: number): string {
  const text = maskContacts(cut(clean, MASKED_MAX))
  if (text.length <= most) return text
  const characters = Array.from(text.slice(0, 2 * most + 2))
  if (characters.length <= most) return text
  const head = characters.slice(0, most)
  const space = head.lastIndexOf(' ')
  return `${head.slice(0, space > 0 ? space : most - 1).join('')}…`
}

/** A description as served. */
export const toSummary = (description: string): string => shorten(description, SUMMARY_MAX)
