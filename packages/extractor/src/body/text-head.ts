/** What plain text says of itself in lines of its beginning, as mails, books of Project Gutenberg and PEPs do: `Title: …`, `From: …`. */
import { toIsoDate } from '../metadata/date.ts'
import { cutAt } from '../page/limits.ts'

export type TextHead = { readonly title: string | null; readonly byline: string | null; readonly published: string | null }

const FIELD = /^(title|subject|authors?|from|date|created|published|release date|posting date):[ \t]+(\S.*)$/i
const KINDS: ReadonlyMap<string, keyof TextHead> = new Map(
  Object.entries({ title: 'title', subject: 'title', author: 'byline', authors: 'byline', from: 'byline' } as const),
)
/** Lines in which they are looked for, and as many of them make a head: one may be a sentence of the text. */
const [LINES, LEAST] = [60, 2]
const LONGEST = 300

/** Names without the addresses beside them; none where there are addresses alone. */
function peopleIn(text: string): string {
  const names = (/^\S+@\S+ \(([^()]+)\)$/.exec(text.trim())?.[1] ?? text)
    .replace(/\s*(?:<[^<>]{0,200}>|\([^()]{0,200}\))/g, '')
    .replaceAll('"', '')
    .trim()
  return names.includes('@') ? '' : names
}

const READ = {
  title: (text: string): string => text.trim(),
  byline: peopleIn,
  published: (text: string): string => toIsoDate(text) ?? '',
}

export function textHead(text: string): TextHead {
  const found = new Map<keyof TextHead, string>()
  for (const line of text.split('\n', LINES)) {
    const [, name, value] = line.length <= LONGEST ? (FIELD.exec(line) ?? []) : []
    if (name === undefined || value === undefined) continue
    const kind = KINDS.get(name.toLowerCase()) ?? 'published'
    // What a mail has encoded nobody reads.
    const read = value.includes('=?') ? '' : cutAt(READ[kind](value), LONGEST)
    if (!found.has(kind) && read !== '') found.set(kind, read)
  }
  const said = (kind: keyof TextHead): string | null => (found.size < LEAST ? null : (found.get(kind) ?? null))
  return { title: said('title'), byline: said('byline'), published: said('published') }
}
