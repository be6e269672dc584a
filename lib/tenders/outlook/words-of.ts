/** What a title says of the thing itself: without numbers of files, dates, and the words that every notice has. Pure. */
import { singular, toWords } from '../trades/match.ts'

const list = (text: string): readonly string[] => text.trim().split(/\s+/)

// Words of procurement: they say that something is bought, not what.
const COMMON = new Set(
  list(`
  a an and as at by de for from in into its of on or per the to under via with within
  agreement annual appoint appointment award awarded bid call can competition contract contractor contractual delivery dps dynamic expression
  framework further gcloud interest invitation itq itt july june january february march april may august september october november
  december mini month new notice off open opportunity partner pin pqq prior procure procurement programme project proposal provide provided
  provider providing provision purchase purchasing qualification quick quotation quote re reissue renewal renew request requirement required retender retendering
  retendered rfp rfq scheme select selection service sq supplier supply supplying system tender tendering term uk until year yearly
  england gb ltd limited`),
)
const YEARS = /\b(?:fy\s*)?(?:19|20)\d{2}\s*(?:[-–/]|to)?\s*(?:(?:19|20)?\d{2}\b)?|\b\d{2}\s*[/–-]\s*\d{2}\b(?!\s*[/–-])/gi
const DATES = /\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{1,2}(?:st|nd|rd|th)\b|\b\d{4}-\d{2}-\d{2}\b/gi
/** The number of a file at the start, at the end, or in brackets: three digits or more in one word. */
const FILES =
  /^\s*(?:[a-z]{2}[-–]\s?\w+:\s)?[\p{L}_/.-]*\d[\d_/.-]{2,}[a-z]?(?=[\s:–-]|$)|(?<=[\s:–-])[\p{L}_/.-]*\d[\d_/.-]{2,}\s*$|[([](?:ref\w*\W+)?[\p{L}\d_/.-]*\d[\d_/.-]{2,}[\p{L}\d_/.-]*[)\]]/giu

export type TitleWords = { words: ReadonlySet<string>; numbers: ReadonlySet<string> }

/**
 * The words that tell one purchase of `buyer` from another, and what numbers (a lot, a route, a level) are among them. Two titles of the same
 * buyer with the same of both are about the same thing, as far as titles can say.
 */
export function wordsOf(title: string, buyer: string): TitleWords {
  const plain = title.replace(DATES, ' ').replace(YEARS, ' ').replace(FILES, ' ')
  const own = new Set(toWords(buyer).map(singular))
  const all = toWords(plain).map(singular)
  const hasNumber = (word: string) => /\p{N}/u.test(word)
  return {
    words: new Set(all.filter((word) => !hasNumber(word) && word.length > 1 && !COMMON.has(word) && !own.has(word))),
    numbers: new Set(all.filter(hasNumber)),
  }
}
