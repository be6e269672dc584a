import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { findRecords } from '../../records/find.ts'
import { read } from '../../testing/read.ts'
import { keepBetween, keepFormulas, keepLead, keepSpecifications } from './belongs.ts'

/** Texts that are kept when `first` are kept at first. */
function kept(
  html: string,
  change: (page: ReturnType<typeof parsePage>, blocks: ReturnType<typeof segment>['blocks'], keep: Uint8Array) => void,
  first: RegExp,
): string[] {
  const page = parsePage(html)
  const { blocks } = segment(page)
  const keep = Uint8Array.from(blocks, ({ text }) => (first.test(text) ? 1 : 0))
  change(page, blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test('the sentence right below the title is kept with the text that follows it; a way, a label and a second title are not', () => {
  const led = (html: string) => kept(html, (_, blocks, keep) => keepLead(blocks, keep), /^Text/)
  const lead = 'Forty boats on the day on which you need them.'
  expect(led(`<section><h1>Boats</h1><p>${lead}</p></section><h2>Why</h2><p>Text</p>`)).toEqual([lead, 'Text'])
  const introduction = `${lead} ${'They lie in nine harbours between here and the cape. '.repeat(4)}`.trim()
  expect(led(`<section><h1>Boats</h1><p>${introduction}</p></section><h2>Why</h2><p>Text</p>`)).toEqual([introduction, 'Text'])
  for (const html of [
    `<h1>Boats</h1><p><a href="/a">${lead}</a></p><p>Text</p>`,
    '<h1>Boats</h1><p>Harbours, Rivers and Canals of the North</p><p>Text</p>',
    `<h1>Boats</h1><p>${lead}</p><h1>Text</h1>`,
    `<h1>Boats</h1><p>${lead}</p>${'<p>More</p>'.repeat(5)}<p>Text</p>`,
    `<div><h1>Boats</h1></div><p>${lead}</p><p>Text</p>`,
  ])
    expect(led(html), html).toEqual(['Text'])
})

test('a table of a product is kept whole though its cells are doubted, one that the scorer rules out is not, nor is a menu', () => {
  const table = '<table><tr><th>Model</th><td>B12</td></tr><tr><th>Wood</th><td>Oak</td></tr></table>'
  const specified = (html: string, thought: number) =>
    kept(
      html,
      (page, blocks, keep) => keepSpecifications(blocks, new Float32Array(blocks.length).fill(thought), findRecords(page, blocks), keep),
      /^Text/,
    )
  expect(specified(`<p>Text</p><div class="tab-pane">${table}</div>`, 0.25)).toEqual(['Text', 'Model', 'B12', 'Wood', 'Oak'])
  expect(specified('<p>Text</p><dl><dt>Wood</dt><dd>Oak</dd></dl>', 0.25)).toEqual(['Text', 'Wood', 'Oak'])
  expect(specified(`<p>Text</p>${table}`, 0.1)).toEqual(['Text'])
  expect(specified(`<p>Text</p><footer>${table}</footer>`, 0.25)).toEqual(['Text'])
  const pairs = (...rows: [string, string][]): string =>
    `<div class="list">${rows.map(([name, value]) => `<div class="row"><div class="n">${name}</div><div class="v">${value}</div></div>`).join('')}</div>`
  const rows: [string, string][] = [
    ['Model', 'B12'],
    ['Wood', 'Oak'],
    ['Weight', '4 kg'],
  ]
  expect(specified(`<p>Text</p>${pairs(...rows)}`, 0.25)).toEqual(['Text', ...rows.flat()])
  expect(specified(`<p>Text</p>${pairs(...rows)}${pairs(...rows)}`, 0.25)).toEqual(['Text', ...rows.flat()])
  expect(specified(`<p>Text</p>${pairs(['Oak chair', '£90'], ['Ash chair', '£80'], ['Elm chair', '£70'])}`, 0.25)).toEqual(['Text'])
  expect(specified(`<p>Text</p>${pairs(['80%', '(12)'], ['15%', '(4)'], ['5%', '(1)'])}`, 0.25)).toEqual(['Text'])
})

test.each([
  '<img class="avatar" src="/u/ann.png" alt="Ann">',
  '<img src="https://forum.example/user_avatar/ann/48/1.png" alt="">',
  '<img src="/images/statusicon/old.gif" alt="Old">',
  '<img src="/x.png" width="16" height="16" alt="link">',
  '<img src="https://www.gravatar.com/avatar/abc?s=48" alt="">',
])('a sign or somebody’s picture is no picture of the text: %s', (image) => {
  expect(read(`<p>Before ${image} after, as the harbour master told the paper on Tuesday.</p>`).all('image')).toEqual([])
})

test('pictures of the text stay, whatever their size is called', () => {
  expect(
    read('<p>Before <img src="/pictures/iconic-quay.jpg" width="640" height="32" alt="Quay"> after, as the master told.</p>').all('image'),
  ).toHaveLength(1)
})

test('the author of a page is not who is quoted on it', () => {
  const prose =
    '<p>The harbour authority rents berths by the day, the month and the year, with water and power at each of them and a crane.</p>'
  const html = `<title>Berths</title><main><h1>Berths</h1>${prose.repeat(4)}<div class="testimonial"><p>Best berths of all.</p><span class="author">Peter Quint</span></div>
<blockquote><p>Come again.</p><span class="author-name">Flora Miles</span></blockquote></main>`
  expect(extractPage({ html, url: 'https://harbour.example/berths' })?.byline).toBeNull()
})

const PROSE = 'The council voted seven to two on Tuesday night to close the bridge over the lower lock for eighteen months.'

test('a sentence between paragraphs in their box is kept with them, one elsewhere is not', () => {
  const between = (html: string) => kept(html, (_, blocks, keep) => keepBetween(blocks, keep), /^The council/)
  expect(between(`<p>${PROSE}</p><div>The deadline is March 3, 2026.</div><p>${PROSE}</p>`)).toHaveLength(3)
  expect(between(`<p>${PROSE}</p><address>12 Dock Road, Northport. Phone 555 1234.</address><p>${PROSE}</p>`)).toHaveLength(3)
  const long = `<p>Residents may ask for a pass until then. ${'Each pass holds for one year and one boat, whoever steers it. '.repeat(6)}</p>`
  expect(between(`<p>${PROSE}</p>${long}<p>${PROSE}</p>`)).toHaveLength(3)
  expect(between(`<p>${PROSE}</p><div><div>The deadline is March 3, 2026.</div></div><p>${PROSE}</p>`)).toHaveLength(2)
  expect(between(`<p>${PROSE}</p><div><a href="/a">The other bridge is closed too.</a></div><p>${PROSE}</p>`)).toHaveLength(2)
  expect(between(`<p>${PROSE}</p><div>Advertisement</div><p>${PROSE}</p>`)).toHaveLength(2)
  expect(between(`<p>${PROSE}</p><div>Advertisement. Scroll to go on.</div><p>${PROSE}</p>`)).toHaveLength(2)
})

test.each([
  ['an address', '<address>Office<br>1 Main St<br>Town</address>', 3],
  ['what a reader folds', '<details class="toggle" open><summary>More</summary><p>All of it</p></details>', 4],
  ['a quote', '<blockquote><p>Stay away <a href="https://t.example/a">pic</a></p>— Ann Lee, May 1, 2020</blockquote>', 4],
  ['terms', '<dl><dt>-f, --force</dt><dd>Overwrites the file</dd></dl>', 4],
  ['a quote that is links alone', '<blockquote><a href="/a">The other bridge is closed too</a></blockquote>', 2],
  ['what stands in another box', '<div><address>1 Main St</address></div>', 2],
])('of what stands between paragraphs is kept what its tag makes a part of the text: %s', (_name, html, expected) => {
  expect(kept(`<p>${PROSE}</p>${html}<p>${PROSE}</p>`, (_, blocks, keep) => keepBetween(blocks, keep), /^The council/)).toHaveLength(
    expected,
  )
})

test.each(['* * *', '***', '•', '⁂', '—', '~~~'])('signs that part two sections are kept between their paragraphs: %s', (signs) => {
  const prose = `Text ${'of the quay, '.repeat(12)}`
  const parted = (html: string) => kept(html, (_, blocks, keep) => keepBetween(blocks, keep), /^Text/)
  expect(parted(`<div><p>${prose}</p><p>${signs}</p><p>${prose}</p></div>`)).toContain(signs)
  expect(parted(`<div><p>${prose}</p><p>12</p><div><p>${signs}</p></div><p>${prose}</p></div>`)).toHaveLength(2)
})

test('a sentence between kept paragraphs is kept in scripts without spaces too, a name is not', () => {
  const between = (line: string) =>
    kept(`<p>${PROSE}</p><p>${line}</p><p>${PROSE}</p>`, (_, blocks, keep) => keepBetween(blocks, keep), /^The council/)
  for (const line of ['可以看到门在七点打开。', '水門は朝七時に開きます。']) expect(between(line), line).toHaveLength(3)
  for (const line of ['水野 晴香', '广告']) expect(between(line), line).toHaveLength(2)
})

test('formulas that a script draws are kept between kept text with their numbers, sums of money are not', () => {
  const row = (tex: string): string => `<div><div><span class="mathjax-tex">${tex}</span></div><div>(1)</div></div>`
  const between = (html: string): string[] => {
    const { blocks } = segment(parsePage(`<p>Text one</p>${html}<p>Text two</p>`))
    const keep = Uint8Array.from(blocks, ({ text }) => (text.startsWith('Text') ? 1 : 0))
    keepFormulas(blocks, keep)
    return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  }
  for (const tex of ['$$S=\\sum_{i}d_{i}$$', '\\[S=\\sum_{i}d_{i}\\]'])
    expect(between(row(tex))).toEqual(['Text one', tex, '(1)', 'Text two'])
  expect(between(row('$$ to $$$'))).toEqual(['Text one', 'Text two'])
})

test('a paragraph that leads somewhere is kept between kept paragraphs in their box, a link alone is not', () => {
  const html = `<div><p>${PROSE}</p><p>See the <a href="/plan">plan of the works</a> for more</p><p><a href="/a">All news</a></p><p>${PROSE}</p></div>`
  const { blocks } = segment(parsePage(html))
  const keep = Uint8Array.from(blocks, ({ text }) => (text === PROSE ? 1 : 0))
  keepBetween(blocks, keep)
  expect([...keep]).toEqual([1, 1, 0, 1])
})
