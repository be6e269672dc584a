/** The package's face: what a program that reads pages needs, and nothing of how it is done. */
export { type Document, type DocumentOptions, type DocumentResult, MAX_BODY_BYTES, readDocument } from './document.ts'
export { type ExtractInput, type ExtractResult, extractPage } from './extract.ts'
export * from './view.ts'
export type { Link } from './writer/context.ts'
