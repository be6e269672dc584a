/** Colours for code, made on the server: comments, strings, words of the language, and the names of JSON members. Pure. */
import { content, type Html, html } from './html.ts'

export type Language = 'ts' | 'python' | 'sh' | 'json'

const STRING = `'(?:[^'\\\\\\n]|\\\\.)*'|"(?:[^"\\\\\\n]|\\\\.)*"`
const words = (list: string): string => `\\b(?:${list.split(' ').join('|')})\\b`

/** Groups: comment, string, word. What begins first wins, so a `//` within a string is text. */
const patterns: Record<Language, RegExp> = {
  ts: new RegExp(`(//[^\\n]*)|(${STRING}|\`[^\`]*\`)|(${words('import from const new await async as return if export')})`, 'g'),
  python: new RegExp(`(#[^\\n]*)|(${STRING})|(${words('import from def async await with as return if')})`, 'g'),
  sh: new RegExp(`((?<=^|\\s)#[^\\n]*)|(${STRING})|(${words('export npx curl npm')})`, 'g'),
  json: /((?!))|("(?:[^"\\]|\\.)*"(?!\s*:))|("(?:[^"\\]|\\.)*"(?=\s*:))/g,
}

/** Beyond this the marks weigh more than they help. */
const MOST = 3_000

/** `code` with its parts marked by the shortest elements there are: em, i and b, one for each group. Long code stays plain. */
export function highlight(code: string, language: Language): Html {
  if (code.length > MOST) return content(code)
  const parts: Html[] = []
  let at = 0
  for (const match of code.matchAll(patterns[language])) {
    const [whole, comment, string] = match
    const text = content(whole)
    const part = comment !== undefined ? html`<em>${text}</em>` : string !== undefined ? html`<i>${text}</i>` : html`<b>${text}</b>`
    parts.push(content(code.slice(at, match.index)), part)
    at = match.index + whole.length
  }
  return html`${[...parts, content(code.slice(at))]}`
}
