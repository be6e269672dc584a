import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { parsePage } from '../page/parse.ts'
import { all, text } from '../testing/gfm.ts'
import { read } from '../testing/read.ts'
import { isTaskBox } from './items.ts'

const list = (html: string) => read(html).all('list')

test('nested lists stay nested', () => {
  const lists = list('<ul><li>Ships<ul><li>Ferries<ul><li>Small</li></ul></li><li>Barges</li></ul></li><li>Boats</li></ul>')
  expect(lists).toHaveLength(3)
  expect(lists.map((found) => found.children!.length)).toEqual([2, 2, 1])
})

test('a list directly inside a list belongs to the item before it', () => {
  const lists = list('<ul><li>Ships</li><ul><li>Ferries</li></ul><li>Boats</li></ul>')
  expect(lists).toHaveLength(2)
  expect(all(lists[0]!.children![0]!, 'list')).toHaveLength(1)
})

test('an ordered list keeps its start', () => {
  const [found] = list('<ol start="4"><li>Fourth step</li><li>Fifth step</li></ol>')
  expect(found).toMatchObject({ ordered: true, start: 4 })
})

test.each([
  ['from 3 down', 'reversed', '', [3, 2, 1]],
  ['from 9 down', 'reversed start="9"', '', [9, 8, 7]],
  ['anew from a value', '', 'value="7"', [1, 7, 8]],
  ['from nought', 'start="0"', '', [0, 1, 2]],
  ['from 1 where Markdown has no such numbers', 'start="-4"', '', [1, 2, 3]],
])('an ordered list counts as a browser shows it: %s', (_name, attributes, second, numbers) => {
  const { markdown } = read(`<ol ${attributes}><li>Gold for the ferry</li><li ${second}>Silver for the tug</li><li>Bronze for us</li></ol>`)
  expect(markdown.match(/^\d+(?=\. (?:Gold|Silver|Bronze))/gm)).toEqual(numbers.map(String))
})

test.each([
  ['its own', 'style="list-style: decimal inside"', ''],
  ['that of its items', '', 'style="list-style-type: decimal;"'],
])('a list is numbered by its style: %s', (_name, own, ofItem) => {
  expect(read(`<ul ${own}><li ${ofItem}>Check the lines</li><li ${ofItem}>Call the tower</li></ul>`).markdown).toContain(
    '1. Check the lines\n2. Call the tower',
  )
})

test('an empty item keeps its place, one that waits for a script does not', () => {
  expect(read('<ol><li>Gold for the ferry</li><li></li><li>Bronze for us</li></ol>').markdown).toContain(
    '1. Gold for the ferry\n2.\n3. Bronze',
  )
  expect(read('<ul><li>Gold for the ferry</li><li class="ad"></li><li>Bronze</li></ul>').markdown).toContain(
    '- Gold for the ferry\n- Bronze',
  )
})

test('an ordered list inside a bullet keeps its numbers and place', () => {
  const lists = list('<ul><li>Before leaving<ol><li>Check the lines</li><li>Call the tower</li></ol></li></ul>')
  expect(lists.map((found) => found.ordered)).toEqual([false, true])
  expect(all(lists[0]!.children![0]!, 'list')).toHaveLength(1)
})

test('two paragraphs stay in one item', () => {
  const [found] = list('<ul><li><p>First thought.</p><p>Second thought.</p></li><li><p>Another item.</p></li></ul>')
  expect(found!.children).toHaveLength(2)
  expect(all(found!.children![0]!, 'paragraph').map(text)).toEqual(['First thought.', 'Second thought.'])
})

test('task boxes are kept with their state', () => {
  const [found] = list('<ul><li><input type="checkbox" checked disabled> Dredge</li><li><input type="checkbox" disabled> Paint</li></ul>')
  expect(found!.children!.map((item) => [item.checked, text(item)])).toEqual([
    [true, 'Dredge'],
    [false, 'Paint'],
  ])
})

test('definition lists keep term and text apart', () => {
  const { tree } = read(
    '<dl><dt>Fetch</dt><dd>The distance that wind blows over open water.</dd><dt>Lee</dt><dd>The side sheltered from the wind.</dd></dl>',
  )
  const lines = tree.children!.map(text)
  for (const line of ['Fetch', 'The distance that wind blows over open water.', 'Lee', 'The side sheltered from the wind.'])
    expect(lines).toContain(line)
})

test('two lists in a row stay two lists', () => {
  expect(list('<ul><li>One fish</li></ul><ul><li>Two fish</li></ul>')).toHaveLength(2)
})

test('text that calls itself a heading keeps its paragraphs', () => {
  const said = (inner: string) => read(`<div role="heading" aria-level="3">${inner}</div>`)
  for (const name of ['The old pier', '<p>The old pier</p>']) expect(said(name).markdown).toContain('### The old pier')
  const { markdown } = said('<p>The old pier was built of oak.</p><p>It stood for ninety years, and then it fell.</p>')
  expect(markdown).toContain('\n\nThe old pier was built of oak.\n\nIt stood for ninety years')
})

test('the box that folds a post is no task', () => {
  const post = (name: string, words: string) =>
    `<li class="comment"><input type="checkbox"><div><div class="byline"><a href="/~${name}">${name}</a> <time datetime="2024-08-12T11:00:00Z">1 year ago</time></div><div class="text"><p>${words}</p></div></div></li>`
  const { markdown } = read(
    `<ol class="comments">${post('ann', 'The foundations are sound, the engineers say, and so the wall will stand.')}${post('bo', 'Granite is dear this year, though, and the barges are small and slow.')}${post('cy', 'We should ask the quarry again before the winter comes to the bay.')}</ol>`,
  )
  expect(markdown).toContain('foundations are sound')
  expect(markdown).not.toContain('[ ]')
})

test('the number of a reference stands apart from it', () => {
  const reference = (number: number) =>
    `<li><span class="label">${number}.</span><cite>Smith J. Tides of the north. J Tide. 2020.</cite></li>`
  expect(read(`<ul>${reference(1)}${reference(2)}</ul>`).markdown).toMatch(/- 1\\?\. \*Smith J\..*\n- 2\\?\. \*Smith/)
})

test('a box to compare things is no task', () => {
  const item = (name: string) =>
    `<li class="product"><label class="compare"><input type="checkbox"> Compare</label><h3><a href="/${name}">${name}</a></h3><span class="price">$9.90</span></li>`
  const html = `<html lang="en"><head><title>Boats</title></head><body><main><h1>Boats</h1><ul class="products">${['Dory', 'Punt', 'Yawl', 'Skiff', 'Wherry'].map(item).join('')}</ul></main></body></html>`
  const { markdown } = extractPage({ html, url: 'https://boats.example/' })!
  expect(markdown).toContain('[Dory](https://boats.example/Dory)')
  expect(markdown).not.toMatch(/\[ \]/)
})

test('a box is no task where what stands beside it in its own box is left out', () => {
  const page = parsePage('<ul><li><div><input type="checkbox" id="a"><label for="a">Compare</label></div><p>Dory</p></li></ul>')
  const [item, box, beside] = ['li', 'input', 'div'].map((tag) => page.all.find((at) => at.tag === tag)!)
  const live = new Uint8Array(page.elements).fill(1)
  expect(isTaskBox(box!, item!, live)).toBe(true)
  live[beside!.id] = 0
  expect(isTaskBox(box!, item!, live)).toBe(false)
})

test('several items without anything are no list', () => {
  expect(read('<ul class="menu"><li></li><li></li><li></li></ul>').markdown).not.toMatch(/^- *$/m)
})

test('what is marked twice in the same way is marked once', () => {
  expect(read('<p><b><strong>Supervised</strong></b>, <i><em>as it were</em></i>.</p>').markdown).toContain('**Supervised**, *as it were*.')
})

test('the sign of an item that a page writes as text is no part of the item', () => {
  const item = (text: string) => `<li style="list-style-type:none"><span class="tag">•</span> <div><p>${text}</p></div></li>`
  expect(read(`<ul>${item('Rye is patient.')}${item('Brioche is not.')}</ul>`).markdown).toMatch(
    /^- Rye is patient\.\n+- Brioche is not\.$/m,
  )
})

test('a list in a list without an item of its own has one sign before each item', () => {
  const nothingElse = [
    '<ul><ul><li>Ships</li><li>Boats</li></ul></ul>',
    '<ul><li><div><ul><li>Ships</li><li>Boats</li></ul></div></li></ul>',
  ]
  for (const html of nothingElse) expect(read(html).markdown, html).toContain('\n\n- Ships\n- Boats\n\n')
  const boxed = (name: string) => `<li><div><ul><li>${name}</li></ul></div></li>`
  expect(read(`<ul>${boxed('Ships')}${boxed('Boats')}</ul>`).markdown).toContain('- Ships\n- Boats\n')
  expect(read('<ul><li><ul><li>Ships</li><li>Boats</li></ul></li></ul>').markdown).toContain('\n- Ships\n- Boats\n')
  expect(read('<ul><li><ul><li>Ships</li></ul></li></ul>').markdown).toContain('- - Ships\n')
  expect(read('<ul><li>Ships</li><li><ul><li>Ferries</li></ul></li><li>Boats</li></ul>').markdown).toContain(
    '- Ships\n  - Ferries\n- Boats\n',
  )
})

test('a list of terms that are links and nothing else is a list of them, those below others within', () => {
  const entry = (name: string): string => `<dt><span><a href="/${name}">${name}</a></span></dt>`
  expect(read(`<dl>${entry('One')}${entry('Two')}<dd><dl>${entry('Part')}</dl></dd>${entry('Three')}</dl>`).markdown).toContain(
    '- [One](https://harbour.example/One)\n- [Two](https://harbour.example/Two)\n  - [Part](https://harbour.example/Part)\n- [Three](https://harbour.example/Three)',
  )
  expect(read(`<dl>${entry('One')}<dd>It is the first.</dd>${entry('Two')}<dd>It is not.</dd></dl>`).markdown).toContain('It is the first.')
})

const LAMPS = '<h3>Lamps</h3><p>Of brass.</p>'
const ROPES = '<h3>Ropes</h3><p>Of hemp.</p>'
test.each([
  ['an item', `<div>${LAMPS}</div><div>${ROPES}</div>`, '- ### Lamps\n  Of brass.\n- ### Ropes\n  Of hemp.'],
  ['a part of a page', `<article>${LAMPS}</article><section>${ROPES}</section>`, '- ### Lamps\n  Of brass.\n- ### Ropes\n  Of hemp.'],
  ['around items', '<div><li>Lamps</li><li>Ropes</li></div><div><li>Oars</li></div>', '- Lamps\n- Ropes\n- Oars'],
  [
    'a link around an item',
    '<a href="/l"><li>Lamps</li></a><a href="/r"><li>Ropes</li></a>',
    '- [Lamps](https://harbour.example/l)\n- [Ropes](https://harbour.example/r)',
  ],
  ['with a list in it', '<div><b>Lamps</b><ul><li>Of brass</li><li>Of tin</li></ul></div>', '- **Lamps**\n  - Of brass\n  - Of tin'],
  ['beside items', '<li>Oars</li><div><p>Lamps</p></div><li>Ropes</li>', '- Oars\n- Lamps\n- Ropes'],
  ['around nothing', '<div></div><li>Lamps</li><div> </div><li>Ropes</li>', '- Lamps\n- Ropes'],
])('a box that a page puts into a list is one item: %s', (_, boxes, list) => {
  expect(read(`<ul>${boxes}</ul>`).markdown).toContain(`\n\n${list}\n\n`)
})

test('cards in boxes of a list are its items', () => {
  const card = (name: string, price: number): string =>
    `<div class="card"><img src="/${name}.jpg" alt=""><h3><a href="/${name}">${name}</a></h3><p>Fine for boats</p><span>£${price}.50</span></div>`
  const { markdown } = read(`<ul>${['Lamps', 'Chairs', 'Ropes', 'Oars'].map(card).join('')}</ul>`)
  expect(markdown).toMatch(/^- !\[\]\(\S+\)\\\n {2}\*\*\[Lamps\]/m)
  expect(markdown).not.toContain('- - ')
})
