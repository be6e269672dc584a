/** The links, the fields and the notes of a PDF's pages. Asked for those of one page, PDF.js reads its text once more to tell what links stand over. */

type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>
type Page = Awaited<ReturnType<Pdf['getPage']>>

/** Pages that are asked for at once; all but one of them in vain where reading ends. */
const AT_ONCE = 16
/** PDF.js goes through all pages that a file claims to have. */
const MOST_PAGES = 10_000
/** Flags of what no screen shows: `Invisible` and `NoView` (ISO 32000-2, 12.5.3). */
const UNSEEN = 1 | 32

/** As PDF.js gives it; `quadPoints` is null where its places are none. */
type Annotation = { readonly pageIndex: number; readonly annotationFlags?: number; readonly quadPoints?: unknown }

export class Annotations {
  readonly #pdf: Pdf
  readonly #known = new Map<number, Annotation[]>()
  #isAlone: boolean | null = null

  constructor(pdf: Pdf) {
    this.#pdf = pdf
  }

  /** What PDF.js gives for the links, the fields and the texts that are typed onto a page. */
  async of(page: Page): Promise<readonly unknown[]> {
    // What a field takes from others is told for one page alone.
    this.#isAlone ??= this.#pdf.numPages > MOST_PAGES || (await this.#hasForm())
    const index = page.pageNumber - 1
    if (!this.#isAlone && !this.#known.has(index)) await this.#ask(index)
    const known = this.#known.get(index)
    this.#known.delete(index)
    return known ?? page.getAnnotations()
  }

  #hasForm(): Promise<boolean> {
    return this.#pdf.getFieldObjects().then(
      (fields) => fields !== null,
      () => true,
    )
  }

  async #ask(first: number): Promise<void> {
    const { getResolvedPDFJS } = await import('unpdf')
    const { AnnotationType } = await getResolvedPDFJS()
    const { LINK, FREETEXT, WIDGET } = AnnotationType
    const isAsked = (index: number): boolean => index >= first && index < first + AT_ONCE
    const others = Array.from({ length: this.#pdf.numPages }, (_, index) => index).filter((index) => !isAsked(index))
    try {
      const found = (await this.#pdf.getAnnotationsByType(new Set([LINK, FREETEXT, WIDGET]), new Set(others))) as Annotation[]
      for (let index = first; isAsked(index); index += 1) this.#known.set(index, [])
      for (const one of found)
        if (((one.annotationFlags ?? 0) & UNSEEN) === 0 && one.quadPoints !== null) this.#known.get(one.pageIndex)?.push(one)
    } catch (error) {
      if (error instanceof RangeError) throw error
      // One of the pages cannot be read.
      this.#isAlone = true
    }
  }
}
