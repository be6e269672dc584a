import type { Document } from '#extractor'

export type SourceForm = 'html' | 'markdown' | 'pdf' | 'feed' | 'json' | 'text'

/** In which form the page was sent, by its type: Markdown is asked for first, and HTML is what most sites have. */
export function sourceForm({ contentType, extraction }: Pick<Document, 'contentType' | 'extraction'>): SourceForm {
  if (extraction !== 'source') return 'html'
  const type = contentType.toLowerCase()
  if (/markdown|\/(?:x-)?(?:mdx|gfm)\b/.test(type)) return 'markdown'
  if (type.includes('pdf')) return 'pdf'
  if (/(?:rss|atom|rdf|feed)/.test(type)) return 'feed'
  return type.includes('json') ? 'json' : 'text'
}
