/** Pages of errors that servers send with a status that says all is well. */

const PHRASES =
  'bad request|(?:page |file )?not found|method not allowed|request time-?out|too many requests|internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|access denied'
/** What servers, and the machines before them, call such pages: by a phrase of HTTP, or by its number and a word that alone is one of language. */
const NAME = new RegExp(
  `^(?:(?:http |error |status )*[45]\\d\\d[ :.,]*(?:error|unauthorized|forbidden|gone|${PHRASES})|${PHRASES})(?: error)?[ !.]*$`,
  'i',
)
/** Longer pages are about errors, or have something else to say. */
const MOST_WORDS = 60
const START = 20_000
const HEADING = /<(?:title|h1)\b[^>]{0,200}>([^<]{1,200})</i

/** Whether a page of few words is called by nothing but an error of HTTP, its site apart: in its title, or its heading where it has none. */
export function isErrorPage(html: string, { wordCount }: { wordCount: number }): boolean {
  if (wordCount > MOST_WORDS) return false
  const name = HEADING.exec(html.slice(0, START))?.[1] ?? ''
  return NAME.test(
    name
      .replace(/\s+/g, ' ')
      .split(/ [-|\u00b7\u2013\u2014] /)[0]!
      .trim(),
  )
}
