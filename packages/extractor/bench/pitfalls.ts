import { activeIn } from '../src/testing/active.ts'
import { HONEST, HOSTILE } from '../src/testing/hostile.ts'
import { LEAKS, MARK, SHOWN } from '../src/testing/leaks.ts'
import type { PageReader, Reading } from './reading.ts'

const URL = 'https://tide.example/'

/**
 * Prints how each reader fares on pages that are built to harm: answers in time with the honest text, pages of which something comes out that
 * is no text or that nobody sees, and pages whose Markdown could act where careless programs render it.
 */
export async function comparePitfalls(readers: readonly PageReader[]): Promise<void> {
  console.log(
    `\nPages built to harm: ${HOSTILE.length} that cost time or memory, ${LEAKS.length} with script and hidden text, ${SHOWN.length} that show tags as text`,
  )
  for (const reader of readers) {
    const hostile = await over(
      reader,
      HOSTILE.map(([name, build]) => [name, build()] as const),
    )
    const leaks = await over(reader, LEAKS)
    const shown = await over(reader, SHOWN)
    const failed = hostile.filter(({ reading }) => reading.status !== 'read' || !reading.markdown.includes(HONEST))
    const leaking = leaks.filter(({ reading }) => reading.status === 'read' && reading.markdown.includes(MARK))
    const active = [...leaks, ...shown].filter(({ reading }) => reading.status === 'read' && activeIn(reading.markdown).length > 0)
    const names = (list: readonly { name: string }[]): string => (list.length === 0 ? '' : `: ${list.map(({ name }) => name).join(', ')}`)
    console.log(`${reader.name}`)
    console.log(`  answered in time with its text  ${hostile.length - failed.length} of ${hostile.length}`)
    console.log(
      `  not answered so  ${failed.map(({ name, reading }) => `${name} (${reading.status === 'read' ? 'text lost' : reading.status})`).join(', ') || 'none'}`,
    )
    console.log(`  script or hidden text in the answer  ${leaking.length} of ${leaks.length}${names(leaking)}`)
    console.log(`  Markdown that could act  ${active.length} of ${leaks.length + shown.length}${names(active)}`)
  }
}

async function over(reader: PageReader, pages: readonly (readonly [string, string])[]): Promise<{ name: string; reading: Reading }[]> {
  const read = []
  for (const [name, html] of pages) read.push({ name, reading: await reader.read(html, URL) })
  return read
}
