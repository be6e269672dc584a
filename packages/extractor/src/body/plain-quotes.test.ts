import { expect, test } from 'vitest'
import { growth } from '../testing/linear.ts'
import { rewriteText } from './source.ts'

const text = (source: string): string => rewriteText(source, 'https://text.example/a.txt').markdown

test('what is quoted has the level of its own line, and the words below a quote are not of it', () => {
  const mail = [
    'On 5 May, Carl wrote:',
    '> Bernd wrote:',
    '>> Shall we move to Tuesday?',
    '> Yes, Tuesday is good for me.',
    'Then Tuesday it is.',
    '>>> Price is 400.',
    '>> No, 450.',
    'I pay 500.',
  ]
  expect(text(mail.join('\n'))).toBe(
    [
      'On 5 May, Carl wrote:\n',
      '> Bernd wrote:\n>\n> > Shall we move to Tuesday?\n>\n> Yes, Tuesday is good for me.\n',
      'Then Tuesday it is.\n',
      '> > > Price is 400.\n> >\n> > No, 450.\n',
      'I pay 500.',
    ].join('\n'),
  )
})

test('a quoted patch is code within the quote', () => {
  expect(text('> > +\tif (ret)\n> > +\t\treturn ret;\n> This leaks.')).toBe(
    '> > ```diff\n> > +\tif (ret)\n> > +\t\treturn ret;\n> > ```\n>\n> This leaks.',
  )
})

test.each([
  ['of version control', 'diff --git a/x b/x\nindex 1..2 100644\n'],
  ['of files', ''],
])('a comparison is code up to where its numbers say, and a signature is not of it: %s', (_, head) => {
  const diff = `${head}--- a/x\n+++ b/x\n@@ -1,4 +1,4 @@\n one();\n-two();\n+three();\n \n four();`
  expect(text(`It fits.\n\n${diff}\n-- \nKaren Olsen`)).toBe(
    `It fits.\n\n\`\`\`diff\n${diff.replace('\n \n', '\n\n')}\n\`\`\`\n\n--\nKaren Olsen`,
  )
})

test('the name of a mail is no address', () => {
  expect(text('From: Karen\nMessage-ID: <20240514@x>')).toBe('From: Karen\nMessage-ID: <20240514@x>')
})

const many = (piece: string) => (size: number) => piece.repeat(Math.ceil(size / piece.length))
test.each<[string, (size: number) => string]>([
  ['heads of comparisons', many('new file\n')],
  ['heads without hunks', many('--- a\n+++ b\n')],
  ['hunks without end', many('--- a\n+++ b\n@@ -1,999999 +1,999999 @@\n x\n')],
  ['quotes that go deeper', many('>')],
  ['quotes of all levels', (size) => Array.from({ length: size / 20 }, (_, at) => `${'>'.repeat(at % 40)} words`).join('\n')],
])('quotes and comparisons take time in proportion to their length: %s', (_name, make) => {
  expect(growth(make, text, 20_000)).toBeLessThan(8)
})
