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

test('the rest of an address is kept to its mail, and a box that says how somebody is reached', () => {
  const read = (html: string): string[] => {
    const { blocks } = segment(parsePage(html))
    const keep = Uint8Array.from(blocks, ({ text }) => (text.startsWith('Text') ? 1 : 0))
    keepContact(blocks, keep)
    return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  }
  const mail = '<p>Email: <a href="mailto:buy@quay.example">buy@quay.example</a></p>'
  expect(read(`<div><p>Text Hall</p><p>United Kingdom</p>${mail}<p>Region: UKJ11</p></div>`)).toHaveLength(4)
  expect(read(`<div><p>Text Hall</p><p>United Kingdom</p><p>Region: UKJ11</p></div>`)).toEqual(['Text Hall'])
  const box = (name: string): string =>
    `<div><p>Text Hall</p><div class="${name}"><p>Helpline<br>Telephone: 0300 123 1100<br>Monday to Friday</p></div></div>`
  expect([read(box('contact')).length, read(box('promo')).length]).toEqual([2, 1])
})
