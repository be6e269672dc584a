import fc from 'fast-check'
import { expect, test } from 'vitest'
import { destination } from './body/destination.ts'
import { readDocument } from './document.ts'
import { extractPage } from './extract.ts'
import { countTokens, isSelector, plainText, takePart, toBlocks } from './view.ts'

const PAGE = `<title>Tides</title><main><h1>Tides</h1><div class="intro"><p>The tide <a href="/turns">turns</a> twice.</p></div>
<section id="north"><h2>North</h2><p>Late. <img src="/n.png" alt="Map"></p><div class="intro"><p>Inner</p></div></section></main><aside class="intro"><p>Elsewhere <a href="/else"><code>x</code></a></p></aside>`
const read = (options: { selector?: string; images?: boolean }) => readDocument(PAGE, 'https://tide.example/', options)

test('a selector takes all of what it names, once and in order, and nothing else', () => {
  expect(read({ selector: '#north, .intro' })).toMatchObject({
    ok: true,
    document: {
      markdown:
        'The tide [turns](https://tide.example/turns) twice.\n\n## North\n\nLate. ![Map](https://tide.example/n.png)\n\nInner\n\nElsewhere [`x`](https://tide.example/else)',
    },
  })
  expect(read({ selector: 'section > p' })).toMatchObject({ document: { markdown: 'Late. ![Map](https://tide.example/n.png)', links: [] } })
  expect(read({ selector: '.nowhere' })).toEqual({ ok: false, reason: 'nothing_selected' })
})

test.each([
  ['main article', true],
  ['a[href^="/x"]:not(.y) > li:nth-child(2)', true],
  ['', false],
  ['a[', false],
  ['>>', false],
  [':nonsense', false],
])('%j is a selector: %s', (text, expected) => {
  expect(isSelector(text)).toBe(expected)
})

const PARTS = `<main><table><tr><th>x</th><th>y</th></tr><tr class=r><td>1</td><td>2</td></tr><tr class=r><td>3</td><td>4</td></tr></table>
<ul><li>a</li><li>b</li></ul><ol start=5><li id=five>five</li></ol><pre class="language-js"><code><span class=l>let a = 1</span>\n<span class=l>  let b</span></code></pre><p><b>One</b> <i>two</i></p></main>`

test.each([
  ['table > tbody > tr:nth-child(1)', '| x | y |\n| --- | --- |'],
  ['tr.r', '| 1 | 2 |\n| --- | --- |\n| 3 | 4 |'],
  ['tbody', '| x | y |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |'],
  ['li', '- a\n- b\n\n- five'],
  ['.l', '```js\nlet a = 1\n  let b\n```'],
  ['code', '```js\nlet a = 1\n  let b\n```'],
  ['b, i', '**One**\n\n*two*'],
])('what %s names keeps its form', (selector, markdown) => {
  expect(readDocument(PARTS, 'https://tide.example/', { selector })).toMatchObject({ ok: true, document: { markdown } })
})

test('the root of the page is all of it', () => {
  const [all, body] = ['html', 'body'].map((selector) => readDocument(PARTS, 'https://tide.example/', { selector }))
  expect(all).toEqual(body)
  expect(readDocument(PARTS, 'https://tide.example/', { selector: ':root' })).toEqual(body)
})

test('pictures can be left out, and links are listed', () => {
  const result = read({ selector: 'main, aside', images: false })
  expect(result).toMatchObject({
    document: {
      links: [
        { text: 'turns', url: 'https://tide.example/turns' },
        { text: 'x', url: 'https://tide.example/else' },
      ],
    },
  })
  expect(result.ok && result.document.markdown).not.toContain('![')
})

const CODE = Array.from({ length: 200 }, (_, line) => `const line${line} = '\u00e9'`).join('\n')
const LONG = `# One\n\n${'A sentence with some words. '.repeat(60).trim()}\n\n\`\`\`js\n${CODE}\n\`\`\`\n\n- item\n- item\n\nEnd.`

function parts(markdown: string, maxTokens: number): string[] {
  const found: string[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const { markdown: part, nextOffset } = takePart(markdown, offset, maxTokens)
    expect(countTokens(part)).toBeLessThanOrEqual(maxTokens)
    expect(nextOffset ?? Number.POSITIVE_INFINITY).toBeGreaterThan(offset)
    found.push(part)
    offset = nextOffset
  }
  return found
}

test('the parts of a page are all of it, each within its tokens, and code stays code', () => {
  const words = (text: string): string[] => plainText(text).split(/\s+/).filter(Boolean)
  const all = parts(LONG, 150)
  expect(all.length).toBeGreaterThan(5)
  expect(all.flatMap(words)).toEqual(words(LONG))
  for (const part of all) expect(part.match(/^```/gm)?.length ?? 0).toSatisfy((count: number) => count % 2 === 0)
  expect(takePart(LONG, 0, 250_000)).toEqual({ markdown: LONG, nextOffset: null, within: null })
  expect(takePart(LONG, 1_000_000, 100)).toEqual({ markdown: '', nextOffset: null, within: null })
})

const whole = (markdown: string, maxTokens: number) => {
  const found = []
  for (let offset: number | null = 0; offset !== null; offset = found.at(-1)!.nextOffset) found.push(takePart(markdown, offset, maxTokens))
  return found
}

test('a block that fits into a part is never cut, and such parts are the whole when they are put together', () => {
  const table = `| a | b |\n| --- | --- |\n${'| one cell | another |\n'.repeat(9).trim()}`
  const code = `\`\`\`js\n${'let a = 1\n\n'.repeat(12)}\`\`\``
  const linked = `${'Some words before it. '.repeat(10)}[a text of a link](https://e.example/${'x'.repeat(80)})`
  const markdown = Array.from({ length: 9 }, (_, at) =>
    [`## ${at}`, table, code, linked, `- item\n\n  ${code.replaceAll('\n', '\n  ')}`].join('\n\n'),
  ).join('\n\n')
  for (const tokens of [120, 150, 260, 700]) {
    const found = whole(markdown, tokens)
    expect(found.map(({ within }) => within).filter(Boolean), String(tokens)).toEqual([])
    expect(found.map((part) => part.markdown).join('')).toBe(markdown)
  }
})

test('a heading is in the part of what it is the heading of', () => {
  const section = (at: number) => `## ${at}\n\n### Of ${at}\n\n${'Words of the section. '.repeat(2 + (at % 5)).trim()}`
  const markdown = Array.from({ length: 30 }, (_, at) => section(at)).join('\n\n')
  for (const tokens of [100, 120, 150]) {
    const found = whole(markdown, tokens).map((part) => part.markdown)
    expect(found.length).toBeGreaterThan(3)
    expect(found.join('')).toBe(markdown)
    for (const part of found) expect(part).not.toMatch(/(?:^|\n)#+ [^\n]*\n*$/)
  }
  // Nothing else is left of this one.
  expect(whole(`${'#'.repeat(2)} ${'long '.repeat(70)}\n\n${'Words. '.repeat(50)}`, 100)[0]!.within).toBe(null)
})

test('a block that is longer than a part goes on as what it is, and the part says so', () => {
  const rows = Array.from({ length: 60 }, (_, row) => `| ${row} | value of ${row} |`).join('\n')
  const table = whole(`| n | v |\n| --- | :-: |\n${rows}`, 100)
  expect(table.slice(0, -1).every(({ within }) => within === 'table')).toBe(true)
  for (const { markdown } of table) expect(markdown).toMatch(/^\| n \| v \|\n\| --- \| :-: \|\n(?:\| \d+ \| value of \d+ \|(?:\n|$))+$/)
  for (let before = 60; before < 80; before += 1) {
    const [first, second] = whole(`${'word '.repeat(before).trim()}\n\n| n | v |\n| --- | :-: |\n${rows}`, 100)
    expect(first!.markdown, `${before} words`).toMatch(/(?:word\n\n|\|\n)$/)
    expect(second!.markdown, `${before} words`).toMatch(/^\| n \| v \|\n\| --- \| :-: \|\n\| \d+ \| value/)
  }
  const code = Array.from({ length: 40 }, (_, line) => `line ${line} of the code`).join('\n    ')
  const nested = whole(`- one\n  - two\n    \`\`\`py\n    ${code}\n    \`\`\`\n    behind\n  - three`, 100)
  for (const { markdown } of nested.slice(1, -1)) expect(markdown).toMatch(/^- - ```py\n(?: {4}line \d+ of the code\n)+ {4}```$/)
  expect(nested.at(-1)!.markdown).toMatch(/ {4}```\n {4}behind\n {2}- three$/)
  const quoted = whole(`> - \`\`\`py\n>   ${code.replaceAll('\n    ', '\n>   ')}\n>   \`\`\``, 100)
  for (const { markdown } of quoted.slice(1)) expect(markdown).toMatch(/^> - ```py\n(?:> {3}line \d+ of the code\n)+> {3}```$/)
})

test('no part ends with a break that would be a back slash, nor within the first line of code', () => {
  const broken = whole(`- ${Array.from({ length: 60 }, (_, at) => `line ${at} of an item`).join('\\\n  ')}`, 100)
  for (const { markdown } of broken) expect(markdown.trimEnd()).not.toMatch(/\\$/)
  const [first, second] = whole(`${'words '.repeat(64).trim()}\n\n\`\`\`python\n${'x = 1\n'.repeat(90)}\`\`\``, 100)
  expect(first).toMatchObject({ markdown: expect.stringMatching(/words\n\n$/), within: null })
  expect(second).toMatchObject({ markdown: expect.stringMatching(/^```python\nx = 1\n/), within: 'code' })
})

test('no part ends inside of a link or with half of a character', () => {
  const links = Array.from({ length: 60 }, (_, at) => `[text number ${at} of a link](https://e.example/${at})`).join(' and ')
  for (const { markdown } of whole(links, 100)) expect(markdown.match(/\[/g)?.length).toBe(markdown.match(/\]\(\S+\)/g)?.length)
  for (const { markdown } of whole('\u{1f600}'.repeat(900), 101)) expect(markdown.isWellFormed()).toBe(true)
  expect(takePart('a\u{1f600}b', 2, 100).markdown).toBe('b')
})

test('blocks are the text of the whole, items with empty lines between are one list, and long code costs linear time', () => {
  const markdown = `1. one\n\n2. two\n\n1) other\n\n\`\`\`\n${'a\n\n'.repeat(150_000)}\`\`\`\n\nEnd`
  const blocks = toBlocks(markdown)
  expect(blocks.map(({ kind }) => kind)).toEqual(['list', 'list', 'code', 'paragraph'])
  const words = (text: string) => text.split(/\s+/).filter(Boolean)
  expect(blocks.flatMap(({ text }) => words(text))).toEqual(words(plainText(markdown)))
})

test('whatever the text, its parts end and fit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 3_000 }), fc.integer({ min: 100, max: 300 }), (text, maxTokens) => {
      parts(text, maxTokens)
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['| a | b |\n| --- | :---: |\n| x \\| y | **z** `p\\|q` |', 'a\tb\nx | y\tz p|q'],
  ['seek [on|off] of `x[1]`, [Channel](https://a.example)[[Any](https://b.example)]', 'seek [on|off] of x[1], Channel[Any]'],
  ['[![A [b]](https://a.example/c.png) `d[` e](https://a.example "f (g)") h', ' d[ e h'],
  ['- [One\\\n  two](https://a.example) three]\n- [four', 'One\ntwo three]\n[four'],
  ['Use `a*b_c` and `` ` `` here', 'Use a*b_c and ` here'],
  ['One\\\nTwo', 'One\nTwo'],
  ['A claim[^1].\n\n[^1]: A note.', 'A claim.\n\nA note.'],
  ['> ```js\n> let a\n>   b\n> ```\n>\n> said', 'let a\n  b\n\nsaid'],
  ['- one\n\n  ```py\n  if a:\n    b\n  ```', 'one\n\nif a:\n  b'],
  ['1 \\* **2**\n\n> - ### 3. *Head* #1\n>\n>   [x] text', '1 * 2\n\n3. Head #1\n\n[x] text'],
  ['- [ ] todo\n- [x] *done*', '[ ] todo\n[x] done'],
  ['3. Steam\n   ~~2~~ 4 minutes\n4. Eat\n   - 1 \\~~ warm', '3. Steam\n~~2~~ 4 minutes\n4. Eat\n1 ~~ warm'],
  ['| a |\n| --- |\n| ~~€50~~ **€40** |', 'a\n~~€50~~ €40'],
  ['***\n\n\\***', '\n\n***'],
  ['Let $a_{i} * b_{j} * c$ and $$\\{x\\_y\\} \\\\ z$$ be', 'Let $a_{i} * b_{j} * c$ and $$\\{x\\_y\\} \\\\ z$$ be'],
  ['\\``cd /etc`\\` &lt;b&gt; \\&lt;', '`cd /etc` <b> &lt;'],
])('plain text has no signs of Markdown but those that say something: %j', (markdown, text) => {
  expect(plainText(markdown)).toBe(text)
})

test.each([
  'Final sale* of goods, *terms apply, 5 * 3',
  '## 1. Never run',
  'From $399*, $5/$10* or 3_x_4_, ~5 km, f*ck ____',
  '**kwargs and *args',
  '| a | b |',
  'Great**** 3.5/5',
])('signs that are text stay in plain text and in blocks: %j', (markdown) => {
  const text = markdown.replace(/^## /, '')
  expect(plainText(markdown)).toBe(text)
  expect(toBlocks(markdown)).toMatchObject([{ kind: markdown === text ? 'paragraph' : 'heading', text }])
})

test('a row of dashes in the middle of a table is a row', () => {
  expect(plainText('| k | v |\n| --- | --- |\n| --- | *5 |\n| a\\|b* |  |\n\n| c |')).toBe('k\tv\n---\t*5\na|b*\t\n\n| c |')
})

test('marks and formulas without end cost linear time', () => {
  for (const unit of ['*a ', '_*', '*~~', '$a', '$\\$', '[*', '``a`', '| *a | b* |\n'])
    expect(plainText(unit.repeat(100_000)).length, unit).toBeGreaterThan(10_000)
})

test('blocks have their kinds', () => {
  const markdown =
    '# A\n\nText\n\n- one\n\n  more\n- two\n\n| a |\n| --- |\n| b |\n\n```js\nx\n\ny\n```\n\n> said\n\n![a](https://a.example/b.png)\n\n***\n\n1. x'
  expect(toBlocks(markdown).map(({ kind }) => kind)).toEqual([
    'heading',
    'paragraph',
    'list',
    'table',
    'code',
    'quote',
    'image',
    'rule',
    'list',
  ])
  expect(toBlocks(markdown)[4]).toEqual({ kind: 'code', text: 'x\n\ny', language: 'js' })
})

test('blocks tell what a program would have to read out of Markdown', () => {
  const markdown =
    '### 3. *Head* \\#\n\n|  | b |\n| --- | :-: |\n| x \\| y | [z](https://a.example) |\n|  | 2 |\n\n```\nplain\n```\n\n![One \\[two\\]](https://a.example/b.png "Title (c)")\n\n![](https://a.example/c.png)'
  expect(toBlocks(markdown)).toEqual([
    { kind: 'heading', text: '3. Head #', level: 3 },
    {
      kind: 'table',
      text: 'b\nx | y\tz\n\t2',
      rows: [
        ['', 'b'],
        ['x | y', 'z'],
        ['', '2'],
      ],
    },
    { kind: 'code', text: 'plain' },
    { kind: 'image', text: '', url: 'https://a.example/b.png', alt: 'One [two]' },
    { kind: 'image', text: '', url: 'https://a.example/c.png', alt: '' },
  ])
  expect(toBlocks('[![One](https://a.example/b.png "Title")](https://a.example/one "T")')).toEqual([
    { kind: 'image', text: '', url: 'https://a.example/b.png', alt: 'One' },
  ])
})

test.each(['a(b)', 'a(b(c)d)e', '((x))', 'a(b', 'a)b', '(((((x)))))'])('round brackets of an address are of the address: %s', (path) => {
  const written = (html: string): string => extractPage({ html, url: 'https://a.example/' })!.markdown
  const line = written(`<p>The ferry is told of <a href="https://a.example/${path}">here and there</a>, and in what follows it.</p>`)
  expect(plainText(line)).toBe('The ferry is told of here and there, and in what follows it.')
  const picture = written(`<p>The ferry leaves at noon.</p><p><img src="https://a.example/${path}" alt="Ferry" width=300></p>`)
  expect(toBlocks(picture).at(-1)).toEqual({ kind: 'image', text: '', url: `https://a.example/${path}`, alt: 'Ferry' })
  // A part ends before a link that it has no room for.
  const long = `${'high and low '.repeat(24)}[water](${destination(`https://a.example/${path}`)}?${'q'.repeat(150)} "What it is") `.repeat(
    3,
  )
  for (const { markdown } of whole(long, 100)) expect(plainText(markdown)).not.toMatch(/[[\]]|a\.example/)
})

test('a cell that is longer than a part goes on in its column', () => {
  const words = 'high and low [water](https://tide.example/a) of `x \\| y` and more '.repeat(60).trim()
  const found = whole(`| n | text | m |\n| --- | --- | --- |\n| 1 | ${words} | 2 |\n| 3 | short | 4 |`, 100)
  for (const { markdown } of found) {
    expect(countTokens(markdown)).toBeLessThanOrEqual(100)
    for (const line of markdown.trim().split('\n').slice(2)) expect(line).toMatch(/^\| .*\|$/)
  }
  const cells = found.flatMap(({ markdown }) => toBlocks(markdown)).flatMap(({ rows = [] }) => rows.slice(1))
  expect(
    cells
      .map(([, text]) => text)
      .filter(Boolean)
      .join(' ')
      .replace(/\s+/g, ' '),
  ).toBe(`${plainText(words).replaceAll('\\|', '|')} short`)
  expect([cells.at(-1), cells.at(-2)![2], cells[0]![0]]).toEqual([['3', 'short', '4'], '2', '1'])
})

test('no part begins with a sign that would make a heading, a list or a quote of its text', () => {
  const prose = 'The range of 5 - 10 boats, item # 4, 3 + 4 and a > b in 1995. It went on. '.repeat(80)
  for (const tokens of [100, 137, 250]) {
    const found = whole(prose, tokens).map(({ markdown }) => markdown)
    expect(found.join('')).toBe(prose)
    expect(found.map(plainText).join(' ').replace(/\s+/g, ' ').trim()).toBe(plainText(prose).replace(/\s+/g, ' ').trim())
  }
})

test.each([
  ['Chinese', '潮汐每天轉向[港口連結](https://tide.example/wiki/%E6%B8%AF)和**粗體字**以及`code`到北方。'],
  ['Japanese', '潮は[一日](https://tide.example/a)に二度かわり、港の\\*船\\*はそのつど向きを変える'],
  ['Thai', 'กระแสน้ำเปลี่ยน[วันละสองครั้ง](https://tide.example/w/1)และท่าเรือ'],
])('where a script has no spaces, parts end between letters and no link, mark or sign is cut: %s', (_name, sentence) => {
  const prose = sentence.repeat(120)
  for (const tokens of [100, 250, 500]) {
    const found = whole(prose, tokens).map(({ markdown }) => markdown)
    for (const part of found) expect(countTokens(part)).toBeLessThanOrEqual(tokens)
    expect(found.join('')).toBe(prose)
    expect(found.map(plainText).join('').replace(/\s/g, '')).toBe(plainText(prose).replace(/\s/g, ''))
    for (const part of found) expect(part).not.toMatch(/^\p{M}/u)
  }
})

test('a part of many bits of code in brackets that are no link is cut in no time', () => {
  const options = `\\[${'`--tide` '.repeat(400)}\\[ and ${'more words '.repeat(200)}`
  const { markdown, nextOffset } = takePart(options, 0, 400)
  expect(markdown.length).toBeGreaterThan(200)
  expect(nextOffset).toBe(markdown.length)
})
