/** An OpenDocument file (ISO/IEC 26300): text, spreadsheet or presentation. */
import type { Content } from './content.ts'
import { OpenWriter } from './opendocument-writer.ts'
import type { Package } from './package.ts'
import { at, textIn } from './xml.ts'

/** @returns null for an archive that holds no such file */
export function readOpenDocument(file: Package, contentType: string): Content | null {
  const body = at(file.xml('content.xml'), 'document-content', 'body')
  if (body === undefined) return null
  const said = (name: string): string | null => textIn(at(file.xml('meta.xml'), 'document-meta', 'meta', name)).trim() || null
  return {
    contentType,
    html: new OpenWriter(file).blocks(body),
    title: said('title'),
    author: said('initial-creator') ?? said('creator'),
    created: said('creation-date'),
    lang: said('language'),
  }
}
