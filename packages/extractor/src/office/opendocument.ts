/** An OpenDocument file (ISO/IEC 26300): text, spreadsheet or presentation, as HTML. */
import { OpenWriter } from './opendocument-writer.ts'
import type { Package } from './package.ts'
import { at, textIn } from './xml.ts'

/** @returns null for an archive that holds no such file */
export function openDocumentHtml(file: Package): string | null {
  const body = at(file.xml('content.xml'), 'document-content', 'body')
  return body === undefined ? null : new OpenWriter(file).blocks(body)
}

/** What the file says of itself: `title`, `creator`, `initial-creator`, `creation-date`, `language`. */
export function openDocumentProperty(file: Package, name: string): string | null {
  const text = textIn(at(file.xml('meta.xml'), 'document-meta', 'meta', name)).trim()
  return text === '' ? null : text
}
