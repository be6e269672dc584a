import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { extractPage } from './extract.ts'

const toHtml = (markdown: string): string => micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })

/** Written for this test, a few for every section of the CommonMark and GFM specifications. Addresses are absolute, as ours always are. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'thematic breaks': ['***\n---\n___', 'above\n\n***\n\nbelow', '- one\n\n***\n\n- two'],
  'ATX headings': [
    '# One\n\n## Two\n\n### Three\n\n#### Four\n\n##### Five\n\n###### Six',
    '# With *stress* and `code`',
    '## Ends in sharps \\#\\#',
    '\\# not a heading',
    '#hashtag is text',
    '# one \\# two',
    '#\n\ntext',
  ],
  'setext headings': ['Title\n=====\n\ntext', 'Title\n-----\n\ntext', 'a\n\n\\---', 'a\\\n\\=='],
  'fenced code': [
    '```\nplain\n```',
    '```js\nlet a = 1\n```',
    '````\n```\ninner\n```\n````',
    '```\n\n  indented\n\n\ttab\n```',
    '~~~ruby\nputs 1\n~~~',
    '```\n<b>&amp;</b>\n```',
    '```c++\nint a;\n```',
    'a\n\n```\n```\n\nb',
    '```\n\n  \n```',
    '``` f\u00f6\u00f6\nfoo\n```',
  ],
  'indented code': ['text\n\n    a = 1\n      b = 2\n\ntext', '- item\n\n      code in item'],
  paragraphs: ['one\n\ntwo', 'one\ntwo\nthree', 'a   b', 'trailing   \nspaces'],
  'block quotes': [
    '> one\n> two',
    '> one\n>\n> two',
    '> # head\n> text',
    '> - a\n> - b',
    '> > nested',
    '> ```\n> code\n> ```',
    'a\n\n> b\n\nc',
    'a\n\n>\n\nb',
    '> ```\na\n```',
  ],
  'list items': [
    '- a\n- b',
    '1. a\n2. b',
    '7. a\n8. b',
    '- a\n\n  b',
    '- a\n  - b\n    - c',
    '- - a',
    '1. - 2. a',
    '1. a\n   - b\n2. c',
    '- a\n\n  ```\n  code\n  ```',
    '- a\n  > quote',
    '10. a\n\n    b\n11. c',
    '0. zero',
    '- # head',
    '- a\n- \n- c',
    '-\n\n  a',
    '1. a\n2.\n3. c',
    '- a\n-\n\n- c',
    '- # head\n- Head\n  ---\n  text',
    '- ```\n  code\n  ```\n  text',
    '1. a\n   5. no list\n2. b',
  ],
  lists: [
    '- a\n\n- b\n\n- c',
    '1. a\n\n2. b',
    '- a\n- b\n\n\n* c\n* d',
    '1. a\n\n1) b',
    '- a\n  - b\n\n  c',
    'text\n- a\n- b',
    '- a\n\n  - b\n\n    - c',
  ],
  escapes: [
    '\\*not\\* \\_em\\_',
    '\\[no\\](link)',
    '\\`no code\\`',
    'back\\\\slash',
    '\\<b\\>',
    '\\&amp;',
    '1\\. no',
    '\\- no',
    '\\> no',
    '\\!\\[no\\](image)',
    'C:\\\\dir\\name',
  ],
  entities: ['&copy; &amp; &lt;b&gt;', '&#35; &#x22;', '&amp;copy;', '5 < 6 & 7 > 3'],
  'code spans': ['`a`', '`` a`b ``', '` `` `', '`a  b`', '`*not em*`', '`<b>`', '`a|b`', 'a `b`c', '``` `` ```', 'a ` ` b'],
  emphasis: [
    '*a*',
    '_a_',
    '**a**',
    '__a__',
    '***a***',
    '*a **b** c*',
    '**a *b* c**',
    'a*b*c',
    'a**b**c',
    '*a*b',
    '**a**b',
    'snake_case_name',
    '5*3*2',
    '2 * 3 * 4',
    '\\*\\*a',
    '*a\nb*',
    '**a:** b',
    '*(a)*',
    '**"a"**',
    '*a*, **b**; _c_.',
    '***a** b*',
    '***a* b**',
    '**a**-**b**',
    '*a `*` b*',
    '**[a](https://e.example/)**',
    '*a*\\\n**b**',
    'a***b***c',
    'a****b****c',
    'a******b*********c',
    '***a***b',
    '**_a_** b',
    '*a _b_ c*',
    '**a **b** c**',
    '**a *b **c** d* e**',
    '*a [_b_](https://e.example/) c*',
  ],
  links: [
    '[a](https://e.example/x)',
    '[a](https://e.example/x "title")',
    '[a *b* `c`](https://e.example/)',
    '[a\\]b](https://e.example/)',
    '[a](https://e.example/?q=1&r=2)',
    '[a](https://e.example/a%20b)',
    '[a](https://e.example/#f)',
    '[a](https://e.example/ "say \\"x\\"")',
    'x[a](https://e.example/)y',
    '!\\[a](https://e.example/)',
    '[a](mailto:a@e.example)',
    '[[a]](https://e.example/)',
    '[note] and [other]',
    '[link](https://other.example/#f)\n\n[link](#f)',
    '[a]()',
    '[a](irc://e.example:2233/b)',
    '[ref]\n\n> [ref]: https://e.example/r',
    '[ref]\n\n[ref]: https://e.example/r "t"',
  ],
  images: [
    '![a](https://e.example/a.png)',
    '![](https://e.example/a.png)',
    '![a b](https://e.example/a.png "t")',
    '[![a](https://e.example/a.png)](https://e.example/)',
    'x ![a](https://e.example/a.png) y',
    '![a \\[b\\]](https://e.example/a.png)',
  ],
  autolinks: [
    '<https://e.example/a?b=c>',
    '<a@e.example>',
    'see https://e.example/a_b_c now',
    'www.e.example is up',
    '<mailto:a@e.example>',
  ],
  'hard breaks': ['a\\\nb', 'a  \nb', '*a\\\nb*', 'a\\\n**b**'],
  tables: [
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
    '| a | b |\n| :-- | --: |\n| 1 | 2 |',
    '| a | b |\n| --- | :-: |\n| `x\\|y` | \\| |',
    '| a | b |\n| - | - |\n| 1 | |',
    '| a | b |\n| - | - |\n| **x** | [y](https://e.example/) |\n\ntext',
    '| a | b |\n| - | - |\n| *1* | ![i](https://e.example/i.png) |',
    '| a | b |\n| - | - |\n| 1 | 2 |\n> c',
    '- | a | b |\n  | - | - |\n  | 1 | 2 |',
    '| a |\n| - |\n| b |\n| c |',
  ],
  tasks: ['- [ ] a\n- [x] b', '- [x] a\n  - [ ] b', '- \\[ ] a'],
  strikethrough: ['~~a~~ b', 'a ~~b *c*~~', '\\~~a~~', 'about ~5 and ~6', 'a~~b~~c', '**~~a~~** b', 'a ~ b ~ c'],
}

const normal = (html: string): string =>
  html
    .replace(/href="([^"]*)"/g, (_whole, href: string) => `href="${URL.parse(href, 'https://e.example/')?.href}"`)
    .replace(/<(input)([^>]*)>/g, (_whole, _tag, rest: string) => `<input${/checked/.test(rest) ? ' checked' : ''}>`)
    .replace(/\s*\n\s*/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

const [BEFORE, BEHIND] = [
  'The harbour office publishes the hours of the ferries for each season, and this page says where to find them and whom to ask.',
  'Whoever wants to know more about the ferries may ask at the office on weekdays between nine and noon, or write to the authority.',
]
const inArticle = (html: string): string =>
  `<title>Ferries</title><nav><a href="/">Home</a></nav><main><article><h1>Ferries</h1><p>${BEFORE}</p>${html}<p>${BEHIND}</p></article></main>` +
  '<footer>All rights reserved. <a href="/imprint">Imprint</a></footer>'
const PLACES: Readonly<Record<string, (html: string) => string>> = {
  alone: (html) => extractPage({ html, url: 'https://e.example/' })?.markdown ?? '',
  'in an article': (html) =>
    extractPage({ html: inArticle(html), url: 'https://e.example/' })!
      .markdown.split(BEFORE)[1]!
      .split(BEHIND)[0]!,
}

/** Three stars around a word are emphasis around strong emphasis, whichever came first. */
const OTHERWISE: ReadonlySet<string> = new Set(['**_a_** b'])

const cases = Object.entries(EXAMPLES).flatMap(([section, examples]) =>
  Object.keys(PLACES).flatMap((place) =>
    examples.filter((example) => !OTHERWISE.has(example)).map((markdown) => ({ section, place, markdown })),
  ),
)

test.each(cases)('HTML of Markdown comes back $place, $section: $markdown', ({ place, markdown }) => {
  const html = toHtml(markdown)
  const written = PLACES[place]!(html)
  expect(normal(toHtml(written)), written).toBe(normal(html))
})
