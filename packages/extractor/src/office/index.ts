/** Files of office programs: which kind one is, and what it says, as HTML. */
import { LIMITS } from '../page/limits.ts'
import { docxHtml } from './docx.ts'
import { openDocumentHtml, openDocumentProperty } from './opendocument.ts'
import { Package } from './package.ts'
import { pptxHtml } from './pptx.ts'
import { xlsxHtml } from './xlsx.ts'
import { elementsOf } from './xml.ts'
import { Zip } from './zip.ts'

export type OfficeFile = {
  readonly contentType: string
  readonly html: string
  readonly title: string | null
  readonly author: string | null
  /** When it was made, as the file says it. */
  readonly created: string | null
  readonly lang: string | null
  /** Whether more is in the file than is read of it. */
  readonly cut: boolean
}

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
 * Reads a file of Word, Excel or PowerPoint since 2007, or of OpenDocument. Linear in what the file unpacks to, of which no more than 40 MB is.
 * @returns null for every other file, and for one that is cut off, damaged or encrypted
 */
export function readOffice(bytes: Uint8Array): OfficeFile | null {
  const zip = Zip.open(bytes)
  if (zip === null) return null
  const file = new Package(zip)
  const type = file.text('mimetype')?.trim() ?? ''
  if (OPEN_DOCUMENT.test(type)) {
    const said = (name: string): string | null => openDocumentProperty(file, name)
    const html = openDocumentHtml(file)
    const author = said('initial-creator') ?? said('creator')
    return html === null
      ? null
      : {
          contentType: type,
          html,
          title: said('title'),
          author,
          created: said('creation-date'),
          lang: said('language'),
          cut: file.cut || isLarge(html),
        }
  }
  const { main = '' } = file
  const kind = KINDS.get(elementsOf(file.xml(main))[0]?.name)
  const html = kind?.html(file, main) ?? null
  if (kind === undefined || html === null) return null
  const [title, author] = [file.property('title'), file.property('creator')]
  return {
    contentType: kind.type,
    html,
    title,
    author,
    created: file.property('created') ?? file.property('modified'),
    lang: file.property('language'),
    cut: file.cut || isLarge(html),
  }
}

/** Whether HTML has more elements than a page may have, whose guard leaves out the rest. */
const isLarge = (html: string): boolean => (html.match(/<[a-z]/g)?.length ?? 0) > LIMITS.elements
