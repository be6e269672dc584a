/** Lines that a page begins with, of what its data alone say. */
import { tidy } from '../../metadata/text.ts'
import { writeText } from '../../writer/inline.ts'

const LONGEST = 200

/** Those that there are, a line each; null where there are none. */
export function asLines(lines: readonly (string | null)[]): string | null {
  const own = lines.filter((line) => line !== null)
  return own.length === 0 ? null : own.join('\\\n')
}

/**
 * Labels and values as lines of Markdown; null where there are none.
 * @param isShown whether the page says such a value anyway
 */
export function leadLines(
  values: readonly (readonly [string, string | null])[],
  isShown: (line: string) => boolean = () => false,
): string | null {
  const lines = values.flatMap(([label, value]) => {
    const line = tidy(value, LONGEST)
    return line === null || isShown(line) ? [] : [`${label}: ${writeText(line)}`]
  })
  return asLines(lines)
}
