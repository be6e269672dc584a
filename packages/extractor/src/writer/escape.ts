/** What of a run of text Markdown would read as syntax. Decided once for a whole paragraph, so that lone signs stay as they are. */
export type Escapes = { readonly star: boolean; readonly underscore: boolean; readonly tilde: boolean; readonly tick: boolean }

const isWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char)
const isSpace = (char: string | undefined): boolean => char === undefined || /\s/.test(char)

/** Whether some run of `sign` could open before another could close. Linear. */
function pairs(text: string, sign: string, withinWords: boolean): boolean {
  let opened = false
  for (let at = text.indexOf(sign); at !== -1; ) {
    let end = at
    while (text[end] === sign) end += 1
    const before = text[at - 1]
    const after = text[end]
    const opens = !isSpace(after) && (withinWords || !isWord(before))
    const closes = !isSpace(before) && (withinWords || !isWord(after))
    if (opened && closes) return true
    if (opens) opened = true
    at = text.indexOf(sign, end)
  }
  return false
}

/** Decides the escapes for a paragraph's plain text; `marked` says that it also holds marks of our own made of stars or tildes. */
export const escapesFor = (text: string, marked: boolean): Escapes => ({
  star: text.includes('*') && (marked || pairs(text, '*', true)),
  underscore: text.includes('_') && pairs(text, '_', false),
  tilde: text.includes('~') && (marked || pairs(text, '~', true)),
  tick: text.includes('`'),
})

const SPECIAL = /[\\*_~`[\]<&|!]/g
const ADDRESS_OR_SPECIAL = /(?:https?:\/\/|www\.|@)[^\s<]*|[\\*_~`[\]<&|!]/gi
const PUNCTUATION = /[!-/:-@[-`{-~]/

type Where = { readonly mark: boolean; readonly link: boolean; readonly table: boolean; readonly brackets: boolean }

/** Escapes plain text inside a paragraph. `next` is what follows it: a link after `!` would become an image. */
export function escapeText(text: string, escapes: Escapes, where: Where, next: string): string {
  return text.replace(ADDRESS_OR_SPECIAL, (found, at: number) => {
    if (found.length === 1 && found !== '@') return escapeSign(text, at, escapes, where, next)
    const escaped = found.replace(SPECIAL, (_sign, inside: number) => escapeSign(text, at + inside, escapes, where, next))
    // An address becomes a link by itself, and a backslash inside it would show: then it must not become one.
    const end = at + found.length
    const open = end === text.length ? where.mark || /^[^\s]/.test(next) : text[end] === '<'
    return escaped === found && !open ? found : escaped.replace(/:(?=\/\/)|\.(?<=www\.)|@/gi, '\\$&')
  })
}

function escapeSign(text: string, at: number, escapes: Escapes, where: Where, next: string): string {
  const sign = text[at]!
  const after = text[at + 1] ?? next[0]
  switch (sign) {
    case '\\':
      return after === undefined || PUNCTUATION.test(after) ? '\\\\' : sign
    case '*':
      return escapes.star ? '\\*' : sign
    case '_':
      return escapes.underscore && !(isWord(text[at - 1]) && isWord(after)) ? '\\_' : sign
    case '~':
      return escapes.tilde ? '\\~' : sign
    case '`':
      return '\\`'
    case '[':
      return where.link || where.brackets || after === '^' ? '\\[' : sign
    case ']':
      return where.link || where.brackets ? '\\]' : sign
    case '<':
      return after !== undefined && /[a-z/!?]/i.test(after) ? '\\<' : sign
    case '&':
      return /^&(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});/i.test(text.slice(at, at + 40)) ? '\\&' : sign
    case '|':
      return where.table ? '\\|' : sign
    default:
      return after === '[' && at === text.length - 1 ? '\\!' : sign
  }
}

/** Whether literal brackets in this text could be read as a link, a definition or a task box. */
export const needsBrackets = (text: string): boolean =>
  text.includes('[') && (/\]\(|\]\[|\]:/.test(text) || /^\[[ xX]\]\s/.test(text) || /\[\^/.test(text))

/** Escapes what would open a block at the start of a line. */
export function escapeLineStart(line: string, first: boolean): string {
  if (/^(?:#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|(?:-\s*){3,}$|(?:_\s*){3,}$|(?:\*\s*){3,}$|~~~)/.test(line)) return `\\${line}`
  if (!first && /^(?:=+|-+)\s*$/.test(line)) return `\\${line}`
  if (!first && /^[\s|:]*-[\s|:-]*$/.test(line)) return `\\${line}`
  const ordered = /^(\d{1,9})([.)])(?=\s|$)/.exec(line)
  if (ordered) return `${ordered[1]}\\${line.slice(ordered[1]!.length)}`
  return line
}
