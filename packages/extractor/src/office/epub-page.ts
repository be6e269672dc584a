/** A document of a book as HTML without what leads into the file: pictures, other documents, styles. */
import { Parser } from 'htmlparser2'
import { escaped } from '../body/html.ts'

/** Elements that hold no text of the book. */
const GONE = /^(?:script|style|svg|object|iframe|audio|video|template)$/
const VOID = /^(?:br|hr|wbr|col|img)$/
const NAME = /^[a-z][a-z0-9]*$/
/** Attributes that say what the text is, and whether it is seen. */
const KEPT: ReadonlySet<string> = new Set([
  'colspan',
  'rowspan',
  'start',
  'reversed',
  'value',
  'lang',
  'dir',
  'hidden',
  'aria-hidden',
  'style',
])
const ELSEWHERE = /^(?:https?|mailto):/i
/** Browsers put what is deeper beside each other; here a document ends there, since each level costs the parser all that are open. */
const DEEPEST = 512

/**
 * @param xhtml in which any element may close itself, and entities have the names of HTML
 * @returns `cut`: whether it goes on where elements are too deep
 */
export function bookPageHtml(xhtml: string): { html: string; cut: boolean } {
  const parts: string[] = []
  /** What links that are open are written as. */
  const links: string[] = []
  let [isBody, cut, gone, depth] = [false, false, 0, 0]
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth > DEEPEST) {
          cut = true
          parser.pause()
        }
        if (name === 'body') isBody = true
        else if (GONE.test(name)) gone += 1
        else if (!isBody || gone > 0 || !NAME.test(name)) return
        else if (name === 'img') parts.push(altOf(attributes))
        else {
          const tag = name === 'a' && isNote(attributes) ? 'sup' : name
          if (name === 'a') links.push(tag)
          parts.push(`<${tag}${told(attributes)}>`)
        }
      },
      ontext(text) {
        if (isBody && gone === 0) parts.push(escaped(text))
      },
      onclosetag(name) {
        depth -= 1
        if (name === 'body') isBody = false
        else if (GONE.test(name)) gone -= 1
        else if (isBody && gone === 0 && NAME.test(name) && !VOID.test(name)) parts.push(`</${name === 'a' ? links.pop() : name}>`)
      },
    },
    { recognizeSelfClosing: true, decodeEntities: true },
  )
  parser.write(xhtml)
  parser.end()
  return { html: `<section>${parts.join('')}</section>`, cut }
}

/** Whether a link leads to a note: its number is no part of the word before it. */
const isNote = (attributes: Readonly<Record<string, string>>): boolean =>
  /\b(?:noteref|doc-noteref|footnote-ref)\b/.test(['epub:type', 'role', 'class'].map((name) => attributes[name] ?? '').join(' '))

/** Words for a picture, as those of other files have. */
const altOf = ({ alt = '' }: Readonly<Record<string, string>>): string => (alt.trim() === '' ? '' : ` [${escaped(alt.trim())}] `)

const told = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .filter(([name, value]) => KEPT.has(name) || (name === 'href' && ELSEWHERE.test(value)))
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')
