/** Levels of headings that Markdown has. */
export const MOST_LEVELS = 6

/** An item of a list, and how many items it stands in. */
export type Item = { readonly text: string; readonly depth: number }

/** What a PDF is read as. In the texts of paragraphs, items and cells a line feed ends a line. */
export type PdfBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  /** @property x where it begins, in points from the edge of the page at which reading begins */
  | { readonly kind: 'paragraph'; readonly text: string; readonly x: number }
  | { readonly kind: 'list'; readonly start: number | null; readonly items: readonly Item[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  /** Where a page begins, and what it says at its edges. */
  | { readonly kind: 'page'; readonly page: number; readonly edges: readonly string[] }
