import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { findRecords } from '../../records/find.ts'
import { growth } from '../../testing/linear.ts'
import { keepLists, keepTables, keepUnits } from './units.ts'

/** Texts that are kept as units when those that say `Text` are kept at first. */
function kept(html: string, complete = keepUnits): string[] {
  const { blocks } = segment(parsePage(html))
  const keep = Uint8Array.from(blocks, ({ text }) => (text.includes('Text') ? 1 : 0))
  complete(blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

const CODE = '<pre>run one</pre>'

test.each([
  ['by itself', CODE],
  ['with a button and its language', `<div class="a"><div><span>sh</span><button>Copy</button></div>${CODE}</div>`],
  ['under a heading of the same text', `<h3>Left out</h3>${CODE}`],
  ['with tools behind it', `<div class="a"><div>${CODE}</div><div><a href="/try">Try it</a></div></div>`],
])('code between kept text is kept without what the scorer thinks of it: %s', (_name, html) => {
  expect(kept(`<p>Text one</p>${html}<p>Text two</p>`)).toEqual(['Text one', 'run one', 'Text two'])
})

test.each([
  ['by itself', CODE],
  ['in a box with a button', `<div class="a"><button>Copy</button>${CODE}</div>`],
])('code that an article ends with is kept beside its last text: %s', (_name, html) => {
  expect(kept(`<article><p>Text one</p>${html}</article><p>Left out</p>`)).toEqual(['Text one', 'run one'])
  expect(kept(`<article><p>Text one</p>${html}</article>`)).toEqual(['Text one', 'run one'])
  // In another part of the page it is something else's.
  expect(kept(`<article><p>Text one</p></article><section>${html}<p>Left out</p></section>`)).toEqual(['Text one'])
})

test('a table of words that an article ends with is kept', () => {
  const table = (cell: string): string => `<table><tr><th>Lamp</th><th>Weight</th></tr><tr><td>${cell}</td><td>112 g</td></tr></table>`
  const text = `<p>Text of the lamps, which we wore through a winter in the hills of the north.</p>`
  const article = (html: string): string => `<article>${text}<ul><li>Text of a list</li></ul>${html}</article><p>Left out</p>`
  expect(kept(article(table('Beam')))).toHaveLength(6)
  expect(kept(article(`<figure>${table('Beam')}</figure>`))).toHaveLength(6)
  const more = '<table><tr><td><a href="/a">The best lamps of last year</a></td><td><a href="/b">The worst of them</a></td></tr></table>'
  expect(kept(article(more))).toHaveLength(2)
  expect(kept(`<article>${text}</article><div>${table('Beam')}</div>`)).toHaveLength(1)
})

test('what unfolds between kept text is kept', () => {
  const fold = '<details><summary>为什么不用数据库？</summary><p>往返一次所花的时间，比全部工作还要长。</p></details>'
  expect(kept(`<p>Text one</p>${fold}<p>Text two</p>`)).toHaveLength(4)
  expect(kept(`<nav>${fold}</nav><p>Text two</p>`)).toEqual(['Text two'])
  const contents =
    '<details><summary>Contents</summary><ul><li><a href="#one">The first part</a></li><li><a href="#two">The second part</a></li></ul></details>'
  expect(kept(`<p>Text one</p>${contents}<p>Text two</p>`)).toEqual(['Text one', 'Text two'])
})

test('terms between kept text are kept with what they mean, links by themselves are not', () => {
  const terms = '<dl><dt>Our partners</dt><dd><p>They mend the roof.</p><ul><li><a href="/a">Ada</a> 512 555 0100</li></ul></dd></dl>'
  expect(kept(`<p>Text one</p>${terms}<p>Text two</p>`)).toHaveLength(5)
  expect(kept(`<p>Text one</p>${terms}<p>Left out</p>`)).toEqual(['Text one'])
  expect(kept('<p>Text one</p><dl><dt>More</dt><dd><a href="/b">The next house</a></dd></dl><p>Text two</p>')).toHaveLength(2)
})

const ROWS = '<tr><th>Year</th><th>Laureate</th></tr><tr><td>1901</td><td><a href="/r">Roentgen</a></td></tr>'

test('a table between kept text is kept though the scorer thinks nothing of its cells, in a menu it is not', () => {
  const table = `<h3>Left out</h3><table>${ROWS}</table>`
  expect(kept(`<p>Text one</p>${table}<p>Text two</p>`)).toEqual(['Text one', 'Year', 'Laureate', '1901', 'Roentgen', 'Text two'])
  expect(kept(`<p>Text one</p><nav>${table}</nav><p>Text two</p>`)).toEqual(['Text one', 'Text two'])
  expect(kept(`<p>Text one</p>${table}<p>Left out</p>`)).toEqual(['Text one'])
})

test('a link around the parts of a cell is of its table, and kept with it', () => {
  const row = (name: string, fare: string) =>
    `<tr><td><a href="/${name}"><div>logo</div><div>${name}</div></a></td><td>Text of its service</td><td>${fare}</td></tr>`
  const html = `<p>Text one</p><table><tr><th>Firm</th><th>Text</th><th>Fare</th></tr>${row('North', '9')}${row('South', '8')}</table><p>Text two</p>`
  expect(kept(html)).toContain('North')
  expect(kept(html)).toContain('South')
})

test('code of a page that script fades in is kept with the text around it, hidden code between text that is seen is not', () => {
  const text = '<p>Text one</p><pre>run one</pre><p>Text two</p>'
  expect(kept(`<div style="opacity:0;transition:opacity 1s">${text}</div>`)).toContain('run one')
  expect(kept(text.replace('<pre', '<pre style="opacity:0;transition:opacity 1s"'))).not.toContain('run one')
})

test('code of any length and several pieces of it are kept between kept text', () => {
  const long = 'step '.repeat(100).trim()
  expect(kept(`<p>Text one</p>${CODE}<pre>${long}</pre><p>Text two</p>`)).toEqual(['Text one', 'run one', long, 'Text two'])
})

test.each([
  ['a paragraph that is left out', `<p>Text one</p><div><p>Left out</p>${CODE}</div><p>Text two</p>`],
  ['a heading that is left out', `<p>Text one</p><div><h3>Left out</h3>${CODE}</div><p>Text two</p>`],
  ['the frame', `<p>Text one</p><nav>${CODE}</nav><p>Text two</p>`],
])('code beside other things than kept text is as the scorer says: %s', (_name, html) => {
  expect(kept(html)).not.toContain('run one')
})

test('a table is kept whole or not at all, as most of its text is', () => {
  const row = (text: string) => `<tr><th>Size</th><td>${text}</td></tr>`
  const table = (first: string, second: string) => `<table>${row(first)}${row(second)}</table>`
  expect(kept(table('Text of some length', 'small'))).toEqual(['Size', 'Text of some length', 'Size', 'small'])
  expect(kept(table('Text', 'another text that is left out'))).toEqual([])
})

test('of a page without prose a table is kept whole of which many rows are among the likeliest lines', () => {
  const row = (text: string) => `<tr><th>1</th><td>${text}</td><td>new</td></tr>`
  const table = (...texts: string[]) => `<table>${texts.map(row).join('')}</table>`
  expect(kept(table('Text', 'other', 'Text', 'other'), keepTables)).toHaveLength(12)
  expect(kept(table('Text', 'other', 'other', 'other'), keepTables)).toEqual([])
})

test('four times as much code with tools beside it takes about four times as long', () => {
  const make = (size: number) => `<div>${'<pre>run one</pre><div>Copy</div>'.repeat(size / 33)}</div>`
  expect(growth(make, (html) => kept(html), 60_000)).toBeLessThan(9)
})

test('a note between kept text is kept, with what it is called, whatever its element', () => {
  const text = '<p>The ferry leaves the harbour at seven, and the first lorries are ashore before the bakers have opened their doors.</p>'
  for (const note of [
    '<aside class="starlight-aside" aria-label="Tip"><p class="starlight-aside__title" aria-hidden="true">Tip</p><div><p>Dogs travel free.</p></div></aside>',
    '<aside role="note"><p>Tip</p><p>Dogs travel free.</p></aside>',
  ]) {
    const html = `<main><article><h1>Ferries</h1>${text.repeat(3)}${note}<h2>Prices</h2>${text.repeat(3)}${note.replace('free', 'half')}${text}</article></main>`
    const markdown = extractPage({ html, url: 'https://docs.example/ferries' })?.markdown
    expect(markdown, note).toContain('Tip\n\nDogs travel free.')
    expect(markdown, note).toContain('Tip\n\nDogs travel half.')
  }
})

test('a list of which an item is kept or that a colon announces is kept whole beside kept text, cards and links are not', () => {
  const lists = (html: string): string[] => {
    const { blocks } = segment(parsePage(`<main>${html}</main>`))
    const keep = Uint8Array.from(blocks, ({ text }) => (text.includes('Text') ? 1 : 0))
    keepLists(blocks, keep, false)
    return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  }
  const around = (list: string): string => `<p>Text one</p><ul>${list}</ul><p>Text two</p>`
  expect(lists(around('<li>Text of a task</li><li>Measure</li><li><p>Publish</p></li>'))).toHaveLength(5)
  expect(lists(around('<li>Write</li><li>Measure</li>'))).toEqual(['Text one', 'Text two'])
  expect(lists(around('<li><h3>Text of a card</h3><div>Enrol now</div></li><li>Measure</li>'))).toHaveLength(3)
  expect(lists(around('<li>Text of a task</li><li><a href="/more">Measure</a></li>'))).toHaveLength(3)
  expect(lists(`<p>Text one</p><div><ul><li>Text of a task</li><li>Measure</li></ul></div><p>Text two</p>`)).toHaveLength(3)
  expect(lists('<p>Text says:</p><ul><li>Write</li><li><div><p>Measure</p></div></li></ul>')).toEqual(['Text says:', 'Write', 'Measure'])
  expect(lists('<p>Text says:</p><ul><li><a href="/a">Write on</a></li></ul>')).toEqual(['Text says:'])
  expect(lists('<p>Text says:</p><ul><li><h3>Card</h3></li></ul>')).toEqual(['Text says:'])
  expect(lists('<p>Says:</p><ul><li>Write</li></ul>')).toEqual([])
})

test('a list of statements is kept whole where two fifths of it are, and an eighth of what is said of something sold', () => {
  const said = (items: number, kept: number, around = 'main', text = 'which the keeper says of the gate'): string =>
    `<${around}><ul>${Array.from({ length: items }, (_, at) => `<li>${at < kept ? 'Text' : 'Line'} ${at}, ${text}</li>`).join('')}</ul></${around}>`
  const count = (html: string, isSold = false): number => kept(html, (blocks, keep) => keepLists(blocks, keep, isSold)).length
  expect([count(said(5, 2)), count(said(5, 1)), count(said(5, 1), true), count(said(12, 1), true)]).toEqual([5, 1, 5, 1])
  expect(count(said(5, 2, 'main', 'short')), 'of short words').toBe(2)
  expect(count(said(2, 1)), 'of two items').toBe(1)
  expect(count(said(5, 2, 'footer')), 'of the frame').toBe(2)
  expect(count(said(5, 2, 'main', '<a href="/gate">which the keeper says of the gate on every day of the year</a>')), 'of links').toBe(2)
})

test('a table right below a kept heading is kept, but one of links or of a form', () => {
  const below = (cell: string, heading = '<h3>Text of a heading</h3>'): number =>
    kept(`<p>Text one</p>${heading}<table><tr><th>Name</th><th>Period</th></tr><tr><td>Upper gate</td><td>${cell}</td></tr></table>`).length
  expect([below('1987'), below('1987', '<h3>Other</h3>'), below('1987', '<div><h3>Text of a box</h3></div>')]).toEqual([6, 1, 2])
  const links = '<table><tr><td><a href="/l">Locks</a></td><td><a href="/w">Weirs</a></td><td>more</td></tr></table>'
  expect(kept(`<h3>Text of a heading</h3>${links}`)).toHaveLength(1)
  expect(kept('<h3>Text of a heading</h3><table><tr><td>Name</td><td><form><p>Period</p></form></td></tr></table>')).toHaveLength(1)
})

test('a place that links lead to, left open, is no unit; a link around a card is', () => {
  const text = '<p>Text one, of the boats that lie at the quay.</p><p>Text two, of the barges that do not.</p>'
  expect(kept(`<a name="top"/><div><p>Left out</p></div><div>${text}</div>`)).toHaveLength(2)
  expect(kept(`<a href="/boats"><div><p>Boats</p></div><div>${text}</div></a>`)).toHaveLength(3)
})

test('a table that compares by signs is content, however few words it has', () => {
  const compared = (yes: string, around = 'main') =>
    kept(
      `<${around}><table><tr><th></th><th>Free</th><th>Pro</th></tr>${['Public', 'Private', 'Permissions'].map((name) => `<tr><th>${name}</th><td>${yes}</td><td>${yes}</td></tr>`).join('')}</table></${around}>`,
    )
  expect(compared('<svg><use href="#check"/></svg>')).toEqual(['Free', 'Pro', 'Public', 'Private', 'Permissions'])
  expect(compared('<svg><use href="#star"/></svg>')).toEqual([])
  expect(compared('<svg><use href="#check"/></svg>', 'footer')).toEqual([])
})

test('a table of values a few lines from kept text on both sides is content, and one of links, of days or in a column is not', () => {
  const table = (cell: (row: number, at: number) => string): string =>
    `<table>${[1, 2, 3, 4].map((row) => `<tr>${[1, 2, 3].map((at) => `<td>${cell(row, at)}</td>`).join('')}</tr>`).join('')}</table>`
  const among = (part: string): string[] => kept(`<p>Text one</p><p>A line</p><p>Another</p>${part}<p>A line</p><p>Text two</p>`)
  const values = table((row, at) => `boat ${row}${at}`)
  expect(among(values)).toHaveLength(14)
  expect(among(table((row, at) => `<a href="/${row}${at}">boat ${row}${at}</a>`))).toHaveLength(2)
  expect(among(table((row, at) => `${row * 7 + at}`))).toHaveLength(2)
  expect(among(`<aside>${values}</aside>`)).toHaveLength(2)
  expect(kept(`<p>Text one</p><p>A line</p>${values}`)).toEqual(['Text one'])
})

test('the post of a service between kept text is kept, another short quote is not', () => {
  const quote = (name: string): string => `<blockquote class="${name}"><p>The gates are gone.</p>— Ann (@ann)</blockquote>`
  const around = (html: string): string[] => kept(`<p>Text one</p><figure><div>${html}</div></figure><p>Text two</p>`)
  expect(around(quote('twitter-tweet'))).toEqual(['Text one', 'The gates are gone.', '— Ann (@ann)', 'Text two'])
  expect(around(quote('pull'))).toEqual(['Text one', 'Text two'])
})

test('links that a sentence leads to are kept with it, those of a menu are not', () => {
  const links = '<ul><li><a href="/online">online</a></li><li><a href="/post">by post</a></li></ul>'
  const lists = (html: string): string[] => kept(html, (blocks, keep) => keepLists(blocks, keep, false))
  expect(lists(`<div><p>Text, and you can apply:</p>${links}</div>`)).toEqual(['Text, and you can apply:', 'online', 'by post'])
  expect(lists(`<div><p>Text.</p>${links}</div>`)).toEqual(['Text.'])
  expect(lists(`<div><p>Text, and you can apply:</p></div><nav>${links}</nav>`)).toEqual(['Text, and you can apply:'])
})

test('a table right behind kept text in a box of the two is kept, though something of each row leads elsewhere', () => {
  const rows = '<tr><td><a href="/m">Mica Corp</a></td><td>6.1%</td></tr><tr><td><a href="/n">Naxos</a></td><td>5.9%</td></tr>'
  const table = `<div class="table"><table>${rows}</table></div>`
  expect(kept(`<div><details><p>Text one</p></details>${table}</div>`)).toContain('6.1%')
  expect(kept(`<div><p>Other</p>${table}</div>`)).toEqual([])
  expect(kept(`<div><p>Text one</p></div><div><div>${table}</div></div>`)).toEqual(['Text one'])
})

test('cards of goods that are a link each are kept all or none, as most of the text of them all is', () => {
  const tile = (name: string, at: number): string =>
    `<li><a href="/${at}"><h3>${name}</h3><p>£${at + 3}</p><p>In the warehouse, at your door soon</p></a></li>`
  const names = ['Text of a long name for a bag', 'Text of a bag', 'Text of a name that is long', 'Text of another that is longer']
  const page = parsePage(`<ul>${names.map(tile).join('')}</ul>`)
  const { blocks } = segment(page)
  const keep = Uint8Array.from(blocks, ({ text }) => (/Text|£/.test(text) ? 1 : 0))
  keepUnits(blocks, keep, findRecords(page, blocks))
  expect(blocks.filter(({ index, text }) => keep[index] === 1 && text.startsWith('Text'))).toHaveLength(0)
  for (const { index, text } of blocks) keep[index] = /Text|£|name/.test(text) || index < 3 ? 1 : 0
  keepUnits(blocks, keep, findRecords(page, blocks))
  expect(new Set(keep).size).toBe(1)
})
