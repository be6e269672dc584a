/** What a PDF is read as. */
export type PdfBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly start: number | null; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  /** Where a page begins, and what it says at its edges. */
  | { readonly kind: 'page'; readonly page: number; readonly edges: readonly string[] }
