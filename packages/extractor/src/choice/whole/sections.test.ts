import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { keepSections } from './sections.ts'

/** Texts that are kept where headings and those were that begin so. */
function kept(html: string): string[] {
  const { blocks } = segment(parsePage(html))
  const keep = Uint8Array.from(blocks, ({ text, container }) => (/^h[2-6]$/.test(container.tag) || text.startsWith('Text') ? 1 : 0))
  keepSections(blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

const BEHIND = '<h2>Moorings</h2><p>Text behind.</p>'

test('what stands below a kept heading is kept, where nothing of it was and the text goes on', () => {
  expect(kept(`<div><h2>Opening hours</h2><p>Daily 9 to 5</p><p>01632 960 001</p>${BEHIND}</div>`)).toEqual([
    'Opening hours',
    'Daily 9 to 5',
    '01632 960 001',
    'Moorings',
    'Text behind.',
  ])
})

test.each([
  ['is menu', '<h2>Places</h2><ul><li><a href="/a">Harbour</a></li><li><a href="/b">Quay</a></li></ul>'],
  ['is in part kept', '<h2>Places</h2><p>Text.</p><p>Harbour</p>'],
  ['is long', `<h2>Places</h2><p>${'Harbour and quay. '.repeat(40)}</p>`],
  ['is hidden or asks for something', '<h2>Places</h2><form><p>Harbour</p></form>'],
  ['is that of something else', '<h2><a href="/places">Places</a></h2><p>Harbour</p>'],
  ['stands in another box', '<div><h2>Places</h2></div><p>Harbour</p>'],
])('what %s stays left out', (_name, html) => {
  expect(kept(`<div>${html}${BEHIND}</div>`).join('|')).not.toContain('Harbour')
})

test('no other line is added at the end of the text', () => {
  expect(kept('<div><p>Text.</p><h2>Places</h2><p>Harbour</p></div>')).toEqual(['Text.', 'Places'])
})

test('at the end of the text what stands below a heading is kept where it is a table or a list', () => {
  expect(kept('<div><p>Text.</p><h2>Partners</h2><ul><li>Lilly and Co</li></ul></div>')).toContain('Lilly and Co')
  const table = '<table><tr><td><a href="/c">CWE-9</a></td><td>2.0.1</td></tr></table>'
  expect(kept(`<div><p>Text.</p><h2>Versions</h2><p>Set 1</p>${table}</div>`)).toContain('2.0.1')
  expect(kept('<div><p>Text.</p><h2>Partners</h2><ul><li><a href="/l">Lilly and Co</a></li></ul></div>')).not.toContain('Lilly and Co')
})
