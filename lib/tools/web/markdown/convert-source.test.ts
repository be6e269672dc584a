import { expect, test } from 'vitest'
import { cleanMarkdown, cutMarkdown, fence, sourceTitle } from './convert-source.ts'

test('Markdown comes through as it is', () => {
  const source =
    '---\ntitle: Notes\n---\n\n# Notes\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n<details><summary>More</summary>\n\ntext\n\n</details>\n\n1 < 2 and `x <y`'
  expect(cleanMarkdown(source)).toBe(source)
})

test.each([
  ['<script>alert(1)</script>', '&lt;script>alert(1)&lt;/script>'],
  ['<SCRIPT src=x>', '&lt;SCRIPT src=x>'],
  ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)>'],
  ['<a href="javascript:alert(1)">x</a>', '&lt;a href="javascript:alert(1)">x</a>'],
  ['[x](javascript:alert)', '[x](#)'],
  ['[x](&#106;avascript:alert)', '[x](#)'],
  ['[x](java\\script:alert)', '[x](#)'],
  ['<img/onerror=alert(1) src=x>', '&lt;img/onerror=alert(1) src=x>'],
  ['<a href="jav&#x61;script:x">', '&lt;a href="jav&#x61;script:x">'],
  ['[x]( <JavaScript:alert>)', '[x]( <#>)'],
  ['[x]: data:text/html,hi', '[x]: #'],
  ['<javascript:alert(1)>', '<#)>'],
  ['a<!-- hidden order -->b', 'ab'],
  ['a\u202eb\u200bc\u0007d\u{e0041}e', 'abcde'],
])('%j is disarmed', (source, expected) => {
  expect(cleanMarkdown(source)).toBe(expected)
})

test('code keeps what would be disarmed elsewhere', () => {
  const source = '```html\n<script>a</script>\n<!-- b -->\n```\n\n`<script>` and ``<script>``\n\n~~~\n[x](javascript:1)\n~~~'
  expect(cleanMarkdown(source)).toBe(source)
})

test.each([
  ['an HTML block hides a fence', '<div>\n```\n<script>x</script>\n```\n</div>'],
  ['an attribute holds a back tick', '<a title="`"><script>x</script>`'],
  ['a list item ends its fence', '- a\n  ```\n<script>x</script>\n'],
  ['a span began on the line before', 'x ` y\n` <script>x</script> `'],
  ['an escaped back tick', '\\`` x ` <script>x</script> `'],
  ['a table splits before spans', '| ` | <script>x</script> | ` |\n|---|---|---|'],
  ['a comment ends behind a fence', '<!--\n\n```\n-->\n<script>x</script>'],
])('what only looks like code is disarmed: %s', (_name, source) => {
  expect(cleanMarkdown(source)).not.toContain('<script')
})

test('a fence is longer than any inside', () => {
  expect(fence('a\n```\nb\n`````\n', 'json')).toBe('``````json\na\n```\nb\n`````\n``````')
})

test('what is cut ends at a line, fits, and leaves no fence open', () => {
  const { markdown, cut } = cutMarkdown(`intro\n\n\`\`\`js\n${'const a = "\u00e9"\n'.repeat(1_000)}\`\`\`\n`, 5_000)
  expect(cut).toBe(true)
  expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(5_000)
  expect(markdown.endsWith('const a = "\u00e9"\n```')).toBe(true)
  expect(cutMarkdown('short', 5_000)).toEqual({ markdown: 'short', cut: false })
  expect(cutMarkdown('\u{1f600}'.repeat(2_000), 1_001).markdown).toMatch(/^\u{1f600}+$/u)
})

test.each([
  ['---\ntitle: "A: B"\n---\n# Other', 'A: B'],
  ['intro\n\n# First *title* #\n\n# Second', 'First title'],
  ['Title\n=====\n', 'Title'],
  ['```\n# comment\n```\n', null],
  ['no heading', null],
])('%j has the title %j', (source, title) => {
  expect(sourceTitle(source)).toBe(title)
})
