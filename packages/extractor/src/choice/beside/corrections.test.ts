import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { keepCorrections } from './corrections.ts'

/** What is kept with the paragraphs of a text. */
function kept(html: string): string[] {
  const { blocks } = segment(parsePage(html))
  const keep = Uint8Array.from(blocks, ({ text }) => (text.startsWith('The lock') ? 1 : 0))
  keepCorrections(blocks, keep)
  return blocks.filter(({ index, text }) => keep[index] === 1 && !text.startsWith('The lock')).map(({ text }) => text)
}

test.each([
  '<ul><li><p>This article was amended on 4 March 2024. It had six gates.</p></li></ul>',
  '<p><em>Correction: The gates are five.</em></p>',
  '<div class="note">An earlier version of this story gave a wrong number.</div>',
  '<p>Editor’s note: the author lives on the quay.</p>',
  '<p>Anmerkung der Redaktion: Es sind fünf Tore.</p>',
])('a correction behind a text is kept with it: %s', (html) => {
  expect(kept(`<article><p>The lock opens.</p><p>The lock closes.</p>${html}</article>`)).toHaveLength(1)
})

test('what corrects elsewhere, and what only begins so, is left out', () => {
  expect(kept('<article><p>The lock opens.</p></article><footer><p>Correction: five.</p></footer><p>Correction: six.</p>')).toEqual([])
  expect(kept('<article><p>The lock opens.</p><p>Corrections of the river began.</p><p>The article was long.</p></article>')).toEqual([])
})
