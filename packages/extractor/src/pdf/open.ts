/** PDF.js behind five questions: how many pages, what is on one, what the file says about itself and its parts, and be gone. */
import { Annotations } from './annotations.ts'
import { CharacterTables } from './cmaps.ts'
import { CodedFonts, type FontMap } from './coded.ts'
import { type Entries, entriesOf } from './contents.ts'
import { corkFonts, fromCork } from './cork.ts'
import { fieldsOf, withFields } from './fields.ts'
import { hiddenIn } from './layers.ts'
import { formulaSigns, withSignsOf } from './letters.ts'
import { areasOf, Links } from './links.ts'
import { type Bookmark, bookmarksOf } from './outline.ts'
import { workerHere } from './port.ts'
import type { Marked } from './runs.ts'
import { drawsSigns, shapesOn, withSigns } from './shapes.ts'
import { unsaidSizes } from './sizes.ts'
import { withWords } from './spaced.ts'
import type { Tag } from './tags.ts'

export type About = { title: string | null; author: string | null; created: string | null; lang: string | null }

/** Pieces of text in the order in which they are drawn, the structure that a tagged file gives them, and what leads to other pages. */
export type PageContent = { readonly pieces: Marked[]; readonly tags: Tag | null; readonly entries: Entries }

export type OpenPdf = {
  readonly pages: number
  /** Where the links of the pages so far lead to. */
  readonly links: Links
  /** What is on a page; null for one that cannot be read. */
  contentOf(page: number): Promise<PageContent | null>
  /** Whether text is missing so far because its font is not part of the file, or does not say which characters it is. */
  readonly lacksFonts: boolean
  /** Whether that is so of most of the text. */
  readonly isCoded: boolean
  about(): Promise<About>
  /** What the outline of the file calls its parts. */
  bookmarks(): Promise<Bookmark[]>
  close(): Promise<void>
}

export type PdfRefusal = 'pdf_encrypted' | 'pdf_broken' | 'unsupported_type'

/** Names of letters of one width. Those that end in `tt`, as `CMSLTT10` and `SFTT1000`, and `SFST` and `SFIT` are TeX's. */
const MONO =
  /mono|courier|consol|typewriter|\bfixed|code|menlo|monaco|nimbusmon|letter ?gothic|(?:^|\+)(?:[a-z]{1,4}tt|sf[is]t)[a-z]?(?![a-z])/i
/** Computer Modern and Nimbus call it otherwise. */
const BOLD = /bold|black|heavy|demi|-bd|medi(?!um)|cmbx|cmssbx|cmb\d|sfbx/i
/** All signs of these scripts have one width in every font. */
const EAST_ASIAN = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u
/** What PDF.js calls a font that draws its letters itself, and has no name. */
const NAMELESS = /^Type3 /
const MOST_PIECES = 60_000
/** Points below which letters are no text to anybody. */
const UNSEEN = 0.9
/** In sizes of letters. */
const NO_BLANK = 0.12

/** Opens a PDF, or says why it cannot be read. */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf | PdfRefusal> {
  // PDF.js needs Node 22; the rest of this package does not.
  if (!('withResolvers' in Promise)) return 'unsupported_type'
  const { getDocumentProxy } = await import('unpdf')
  const worker = await workerHere()
  const tables = new CharacterTables()
  let pdf: Pdf
  let isTagged: boolean
  let hasShapes: boolean
  try {
    // PDF.js takes the bytes over, and refuses those of a Buffer; nothing in the file is run, drawn or fetched.
    pdf = await getDocumentProxy(new Uint8Array(bytes), {
      disableFontFace: true,
      useSystemFonts: false,
      stopAtErrors: false,
      maxImageSize: 1,
      enableXfa: false,
      useWorkerFetch: false,
      cMapPacked: true,
      BinaryDataFactory: factoryOf(tables),
      ...(worker && { worker }),
      // Whether a font has a map of its codes.
      fontExtraProperties: true,
      verbosity: 0,
    })
    isTagged = (await pdf.getMarkInfo())?.Marked === true
    hasShapes = !isTagged && drawsSigns(await infoOf(pdf))
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'pdf_encrypted' : 'pdf_broken'
  }
  const links = new Links()
  const annotationsOf = new Annotations(pdf)
  const fonts = new CodedFonts()
  let areSomeCoded = false
  return {
    pages: pdf.numPages,
    links,
    get lacksFonts() {
      return tables.missing || areSomeCoded
    },
    get isCoded() {
      return fonts.areMost
    },
    contentOf: async (number) => {
      try {
        const page = await pdf.getPage(number)
        const { items, styles } = await page.getTextContent({ includeMarkedContent: true })
        // Names of fonts are known when what is drawn has been read; those that the pages before had are known by now.
        if (items.some((item) => 'str' in item && !page.commonObjs.has(item.fontName))) await page.getOperatorList()
        const letters = new Map<string, Letters>()
        const lettersOf = (id: string): Letters => {
          const known = letters.get(id)
          if (known !== undefined) return known
          const name = `${fontName(page.commonObjs, id)} ${styles[id]?.fontFamily ?? ''}`
          const own = { mono: MONO.test(name), bold: BOLD.test(name), signs: formulaSigns(name), isNameless: NAMELESS.test(name) }
          letters.set(id, own)
          return own
        }
        const annotations = await annotationsOf.of(page)
        const hidden = await hiddenIn(items, pdf, page)
        const told = items.slice(0, MOST_PIECES)
        const coded = fonts.of(
          told.filter((item) => 'str' in item),
          (id) => fontMap(page.commonObjs, id),
        )
        const known = coded.size === 0 ? told : told.filter((item) => !('str' in item && coded.has(item.fontName)))
        areSomeCoded ||= known.length < told.length
        const drawn = piecesOf(await withWords(known, page), lettersOf, hidden)
        const signed = hasShapes ? withSigns(drawn, await shapesOn(page)) : drawn
        const pieces = withFields(links.mark(signed, areasOf(annotations)), fieldsOf(annotations))
        const tags = isTagged ? ((await page.getStructTree()) as Tag | null) : null
        const entries = await entriesOf(annotations, signed, pdf)
        page.cleanup()
        return { pieces, tags, entries }
      } catch (error) {
        if (error instanceof RangeError) throw error
        return null
      }
    },
    about: async () => {
      const said = await infoOf(pdf)
      return { title: nameOf(said.Title), author: nameOf(said.Author), created: dateOf(said.CreationDate), lang: langOf(said.Language) }
    },
    bookmarks: () => bookmarksOf(pdf),
    close: async () => {
      await pdf.loadingTask.destroy()
      worker?.destroy()
    },
  }
}

/** What a file says about itself. */
async function infoOf(pdf: Pdf): Promise<Readonly<Record<string, unknown>>> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
  return info as Record<string, unknown>
}

/** What PDF.js asks for tables, by names; nothing else is to be had from it. */
const factoryOf = (tables: CharacterTables) =>
  class {
    async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      const table = kind === 'cMapUrl' ? tables.table(filename.replace(/\.bcmap$/, '')) : null
      if (table === null) throw new Error(`no ${filename}`)
      return table
    }
  }

type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>
type Page = Awaited<ReturnType<Pdf['getPage']>>
type Item = Awaited<ReturnType<Page['getTextContent']>>['items'][number]

/** What the name and the family of a font say of its letters. */
type Letters = { readonly mono: boolean; readonly bold: boolean; readonly signs: string | null; readonly isNameless: boolean }

/** Texts with what they stand in. @param hidden beginnings of what is not shown */
function piecesOf(items: readonly Item[], lettersOf: (id: string) => Letters, hidden: ReadonlySet<Item>): Marked[] {
  const pieces: Marked[] = []
  const told = items.filter((item) => 'str' in item)
  const cork = corkFonts(told.filter(({ fontName }) => lettersOf(fontName).isNameless))
  const sizes = unsaidSizes(told, ({ transform }) => sizeOf(transform as number[]))
  const open: { readonly mark: string | null; readonly artifact: boolean; readonly hidden: boolean }[] = []
  for (const item of items) {
    if (!('str' in item)) {
      const around = open.at(-1)
      if (item.type === 'endMarkedContent') open.pop()
      else
        open.push({
          mark: item.id || (around?.mark ?? null),
          artifact: ('tag' in item && item.tag === 'Artifact') || around?.artifact === true,
          hidden: hidden.has(item) || around?.hidden === true,
        })
      continue
    }
    if (open.at(-1)?.hidden === true) continue
    const [a = 0, b = 0, , , e = 0, f = 0] = item.transform as number[]
    const [x, y] = upright(a, b, e, f)
    const unsaid = sizes.get(item.fontName)
    const size = unsaid ?? sizeOf(item.transform as number[])
    // What is no wider than letters stand apart is no blank, though it is one to who takes letters for smaller than they are.
    // Letters that nobody can see are there to deceive.
    if (unsaid === undefined && size < UNSEEN) continue
    if (unsaid !== undefined && item.str.trim() === '' && item.width < unsaid * NO_BLANK) continue
    const { mono, bold, signs } = lettersOf(item.fontName)
    const text = cork.has(item.fontName) ? fromCork(item.str) : item.str
    pieces.push({
      text: signs === null ? text : withSignsOf(text, signs),
      x,
      y,
      width: item.width,
      size,
      mono: mono && !EAST_ASIAN.test(item.str),
      bold,
      leftwards: item.dir === 'rtl',
      turn: Math.round((Math.atan2(b, a) * 180) / Math.PI),
      mark: open.at(-1)?.mark ?? null,
      artifact: open.at(-1)?.artifact === true,
    })
  }
  return pieces
}

const sizeOf = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]): number => Math.hypot(c, d) || Math.hypot(a, b)

/** The place of a text on the page as it is turned for who reads the text. */
function upright(a: number, b: number, x: number, y: number): readonly [number, number] {
  if (Math.abs(b) <= Math.abs(a)) return a < 0 ? [-x, -y] : [x, y]
  return b > 0 ? [y, -x] : [-y, x]
}

/** What is known of the map of a font. All else that was given out with it is let go: only drawing needs it. */
function fontMap(objects: { has(id: string): boolean; get(id: string): unknown }, id: string): FontMap | null {
  const font = objects.has(id) ? (objects.get(id) as Record<string, unknown> | null) : null
  if (font === null || typeof font !== 'object') return null
  const { composite, toUnicode } = font as FontMap
  if (typeof font.clearData === 'function') font.clearData()
  for (const name of ['toUnicode', 'toFontChar', 'widths', 'cMap', 'defaultEncoding', 'differences']) font[name] = undefined
  return { composite, toUnicode }
}

/** The name of a font as the file gives it. */
function fontName(objects: { has(id: string): boolean; get(id: string): unknown }, id: string): string {
  if (!objects.has(id)) return ''
  const font = objects.get(id)
  return typeof font === 'object' && font !== null && 'name' in font && typeof font.name === 'string' ? font.name : ''
}

/** A title or a name; programs write their own or the file's there when they have none. */
function nameOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.replace(/\s+/g, ' ').trim()
  return text === '' ||
    text.length > 300 ||
    /^(?:untitled|microsoft word|title|author|\(?(?:anonymous|unspecified)|unknown|root|user|admin(?:istrator)?)\b|\.(?:docx?|tex|dvi|pdf|indd|odt|qxd)$/i.test(
      text,
    )
    ? null
    : text
}

/** `D:20240131120000+01'00'` as ISO 8601. */
function dateOf(value: unknown): string | null {
  const [, year, month = '01', day = '01'] = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?/.exec(typeof value === 'string' ? value : '') ?? []
  if (year === undefined) return null
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? null : `${year}-${month}-${day}`
}

const langOf = (value: unknown): string | null => (typeof value === 'string' && /^[a-z]{2,3}(?:-[\w-]+)?$/i.test(value) ? value : null)
