/** What styles of an OpenDocument file say that is text: marks, titles, what is hidden, and how lists count (ISO/IEC 26300-1, 16). */
import { Counting } from './counting.ts'
import { CODE_STYLE } from './docx-styles.ts'
import type { Package } from './package.ts'
import { at, elementsOf, type Xml } from './xml.ts'

/** Names of styles by what they say. */
export type Styles = {
  readonly marks: ReadonlyMap<string, readonly string[]>
  /** The element for paragraphs of a style that are titles, headings or code by it alone. */
  readonly roleOf: (style: string) => string | undefined
  /** Texts, sheets and slides that are not shown. */
  readonly hidden: ReadonlySet<string>
  readonly counting: Counting
}

export function stylesOf(file: Package): Styles {
  const marks = new Map<string, readonly string[]>()
  const parents = new Map<string, string>()
  const counting = new Counting()
  const hidden = new Set<string>()
  const own = at(file.xml('content.xml'), 'document-content', 'automatic-styles')
  for (const style of [...elementsOf(at(file.xml('styles.xml'), 'document-styles', 'styles')), ...elementsOf(own)]) {
    const name = style.attributes.name ?? ''
    if (style.name === 'list-style') counting.add(style)
    if (style.name !== 'style') continue
    parents.set(name, style.attributes['parent-style-name'] ?? '')
    if (isHidden(style)) hidden.add(name)
    if (style.attributes.family === 'text') marks.set(name, marksOf(at(style, 'text-properties')?.attributes ?? {}))
  }
  const roleOf = (style: string): string | undefined => roleBy(style) ?? roleBy(parents.get(style) ?? '')
  return { marks, roleOf, hidden, counting }
}

/** What the name of a style says, in which `_20_` is a blank. */
function roleBy(name: string): string | undefined {
  const called = name.replaceAll('_20_', ' ')
  if (called === 'Title') return 'h1'
  const level = /^heading ([1-6])$/i.exec(called)?.[1]
  return level !== undefined ? `h${level}` : CODE_STYLE.test(called) ? 'pre' : undefined
}

const isHidden = (style: Xml): boolean =>
  at(style, 'text-properties')?.attributes.display === 'none' ||
  at(style, 'table-properties')?.attributes.display === 'false' ||
  at(style, 'drawing-page-properties')?.attributes.visibility === 'hidden'

function marksOf(said: Readonly<Record<string, string>>): string[] {
  const place = /^(super|sub|-?[1-9]\d*%)/.exec(said['text-position'] ?? '')?.[1]
  return [
    ...(/^(?:bold|[6-9]00)$/.test(said['font-weight'] ?? '') ? ['strong'] : []),
    ...(/^(?:italic|oblique)$/.test(said['font-style'] ?? '') ? ['em'] : []),
    ...(/^(?!none)./.test(said['text-line-through-style'] ?? '') ? ['del'] : []),
    ...(place === undefined ? [] : [place === 'sub' || place.startsWith('-') ? 'sub' : 'sup']),
  ]
}
