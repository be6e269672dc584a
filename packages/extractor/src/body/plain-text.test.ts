import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'
import { growth } from '../testing/linear.ts'
import { rewriteText } from './source.ts'

const read = (source: string) => rewriteText(source, 'https://text.example/a.txt')
const text = (source: string): string => read(source).markdown

const RFC = `


Network Working Group                                          A. Author
Request for Comments: 9999                                   Ferry Works


                 The Timetable Protocol, Version 1

Abstract

   A timetable says when a ferry leaves, and this document says how
   it is written down so that a program can read it, whatever the
   harbour and whoever



Author                      Informational                       [Page 1]
\f
RFC 9999                  The Timetable Protocol               June 1999


   asks. It ends here.

   The grammar:

      time = 2DIGIT ":" 2DIGIT
      row  = time SP harbour



Author                      Informational                       [Page 2]
\f
RFC 9999                  The Timetable Protocol               June 1999


   o  The first point, which goes on in
      the next line of it.

   o  The second point of the list.
`

test('an RFC is one page: without heads and feet, with whole paragraphs, lists and code', () => {
  expect(read(RFC).title).toBe('The Timetable Protocol, Version 1')
  for (const source of [RFC, RFC.replaceAll('\f\n', '')])
    expect(text(source)).toBe(
      `
\`\`\`
Network Working Group                                          A. Author
Request for Comments: 9999                                   Ferry Works
\`\`\`

The Timetable Protocol, Version 1

Abstract

A timetable says when a ferry leaves, and this document says how
it is written down so that a program can read it, whatever the
harbour and whoever
asks. It ends here.

The grammar:

\`\`\`
time = 2DIGIT ":" 2DIGIT
row  = time SP harbour
\`\`\`

- The first point, which goes on in
  the next line of it.

- The second point of the list.
`.trim(),
    )
})

test('text that no page repeats keeps its form feeds as empty lines', () => {
  expect(text('One part of it.\n\f\nAnother part.')).toBe('One part of it.\n\nAnother part.')
})

test.each([
  [
    'numbers that are left out',
    ' 1. First of all things\n 2. Second of all things\n 4. Fourth of all things',
    /1\. First[\s\S]*2\. Second[\s\S]*4\\\. Fourth/,
  ],
  ['numbers that begin anew', '1. First of all things\n\n1. Again the first thing', /1\. First[\s\S]*1\\\. Again/],
  [
    'sections around lists',
    '2. Rights\n\n2.1. Powers\n\n     1. The right of all\n     2. The right of few\n\n3. Duties of all',
    /1\. The right[\s\S]*2\. The right[\s\S]*3\\\. Duties/,
  ],
  ['a sentence that ends in a number', 'It is cut at the number\n65535. This is what remains of it.', /number\n65535\\\. This/],
  ['numbers of one figure and of two', ' 9. The ninth of all\n10. The tenth of all', /^9\. The ninth of all\n10\. The tenth of all$/],
  [
    'a list behind the line that announces it',
    'The ferry takes\n 1. people who walk on board;\n 2. cars of any length.',
    /takes\n\n1\. people[\s\S]*\n2\. cars/,
  ],
])('numbers stay what they are: %s', (_name, source, expected) => {
  expect(text(source)).toMatch(expected)
})

test.each([
  [
    'prose',
    'Notes\n\n    The ferry leaves the harbour every hour from seven in the\n    morning until eleven at night, and twice as often in summer.',
    'Notes\n\nThe ferry leaves the harbour every hour from seven in the\nmorning until eleven at night, and twice as often in summer.',
  ],
  ['a quote', '> Said so:\n>    * one\n>    * two', '> Said so:\n>\n> - one\n> - two'],
  [
    'items of few words',
    'Changes\n\n  * deps: a-b@~2.1.34\n    - deps: c-d@1.2\n\n  * `e`',
    'Changes\n\n- deps: a-b@~2.1.34\n\n  - deps: c-d@1.2\n\n- `e`',
  ],
  ['a table of Markdown', '| Boat   | Oars |\n|--------|------|\n| Ann    | 2    |', '| Boat | Oars |\n| --- | --- |\n| Ann | 2 |'],
  ['a term and what it means', 'harbour\n      the place that ferries leave from', 'harbour\nthe place that ferries leave from'],
  [
    'a list in a script without spaces',
    '    1. 渡船每小时从港口出发，早上七点开始\n    2. 夏天的班次是平时的两倍',
    '1. 渡船每小时从港口出发，早上七点开始\n2. 夏天的班次是平时的两倍',
  ],
  [
    'letters of items',
    '    (a) people who walk on board;\n    (b) cars of any length\n        and trailers.',
    '- (a) people who walk on board;\n- (b) cars of any length\n  and trailers.',
  ],
  [
    'lists in lists',
    '- the first of all\n    - a part of the first\n- the second of all',
    '- the first of all\n  - a part of the first\n- the second of all',
  ],
  ['a title', '                         The Ferry Works\n                          Version 2', 'The Ferry Works\nVersion 2'],
])('what stands further in is no code: %s', (_name, source, expected) => {
  expect(text(source)).toBe(expected)
})

test.each([
  ['settings', '- name: build\n  run: make all', '```\n- name: build\n  run: make all\n```'],
  [
    'code behind two colons',
    'Run this::\n\n  make the whole of it again\n\n  and wait\n\nDone.',
    'Run this::\n\n```\nmake the whole of it again\n\nand wait\n```\n\nDone.',
  ],
  [
    'code behind a list',
    '1. The first of all things\n\n---- 1998 -----\n  a = b(c)\n     d = e(f)',
    '1. The first of all things\n\n```\n---- 1998 -----\n  a = b(c)\n     d = e(f)\n```',
  ],
  ['fences', 'See:\n```\n  a\n\n    b\n```\nso.', 'See:\n\n```\n  a\n\n    b\n```\n\nso.'],
  ['a fence in code', 'Run:\n\n    ```x\n    y', 'Run:\n\n````\n```x\ny\n````'],
  ['a table with borders', '+-----+---+\n| Boat | A |\n+-----+---+', '```\n+-----+---+\n| Boat | A |\n+-----+---+\n```'],
  [
    'a drawing',
    '    +---+      +---+\n    | A |  --> | B |\n    +---+      +---+',
    '```\n+---+      +---+\n| A |  --> | B |\n+---+      +---+\n```',
  ],
])('code stays code: %s', (_name, source, expected) => {
  expect(text(source)).toBe(expected)
})

test('reStructuredText and AsciiDoc keep their headings, lists and code', () => {
  const rest = 'Ferry\n=====\n\n.. code-block:: sh\n\n   make all of it\n\n.. note::\n\n   This is a note that says something more.'
  expect(text(rest)).toBe(
    '# Ferry\n\n.. code-block:: sh\n\n```\nmake all of it\n```\n\n.. note::\n\nThis is a note that says something more.',
  )
  const ascii = '= Ferry\n\n== Boats\n\n[source,java]\n----\nclass A {\n\n  int b;\n}\n----\n\n* the first of all'
  expect(text(ascii)).toBe('# Ferry\n\n## Boats\n\n[source,java]\n\n```\nclass A {\n\n  int b;\n}\n```\n\n- the first of all')
})

test('headings are drawn by lines of one sign, and their levels go by the order of the signs', () => {
  const source = '======\nFerry\n======\n\nBoats\n~~~~~\nText of it.\n\nOars\n````\n\nMore of it.\n\nCars\n~~~~'
  expect(read(source)).toMatchObject({
    title: 'Ferry',
    markdown: '# Ferry\n\n## Boats\n\nText of it.\n\n### Oars\n\nMore of it.\n\n## Cars',
  })
})

test('a line under several lines parts them from what follows and makes no heading of them', () => {
  expect(text(' Several lines\n of a paragraph.\n ------\n And more.')).toBe('Several lines\nof a paragraph.\n\n***\n\nAnd more.')
})

test.each([
  [
    'a mail',
    'From: "Ann Author" <ann@a.example>\nDate: Mon, 1 Jan 2024 10:00:00 +0000\nSubject: When it leaves\n\nEvery hour.',
    'When it leaves',
    'Ann Author',
    '2024-01-01',
  ],
  ['a mail of a list', 'From: ann@a.example (Ann Author)\nDate: Mon, 1 Jan 2024 10:00:00\n\nEvery hour.', null, 'Ann Author', '2024-01-01'],
  [
    'a book',
    'The eBook of the Ferry\n\nTitle: The Ferry\n\nAuthor: Ann Author\n\nRelease date: June 27, 2008 [eBook #11]\n',
    'The Ferry',
    'Ann Author',
    '2008-06-27',
  ],
  ['a sentence', 'Title: a word for what stands above a text.\n\nIt is short.', null, null, null],
  [
    'a licence',
    '                      The Ferry Licence\n                   https://ferry.example/licence\n\nIt is free.',
    'The Ferry Licence',
    null,
    null,
  ],
  ['what nobody sees', 'Title: The \u001b[1mFerry\u202e\nAuthor: Ann \u200b Author', 'The [1mFerry', 'Ann Author', null],
  ['what nobody can read', 'From: ann@a.example\nSubject: =?UTF-8?B?RsOkaHJl?=\nDate: soon', null, null, null],
])('what a text says of itself in its first lines is read: %s', (_name, source, title, byline, published) => {
  expect(read(source)).toMatchObject({ title, byline, published })
})

test('what is said of a text are its first sentences, however its lines are broken', () => {
  const body = '                         The Ferry Works\n\nThe ferry leaves the harbour every\nhour from seven in the morning.\n'
  const result = readDocument(new TextEncoder().encode(body), 'https://text.example/a', { contentType: 'text/plain' })
  expect(result.ok && result.document).toMatchObject({
    title: 'The Ferry Works',
    excerpt: 'The ferry leaves the harbour every hour from seven in the morning.',
  })
})

const many = (piece: string) => (size: number) => piece.repeat(Math.ceil(size / piece.length))
test.each<[string, (size: number) => string]>([
  ['items', many('- some words of it\n')],
  ['numbers', many('1. some words of it\n')],
  ['headings', many('a\n---\n')],
  ['headings without an item', many('a b\n===\nc\n')],
  ['fences of growing length', (size) => Array.from({ length: Math.sqrt(size * 2) }, (_, at) => '`'.repeat(at + 3)).join('\n')],
  ['fences that nothing closes', many('```a\n')],
  ['pages', many('A [Page 1]\n\f\nB\n\nwords\n\n')],
  ['empty pages', many('\f\n\n\n')],
  ['an empty page', (size) => `\f${'\n'.repeat(size)}\f`],
  [
    'lists ever further in',
    (size) => Array.from({ length: Math.sqrt(size) }, (_, at) => `${' '.repeat(2 * at)}- some words of it`).join('\n\n'),
  ],
  ['two colons', many('a::\n\n  x\n\n')],
])('plain text takes time in proportion to its length: %s', (_name, make) => {
  expect(growth(make, (source) => rewriteText(source, 'https://text.example/a'), 20_000)).toBeLessThan(8)
})
