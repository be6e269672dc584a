/** Files of office programs and books: which kind one is, and what it says, as HTML. */
import { plain } from '../body/feed-entry.ts'
import type { Content } from './content.ts'
import { docxHtml } from './docx.ts'
import { EPUB, readEpub } from './epub.ts'
import { readOpenDocument } from './opendocument.ts'
import { Package } from './package.ts'
import { pptxHtml } from './pptx.ts'
import { xlsxHtml } from './xlsx.ts'
import { elementsOf } from './xml.ts'
import { Zip } from './zip.ts'

/** `cut`: whether more is in the file than is read of it. */
export type OfficeFile = Content & { readonly cut: boolean }

const OPEN_XML = 'application/vnd.openxmlformats-officedocument.'
/** Kinds of files by what their main part is. */
const KINDS: ReadonlyMap<string | undefined, { readonly type: string; readonly html: (file: Package, main: string) => string | null }> =
  new Map([
    ['document', { type: `${OPEN_XML}wordprocessingml.document`, html: docxHtml }],
    ['workbook', { type: `${OPEN_XML}spreadsheetml.sheet`, html: xlsxHtml }],
    ['presentation', { type: `${OPEN_XML}presentationml.presentation`, html: pptxHtml }],
  ])
const OPEN_DOCUMENT = /^application\/vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation)/

/**
 * Reads a file of Word, Excel or PowerPoint since 2007, of OpenDocument, or a book. Linear in what the file unpacks to, of which no more than
 * 40 MB is.
 * @returns null for every other file, and for one that is cut off, damaged or encrypted
 */
export function readOffice(bytes: Uint8Array): OfficeFile | null {
  const zip = Zip.open(bytes)
  if (zip === null) return null
  const file = new Package(zip)
  const type = file.text('mimetype')?.trim() ?? ''
  const content = OPEN_DOCUMENT.test(type) ? readOpenDocument(file, type) : type === EPUB ? readEpub(file) : readOpenXml(file)
  return content === null ? null : { ...content, cut: file.cut }
}

/** No title, or what programs call a presentation by themselves. */
const UNTITLED = /^(?:(?:\S+ (?:de |di |do )?)?PowerPoint(?:[- ]\S+)?)?$/i

/** What the first slide is called; null where it has only a number. */
function firstSlide(html: string): string | null {
  const name = plain(html.slice('<h2>'.length, html.indexOf('</h2>'))).trim()
  return name === '' || /^Slide \d+$/.test(name) ? null : name
}

function readOpenXml(file: Package): Content | null {
  const { main = '' } = file
  const kind = KINDS.get(elementsOf(file.xml(main))[0]?.name)
  const html = kind?.html(file, main) ?? null
  if (kind === undefined || html === null) return null
  const said = file.property('title')
  const created = file.property('created') ?? file.property('modified')
  return {
    contentType: kind.type,
    html,
    title: html.startsWith('<h2>') && kind.html === pptxHtml && UNTITLED.test(said ?? '') ? firstSlide(html) : said,
    author: file.property('creator'),
    created,
    lang: file.property('language'),
  }
}
