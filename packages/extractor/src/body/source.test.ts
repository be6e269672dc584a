import { expect, test } from 'vitest'
import { cutMarkdown } from './cut.ts'
import { fence, rewriteMarkdown, rewriteText } from './source.ts'

const URL = 'https://docs.example/guide/start.md'
const markdown = (source: string): string => rewriteMarkdown(source, URL).markdown
const text = (source: string): string => rewriteText(source, URL).markdown

test.each([
  ['paragraphs as their lines were broken', 'One line\nand the next.\n\nAnother one.'],
  ['marks', '*a* **b** ~~c~~ `d` and ``e`f``'],
  ['headings', '# Notes\n\n## Part\n\ntext'],
  ['lists in lists', '- one\n  - two\n  - three\n- four\n\n3. five\n4. six'],
  ['task boxes', '- [ ] open\n- [x] done'],
  ['quotes', '> said\n>\n> - a list'],
  ['code with its language and its tags', '```html\n<script>a</script>\n<!-- b -->\n```'],
  ['code spans with tags', '`<script>` and ``<img onerror=`x`>``'],
  ['tables with alignment', '| a | b |\n| --- | :---: |\n| 1 | `x \\| y` |'],
  ['footnotes', 'Text[^1] goes on.\n\n[^1]: A note.'],
  ['rules', 'a\n\n***\n\nb'],
  ['signs that are no syntax', '1 < 2 and a_b_c, 5 * 3, [x] y'],
  ['hard breaks', 'one\\\ntwo'],
  ['absolute links with titles', '[a](https://a.example/b "c")'],
  ['pictures', '![alt](https://a.example/b.png)'],
])('Markdown says the same afterwards: %s', (_name, source) => {
  expect(markdown(source)).toBe(source)
})

test('what stands elsewhere in the document comes to its place', () => {
  expect(markdown('[a], [b][a] and <https://c.example/>\n\n[a]: /x "T"')).toBe(
    '[a](https://docs.example/x "T"), [b](https://docs.example/x "T") and [https://c.example/](https://c.example/)',
  )
  expect(markdown('Title\n=====\n\n    code\n')).toBe('# Title\n\n```\ncode\n```')
})

test('raw HTML is read as a page is', () => {
  expect(
    markdown('<details><summary>More</summary>\n\n**text** <kbd>K</kbd>\n\n</details>\n\n<p align="center"><img src="a.png" alt="A"></p>'),
  ).toBe('**More**\n\n**text** `K`\n\n![A](https://docs.example/guide/a.png)')
  expect(markdown('a <!-- hidden order --> b <span style="display:none">hidden</span>')).toBe('a b')
})

test('front matter is kept as what it is', () => {
  expect(rewriteMarkdown('---\r\ntitle: "A: B"\r\ntags: [x]\r\n---\r\n# Other\r\n', URL)).toMatchObject({
    markdown: '```yaml\ntitle: "A: B"\ntags: [x]\n```\n\n# Other',
    title: 'A: B',
  })
})

test.each([
  ['toml', '+++\ntitle = "A: B"\nauthor = \'Ann\' # of the harbour\ndate = 2024-01-31T08:00:00Z\n[menu]\ntitle = "Other"\n+++\n# Text\n'],
  ['json', '{\n  "title": "A: B",\n  "author": "Ann",\n  "date": "2024-01-31T08:00:00Z",\n  "tags": ["x"]\n}\n\n# Text\n'],
  ['json', '---json\n{ "title": "A: B", "author": "Ann", "date": "2024-01-31T08:00:00Z" }\n---\n# Text\n'],
])('front matter in %s is read as that in YAML is', (form, source) => {
  const read = rewriteMarkdown(source, URL)
  expect(read).toMatchObject({ title: 'A: B', byline: 'Ann', published: '2024-01-31T08:00:00Z' })
  expect(read.markdown).toMatch(new RegExp(`^\`\`\`${form}\\n[^]*A: B[^]*\\n\`\`\`\\n\\n# Text$`))
})

test('braces that are no object and pluses that nothing closes are text', () => {
  expect(markdown('{\nnot: json\n}\n\n# Text')).toMatch(/^\{\s+not: json\s+\}/)
  expect(markdown('+++\n\n# Text')).toMatch(/^\+\+\+/)
})

test.each([
  ['intro\n\n# First *title* #\n\n# Second', 'First title'],
  ['Title\n=====\n', 'Title'],
  ['```\n# comment\n```\n', null],
  ['no heading', null],
])('%j has the title %j', (source, title) => {
  expect(rewriteMarkdown(source, URL).title).toBe(title)
})

test.each([
  ['tags are text', '#include <stdio.h> and <b>x</b>', '#include \\<stdio.h> and \\<b>x\\</b>'],
  ['lines stay lines', 'one\r\ntwo\n', 'one\ntwo'],
  ['columns stay columns', 'name    size\na.txt   12\nb.txt   7', '```\nname    size\na.txt   12\nb.txt   7\n```'],
  [
    'what stands further in stays there',
    'server {\n  listen 80\n  location / {\n    root /x\n  }\n}',
    '```\nserver {\n  listen 80\n  location / {\n    root /x\n  }\n}\n```',
  ],
  ['so does the line below another', '  if a\n     b', '```\n  if a\n     b\n```'],
  ['paragraphs that begin further in are prose', '   One line\nand the next\nand a third.', 'One line\nand the next\nand a third.'],
  ['prose with a margin is prose', '   One line\n   and the next\n   and a third.', 'One line\nand the next\nand a third.'],
  ['indented code is code', 'Run:\n\n    make all\n', 'Run:\n\n```\nmake all\n```'],
])('plain text: %s', (_name, source, expected) => {
  expect(text(source)).toBe(expected)
})

test('a fence is longer than any inside', () => {
  expect(fence('a\n```\nb\n`````\n', 'json')).toBe('``````json\na\n```\nb\n`````\n``````')
})

test('what is cut ends at a line, fits, and leaves no fence open', () => {
  const { markdown, cut } = cutMarkdown(`intro\n\n\`\`\`js\n${'const a = "\u00e9"\n'.repeat(1_000)}\`\`\`\n`, 5_000)
  expect(cut).toBe(true)
  expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(5_000)
  expect(markdown.endsWith('const a = "\u00e9"\n```')).toBe(true)
  const item = cutMarkdown(`- \`\`\`js\n  a\n  \`\`\`\n\n${'Some words of prose. '.repeat(400)}`, 5_000).markdown
  expect(item.match(/```/g)).toHaveLength(2)
  expect(cutMarkdown('short', 5_000)).toEqual({ markdown: 'short', cut: false })
  expect(cutMarkdown('\u{1f600}'.repeat(2_000), 1_001).markdown).toMatch(/^\u{1f600}+$/u)
})
