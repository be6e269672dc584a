import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { growth } from '../testing/linear.ts'
import { framesetHtml } from './frameset.ts'

const read = (html: string): string | undefined => extractPage({ html, url: 'https://club.example/' })?.markdown

test('a page of frames is what it shows without them, and where they lead', () => {
  const frames = `<frame src="menu.htm?a=1&amp;b=2" title="Menu"><frame name=main src='main.htm'><frame src="about:blank">`
  expect(
    read(`<title>Club</title><frameset cols="1,*">${frames}<noframes><body><p>Day tickets cost £12.</p></body></noframes></frameset>`),
  ).toBe('Day tickets cost £12.\n\n- [Menu](https://club.example/menu.htm?a=1&b=2)\n- [main](https://club.example/main.htm)')
  expect(read(`<title>Club</title><frameset>${frames}</frameset>`)).toMatch(/^- \[Menu\]/)
  expect(framesetHtml('<p>The frames of a set.</p>')).toBeNull()
})

test.each(['<frameset><frame src=a>', '<frameset><noframes>', '<frameset><frame '])('frames without end cost linear time: %s', (unit) => {
  expect(growth((size) => unit.repeat(size), framesetHtml, 20_000)).toBeLessThan(8)
})
