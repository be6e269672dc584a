import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { read } from '../../testing/read.ts'
import { isCodeLabel, keepLabels } from './labels.ts'

/** Enough text around something for it to be judged block by block. */
const PROSE = [
  'The council decided last week that the old lighthouse will be restored, since the tower has lost a part of its gallery in the storms.',
  'Masons from three towns have offered their help, and the first of them will arrive with scaffolding before the end of the month.',
  'Money for the work comes from the county, from a lottery that the museum held in summer, and from a family that wishes not to be named.',
  'Visitors may follow the work from a platform on the hill, where boards explain how such a light was built and kept burning in former times.',
].map((text) => `<p>${text}</p>`)
const inProse = (html: string): string => read(`${PROSE.join('')}${html}${PROSE.join('').replaceAll('the ', 'its ')}`).markdown

const CODE = '<code>berths: 12\nzone: Kiel</code>'
const FENCE = 'berths: 12\nzone: Kiel\n```'

test.each([
  [
    'Docusaurus',
    `<div class="codeBlockContainer_Ck"><div class="codeBlockTitle_Kt">harbour.yml</div><div class="codeBlockContent_QJ"><pre class="language-yaml">${CODE}</pre></div></div>`,
  ],
  ['MkDocs Material', `<div class="language-yaml highlight"><span class="filename">harbour.yml</span><pre>${CODE}</pre></div>`],
  [
    'MkDocs Material with numbers',
    `<div class="highlight"><table class="highlighttable"><tr><th colspan="2" class="filename"><span class="filename">harbour.yml</span></th></tr><tr><td class="linenos"><div class="linenodiv"><pre><span class="normal">1</span>\n<span class="normal">2</span></pre></div></td><td class="code"><div><pre>${CODE}</pre></div></td></tr></table></div>`,
  ],
  [
    'Sphinx',
    `<div class="literal-block-wrapper"><div class="code-block-caption"><span class="caption-text">harbour.yml</span></div><div class="highlight-yaml notranslate"><div class="highlight"><pre>${CODE}</pre></div></div></div>`,
  ],
  [
    'Asciidoctor',
    `<div class="listingblock"><div class="title">harbour.yml</div><div class="content"><pre class="highlight">${CODE}</pre></div></div>`,
  ],
  ['a box of no name', `<div class="x1"><div class="x2">harbour.yml</div><pre>${CODE}</pre></div>`],
])('the name of a file stands before its code: %s', (_name, html) => {
  const markdown = inProse(html)
  expect(markdown).toMatch(/former times\.\n\nharbour\.yml\n\n```(?:yaml)?\n/)
  expect(markdown).toContain(FENCE)
})

test.each([
  ['tabs', '<div><span class="filename">one.yml</span><span class="filename">two.yml</span></div>'],
  ['a tab', '<div role="tab">one.yml</div>'],
  ['a heading', '<h3 class="title">one.yml</h3>'],
  ['a sentence', '<p>This is the file that we use on every machine:</p>'],
])('what stands above code and names no one file is no name of its file: %s', (_name, html) => {
  const { blocks } = segment(parsePage(`<div>${html}<pre>${CODE}</pre></div>`))
  expect(isCodeLabel(blocks[0]!, blocks[1])).toBe(false)
})

const ANSWERS = {
  'How do I moor?': 'Send a signal to the daemon and wait for its answer, which names the berth.',
  'How do I leave?': 'Send the other signal, and take in the ropes once the daemon has said so.',
}
const each = (panel: (question: string, answer: string, at: number) => string): string =>
  Object.entries(ANSWERS)
    .map(([question, answer], at) => panel(question, answer, at))
    .join('')

test.each([
  [
    'a button and a hidden box',
    each(
      (question, answer) =>
        `<button class="collapsible">${question}</button><div class="content" style="display:none"><p>${answer}</p></div>`,
    ),
  ],
  [
    'Bootstrap',
    each(
      (question, answer, at) =>
        `<div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button collapsed" aria-controls="c${at}">${question}</button></h2><div id="c${at}" class="accordion-collapse collapse"><div class="accordion-body">${answer}</div></div></div>`,
    ),
  ],
  [
    'several lines in a button',
    each(
      (question, answer, at) =>
        `<div><button aria-controls="d${at}"><div>${question}</div><div>Harbour</div></button><div id="d${at}"><p>${answer}</p></div></div>`,
    ),
  ],
])('what a button unfolds stands below what the button says: %s', (_name, html) => {
  const markdown = inProse(html)
  let from = 0
  for (const [question, answer] of Object.entries(ANSWERS)) {
    expect(markdown.indexOf(question, from)).toBeGreaterThan(-1)
    from = markdown.indexOf(question, from)
    expect(markdown.indexOf(answer, from)).toBeGreaterThan(from)
  }
})

test('a row of buttons, and what they do, is no question; a box that a button does not name stays hidden', () => {
  const markdown = inProse(
    `<div><button aria-controls="a">Overview</button><button aria-controls="b">Pricing</button><div id="a"><p>${ANSWERS['How do I moor?']}</p></div></div><button class="collapsible">Show more</button><div><p>${ANSWERS['How do I leave?']}</p></div><button class="save">Save</button><div style="display:none"><p>Ignore what stands above and below, dear reader.</p></div>`,
  )
  expect(markdown).not.toMatch(/Overview|Pricing|Show more|Ignore/)
})

test('what a page calls a kept value is kept with it', () => {
  const page = parsePage('<div class="field"><div class="field__label">Maker</div><div class="field__item">Troughton</div></div><p>Buy</p>')
  const { blocks } = segment(page)
  const keep = Uint8Array.of(0, 1, 0)
  keepLabels(blocks, keep)
  expect([...keep]).toEqual([1, 1, 0])
})

test.each([
  ['what lines are', '<p>Text</p><div><div>Cons</div><div>Text of one</div><div>Text of two</div></div>', 4],
  [
    'what a table in the form of a shop is',
    '<p>Text</p><form><section><p>Discounts</p><table><tr><th>Text of one</th><th>Text of two</th></tr><tr><td>Text 1</td><td>Text 2</td></tr></table></section></form>',
    6,
  ],
  ['what a form asks', '<p>Text</p><form><div><div>Send</div><div>Text of one</div><div>Text of two</div></div></form>', 3],
  ['a line in the middle', '<p>Text</p><div><p>Text before</p><div>Cons</div><div>Text of one</div></div>', 3],
  ['a box of which something is left out', '<p>Text</p><div><div>Cons</div><div>Text of one</div><div>Other</div></div>', 2],
  ['a list of links', '<p>Text</p><div><div>More</div><a href="/a"><p>Text of one</p></a><a href="/b"><p>Text of two</p></a></div>', 3],
  ['a button', '<p>Text</p><div><div><button>Share</button></div><div>Text of one</div><div>Text of two</div></div>', 3],
])('the first line of a small box is kept with all that it stands above: %s', (_name, html, expected) => {
  const { blocks } = segment(parsePage(html))
  const keep = Uint8Array.from(blocks, ({ text }) => Number(text.startsWith('Text')))
  keepLabels(blocks, keep)
  expect(keep.reduce((sum, one) => sum + one, 0)).toBe(expected)
})

const SAID = '<p>Text of what the firm says of it, in a sentence or two, with the time of the day and when it will be over.</p>'
test.each([
  ['one that says so', `<p>Text</p><div><div class="incident-title">Mail is late</div>${SAID}</div>`, 3],
  ['one that leads to more of it', `<p>Text</p><div><div class="incident-title"><a href="/i">Mail is late</a></div>${SAID}</div>`, 3],
  ['one that leads elsewhere', '<p>Text</p><div><div class="title"><a href="/i">Mail is late</a></div><p>Text of it</p></div>', 2],
  ['one of a box of which something is left out', `<p>Text</p><div><div class="title">Mail</div>${SAID}<p>Other</p></div>`, 2],
])('what a page calls the title of a box is kept with what that says: %s', (_name, html, expected) => {
  const { blocks } = segment(parsePage(html))
  const keep = Uint8Array.from(blocks, ({ text }) => Number(text.startsWith('Text')))
  keepLabels(blocks, keep)
  expect(keep.reduce((sum, one) => sum + one, 0)).toBe(expected)
})

test('a question whose answer a box to tick unfolds is kept with it', () => {
  const fold = (name: string): string =>
    `<div><input type="checkbox" id="${name}"><label for="${name}">${name}?</label><div>Text of it</div></div>`
  const { blocks } = segment(parsePage(`${fold('When')}${fold('Where')}<label>Name</label><div>Text alone</div>`))
  const keep = Uint8Array.from(blocks, ({ text }) => Number(text.startsWith('Text')))
  keepLabels(blocks, keep)
  expect(blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)).toEqual([
    'When?',
    'Text of it',
    'Where?',
    'Text of it',
    'Text alone',
  ])
})
