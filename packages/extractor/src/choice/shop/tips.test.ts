import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { dropTips } from './tips.ts'

function left(html: string): string[] {
  const { blocks } = segment(parsePage(html))
  const keep = new Uint8Array(blocks.length).fill(1)
  dropTips(blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

const LONG = 'A bench of oak with a back of twelve spindles, turned by hand and oiled twice before it leaves the workshop.'
const TIP = 'Spindles are thin rods that were turned on a lathe.'

test.each([
  '<tool-tip class="tool-tip"><div class="tool-tip__content"><p>TIP</p></div></tool-tip>',
  '<div role="tooltip" id="t1"><p>TIP</p></div>',
  '<span class="infotip__overlay"><span class="infotip__content"><p>TIP</p></span></span>',
  '<div class="js-tooltip-content hidden-once"><p>TIP</p></div>',
  '<div class="c-tooltipBody"><p>TIP</p></div>',
])('what opens over a word is no part of what it explains: %s', (tip) => {
  expect(left(`<h1>Bench</h1><p>${LONG}</p><dl><dt>Back</dt><dd>Spindles ${tip.replace('TIP', TIP)}</dd></dl>`)).toEqual([
    'Bench',
    LONG,
    'Back',
    'Spindles',
  ])
})

test('what it opens from stays, and so does what is most of the page', () => {
  expect(left(`<p>${LONG}</p><div class="tooltip-trigger"><p>In stock</p></div>`)).toHaveLength(2)
  expect(left(`<h1>Bench</h1><div class="tooltip-content"><p>${LONG}</p></div>`)).toHaveLength(2)
})
