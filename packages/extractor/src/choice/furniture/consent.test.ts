import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { dropConsent } from './consent.ts'

/** What is left of a page all of which is kept. */
function left(html: string): string[] {
  const page = parsePage(html)
  const { blocks } = segment(page)
  const keep = new Uint8Array(blocks.length).fill(1)
  dropConsent(page, blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test.each(['class="cookie-item__content"', 'class="cky-modal cky-open"', 'id="CybotCookiebotDialogBody"', 'id="onetrust-banner"'])(
  'what asks for cookies is left out: %s',
  (name) => {
    const asked = `<div ${name}><h2>Cookies</h2><p>The law says that we tell you.</p></div>`
    expect(left(`${asked}<main><p>The gate opens at seven.</p></main>`)).toEqual(['The gate opens at seven.'])
    // What the page is about is no dialog.
    expect(left(`${asked}<p>Gates</p>`)).toHaveLength(3)
  },
)

test('a page of cookie cutters has no dialogs', () => {
  expect(left('<div class="cookie-recipe"><p>Cut the stars out.</p></div><p>Bake them for ten minutes, or for twelve.</p>')).toHaveLength(2)
})
