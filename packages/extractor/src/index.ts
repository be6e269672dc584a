/** The package's face: what a program that reads pages needs, and nothing of how it is done. */
export { isPdf } from './body/kind.ts'
export type { Document, DocumentResult, Refusal } from './body/readable.ts'
export type { PageKind } from './choice/kind/kind.ts'
export { type DocumentOptions, MAX_BODY_BYTES, readDocument } from './document.ts'
export { type ExtractInput, type ExtractResult, extractPage } from './extract.ts'
export { type PdfOptions, readPdf } from './pdf/read.ts'
export * from './view.ts'
export type { Link } from './writer/context.ts'
