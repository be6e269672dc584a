import { readDocument } from '../document.ts'
import { zip } from './zip.ts'

/** Relations of a part: an id, what is there, and where it is. */
export const relations = (...all: readonly (readonly [id: string, kind: string, target: string])[]): string =>
  `<Relationships>${all.map(([id, kind, target]) => `<Relationship Id="${id}" Type="r/${kind}" Target="${target}"${target.includes(':') ? ' TargetMode="External"' : ''}/>`).join('')}</Relationships>`

/** The Markdown of a file of these parts. */
export function markdownOf(parts: Readonly<Record<string, string>>): string {
  const result = readDocument(zip(parts), 'https://harbour.example/file')
  return result.ok ? result.document.markdown : result.reason
}
