import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { keepContact } from './contact.ts'

const kept = (html: string): string[] => {
  const { blocks } = segment(parsePage(html))
  const keep = new Uint8Array(blocks.length)
  keepContact(blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test('where a firm is, when it is open and how it is reached is kept below what calls it so', () => {
  const hours = '<table><tr><td>Saturday</td><td>8:00 – 13:00</td></tr></table>'
  const html = `<section><div><h2>Find us</h2></div><ul><li>Unit 6, Lock Lane</li><li><a href="tel:01632960019">01632 960 019</a></li></ul>${hours}<h2>Our boats</h2><p>Forty of them</p></section>`
  expect(kept(html)).toEqual(['Find us', 'Unit 6, Lock Lane', '01632 960 019', 'Saturday', '8:00 – 13:00'])
})

test.each([
  ['of the frame', '<footer><h2>Contact us</h2><p>01632 960 019</p></footer>'],
  ['of a form', '<form><h2>Contact us</h2><p>01632 960 019</p></form>'],
  ['without a fact', '<section><h2>Contact us</h2><p>We love to hear from you</p></section>'],
  ['called something else', '<section><h2>Our boats</h2><p>01632 960 019</p></section>'],
  ['of long text', `<section><h2>Contact</h2><p>${'The keeper says so. '.repeat(40)}</p><p>01632 960 019</p></section>`],
])('a section %s is none', (_name, html) => {
  expect(kept(html)).toEqual([])
})
