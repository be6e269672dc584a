import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'
import { growth } from '../testing/linear.ts'
import { mailBody } from './mail.ts'

const SAID =
  'The town council voted on Monday night to replace the footbridge at Mill Lane, which has been closed since a survey found rot in two beams.'
const lines = (...all: readonly string[]): string => all.join('\r\n')
const read = (mail: string, contentType: string | null) =>
  readDocument(Buffer.from(mail, 'latin1'), 'https://files.example/a.bin', { contentType })

const html = `<title>Footbridge</title><main><h1>Footbridge</h1><p>${SAID}</p><p>It costs =C2=A384,000, says <a href=3D"/a">the=\r\n county</a>.</p></main>`
const SAVED = lines(
  'From: <Saved by Blink>',
  'Snapshot-Content-Location: https://gazette.example/news/1',
  'MIME-Version: 1.0',
  'Content-Type: multipart/related;',
  '\ttype="text/html";',
  '\tboundary="--b--"',
  '',
  '',
  '----b--',
  'Content-Type: text/css',
  '',
  'p { color: red }',
  '----b--',
  'Content-Type: text/html',
  'Content-Transfer-Encoding: quoted-printable',
  'Content-Location: https://gazette.example/news/1',
  '',
  html,
  '----b----',
)

test.each(['multipart/related', 'message/rfc822', 'application/octet-stream', null])('a page saved as one is that page: %s', (type) => {
  expect(read(SAVED, type)).toMatchObject({
    ok: true,
    document: {
      title: 'Footbridge',
      contentType: 'text/html',
      markdown: `${SAID}\n\nIt costs £84,000, says [the county](https://gazette.example/a).`,
    },
  })
})

test('a mail is its HTML, else its text with who wrote it, when and of what', () => {
  const head = lines(
    'From: =?utf-8?Q?J=C3=BCrgen_?= =?utf-8?B?TcO8bGxlcg==?= <j@mail.example>',
    'Subject: =?iso-8859-1?Q?Br=FCcke?=',
    'Date: Tue, 14 May 2024 09:12:33 +0200',
    'MIME-Version: 1.0',
  )
  const plain = lines(
    'Content-Type: text/plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('Die Br\xfccke ist gesperrt.', 'latin1').toString('base64'),
  )
  const said = (body: string) => read(`${head}\r\n${body}`, 'message/rfc822')
  expect(said(plain)).toMatchObject({
    document: {
      title: 'Brücke',
      byline: 'Jürgen Müller',
      publishedTime: '2024-05-14',
      markdown: expect.stringMatching(/\n\nDie Brücke ist gesperrt\.$/),
    },
  })
  const inner = lines('--i', plain, '--i', 'Content-Type: text/html; charset=utf-8', '', '<p>Br\xc3\xbccke zu</p>', '--i--')
  const both = lines(
    'Content-Type: multipart/mixed; boundary=o',
    '',
    '--o',
    'Content-Type: multipart/alternative; boundary="i"',
    '',
    inner,
    '--o--',
  )
  expect(said(both)).toMatchObject({ document: { markdown: 'Brücke zu' } })
})

test('what only looks like a mail is none', () => {
  expect(mailBody(Buffer.from('From: a\n\nMIME-Version: 1.0'), 'text/plain')).toBeNull()
  expect(mailBody(Buffer.from('Note: MIME-Version is a header.\n\nText'), null)).toBeNull()
  expect(mailBody(Buffer.from('MIME-Version: 1.0\nContent-Type: image/png\n\nx'), 'message/rfc822')).toBeNull()
})

test.each<[string, (size: number) => string]>([
  ['parts', (size) => '\n--b\nContent-Type: image/png\n\nx'.repeat(size)],
  ['parts of parts', (size) => '\n--b\nContent-Type: multipart/mixed; boundary=c\n\n--c'.repeat(size)],
  ['headers', (size) => 'A: b\n '.repeat(size)],
  ['encoded words', (size) => `\n\nSubject: ${'=?utf-8?Q?'.repeat(size)}`],
])('a mail costs linear time: %s', (_name, make) => {
  const run = (text: string) =>
    void mailBody(Buffer.from(`MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n${text}`), 'message/rfc822')
  expect(growth(make, run, 20_000)).toBeLessThan(8)
})
