import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'

const BODY = `<div class="description"><h2>Description</h2><p>The kettle holds one and a half litres and boils them in under four minutes, with a handle that stays cool and a spout that does not drip.</p>
<p>The element is hidden under a steel plate, so that lime is wiped off and not scraped off, and the lid comes away whole for filling at the tap.</p>
<p>Every kettle is tested with water from three cities before it leaves the works, and each part of it can be ordered for ten years from the day of sale.</p></div>`

const shop = (form: string, more = ''): string => `<!doctype html><html lang="en"><head><title>Harbour kettle | Quay Kitchen</title>
<meta property="og:type" content="product"></head><body><header><a href="/">Quay Kitchen</a><form role="search"><select name="department"><option>All</option><option>Kettles</option></select></form></header>
<main><div class="info"><h1>Harbour kettle</h1><p class="price">£64.50</p>${form}</div>${BODY}${more}</main>
<footer><select name="country"><option>Britain</option><option>France</option></select></footer></body></html>`
const read = (html: string): string => extractPage({ html, url: 'https://quay.example/products/harbour-kettle' })!.markdown
const cart = (fields: string): string => `<form action="/cart/add">${fields}<button>Add to basket</button></form>`

test.each([
  [
    'a list, without what asks for a choice, and what is sold out',
    '<label for="c">Leather colour</label><select id="c"><option value="">Select an option</option><option>Tan</option><option>Oxblood (£29.60)</option><option disabled>Forest</option><option>Navy – Sold out</option></select>',
    '**Leather colour:** Tan, Oxblood (£29.60), Forest (unavailable), Navy – Sold out',
  ],
  [
    'buttons of which one is chosen',
    '<fieldset><legend>Size: <span>Throw</span></legend><input type="radio" id="a" name="Size-1" value="Throw" checked><label for="a">Throw<span class="visually-hidden label-unavailable">Variant sold out or unavailable</span></label><input type="radio" id="b" name="Size-1" value="King"><label for="b">King<span class="visually-hidden label-unavailable">Variant sold out or unavailable</span></label></fieldset>',
    '**Size:** Throw, King',
  ],
  [
    'swatches with words and swatches that are only a colour',
    '<div class="swatch-attribute"><span class="swatch-attribute-label">Size</span><div role="listbox"><div class="swatch-option text" role="option">S</div><div class="swatch-option text" role="option">XL</div></div></div><div class="swatch-attribute"><span class="swatch-attribute-label">Color</span><span>Gray</span><div role="listbox"><div class="swatch-option" role="option" aria-label="Gray"></div><div class="swatch-option" role="option" aria-label="Green"></div></div></div>',
    '**Size:** S, XL\\\n**Color:** Gray, Green',
  ],
  [
    'the table of one maker of shops',
    '<table class="variations"><tr><th class="label"><label for="l">Länge</label></th><td><select id="l" name="attribute_laenge"><option value="">Wähle eine Option</option><option>160 cm</option><option>180 cm</option></select><a class="reset_variations" href="#">Leeren</a></td></tr></table>',
    '**Länge:** 160 cm, 180 cm',
  ],
  [
    'pictures with what each costs',
    '<p>Colour: <b>Black</b></p><ul role="radiogroup"><li class="swatch"><span><input type="submit" role="radio"><img alt="Black" src="b.jpg"><i>£64.50</i></span></li><li class="swatch"><span><input type="submit" role="radio"><img alt="Cream" src="c.jpg"><i>£69.50</i></span></li></ul>',
    '**Colour:** Black £64.50, Cream £69.50',
  ],
  [
    'buttons that are only a colour, and behind them a name in the box of what it names',
    '<div><p>Enamel: Moss</p><div><button aria-label="Moss" aria-pressed="true"></button><button aria-label="Rust" aria-pressed="false"></button></div></div><div><p>Handle</p><label><input type="radio" name="h" checked>Oak</label><label><input type="radio" name="h">Black steel</label></div>',
    '**Enamel:** Moss, Rust\\\n**Handle:** Oak, Black steel',
  ],
  [
    'buttons with pictures in a group',
    '<div><label>Color: </label><span>Black</span></div><ul role="radiogroup"><li><span><button><i><img alt="Black" src="b.jpg"></i><i>£64.50</i></button></span></li><li><div><button><i><img alt="Cream" src="c.jpg"></i><i>£69.50</i></button></div></li></ul>',
    '**Color:** Black £64.50, Cream £69.50',
  ],
  [
    'links to the same thing that differ in what they choose',
    '<div><h2>Length</h2><div><a href="/products/kettle?Length=154+cm">154 cm</a><a href="/products/kettle?Length=158+cm">158 cm</a></div></div><div><h2>Lid</h2><div><a href="/products/kettle?Length=154+cm&Lid=Oak">Oak</a><a href="/products/kettle?Length=154+cm&Lid=Steel">Steel</a></div></div>',
    '**Length:** 154 cm, 158 cm\\\n**Lid:** Oak, Steel',
  ],
  [
    'a form that a window to write a review in stands before',
    '<div class="modal"><h2>Write a Review</h2></div><div class="option"><label>Finish: <small>(Required)</small></label><input type="radio" id="a" value="1"><label for="a">Raw</label><input type="radio" id="b" value="2"><label for="b">Seasoned</label></div>',
    '**Finish:** Raw, Seasoned',
  ],
])('what a buyer can choose is said in a line: %s', (_, fields, lines) => {
  const markdown = read(shop(cart(fields)))
  expect(markdown.split('\n\n')[0]).toBe(lines)
  expect(markdown).not.toMatch(/^\| Länge|Leeren|^Size: ?$/m)
})

test.each([
  ['how many', '<label for="q">Qty</label><select id="q" name="qty"><option>1</option><option>2</option><option>3</option></select>'],
  ['one variant alone', '<select name="id"><option>Default Title</option></select>'],
  [
    'how it is sent',
    '<fieldset><legend>Delivery</legend><label><input type="radio" name="d">By post</label><label><input type="radio" name="d">By boat</label></fieldset>',
  ],
  ['where to', '<label for="t">Country</label><select id="t" name="country"><option>Britain</option><option>France</option></select>'],
])('what is no variant is not: %s', (_, fields) => {
  expect(read(shop(cart(fields)))).not.toMatch(/^\*\*/)
})

test('variants that the text names are not said again', () => {
  const select =
    '<label for="c">Colour</label><select id="c" name="attribute_colour"><option>Walnut brown</option><option>Harbour blue</option></select>'
  const table = '<table><tr><th>Weight</th><td>1.2 kg</td></tr><tr><th>Colour</th><td>Walnut brown, Harbour blue</td></tr></table>'
  expect(read(shop(cart(select)))).toMatch(/^\*\*Colour:/)
  expect(read(shop(cart(select), `<h2>Specifications</h2>${table}`))).not.toMatch(/^\*\*Colour:/)
})

test('no more is said of many than a line holds', () => {
  const options = Array.from({ length: 200 }, (_, at) => `<option>Harbour blue of the ${at}th depth</option>`).join('')
  const line = read(shop(cart(`<select aria-label="Colour" name="attribute_colour">${options}</select>`))).split('\n\n')[0]!
  expect(line).toMatch(/^\*\*Colour:\*\* .*, …$/)
  expect(line.length).toBeLessThan(700)
})

test('an article with a form of its own says nothing of it', () => {
  const html = shop(cart('<select name="attribute_size"><option>Small</option><option>Large</option></select>'))
  const article = html
    .replace('<meta property="og:type" content="product">', '')
    .replace(/<p class="price">.*?<\/p>/, '')
    .replace('Add to basket', 'Send')
  expect(read(article)).not.toContain('Small')
})

test('what each thing on a list comes in is no choice of the one that is sold', () => {
  const card = (name: string, at: number): string =>
    `<li class="other"><a href="/${name}">${name}</a><p>£1${at}.00</p><form action="/cart/add"><select name="attribute_size"><option>${at} litres</option><option>${at + 1} litres</option></select><button>Add to basket</button></form></li>`
  const html = shop(cart(''), `<ul>${['Toaster', 'Grinder', 'Scales'].map(card).join('')}</ul>`)
  expect(read(html)).not.toMatch(/^\*\*/)
})
