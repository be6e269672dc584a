/** Where a name or a link of a PDF leads within it. */

/** What of a document is asked to know where a destination is. */
export type Destinations = {
  readonly numPages: number
  getDestination(name: string): Promise<unknown>
  getPageIndex(ref: never): Promise<number>
}

/** The number of the page that a destination is on, by its name or as an array that begins with the page; null where it is on none. */
export async function pageOf(dest: unknown, pdf: Destinations): Promise<number | null> {
  try {
    const explicit = typeof dest === 'string' ? await pdf.getDestination(dest) : dest
    const [page] = Array.isArray(explicit) ? (explicit as unknown[]) : []
    // PDF.js asks for its own reference, which it has given.
    const index = typeof page === 'object' && page !== null ? await pdf.getPageIndex(page as never) : page
    return Number.isInteger(index) && Number(index) >= 0 && Number(index) < pdf.numPages ? Number(index) + 1 : null
  } catch {
    return null
  }
}
