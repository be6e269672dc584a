import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'

const STORIES = [
  [
    'Two new pilots',
    'Marit and Joost passed their examination in May, after three winters on the pilot boat and a summer at school.',
    'Meet the pilots',
  ],
  [
    'A lost anchor',
    'Somebody lost an anchor of eighty kilos off the northern mole, and it is kept behind the office until autumn.',
    'Claim it',
  ],
  [
    'Lights on the mole',
    'The lamps of the southern mole burn again, since the cable that eels had eaten was laid anew in April.',
    'See the lamps',
  ],
  [
    'A book for summer',
    'The librarian recommends the diary of a dredger who wrote down every coin and shoe that came up with the mud.',
    'Borrow it',
  ],
]

const cell = (inner: string): string =>
  `<table role="presentation"><tbody><tr><td style="font-size:0px;padding:10px">${inner}</td></tr></tbody></table>`
const text = (inner: string): string => `<div style="font-size:13px">${inner}</div>`

test('a newsletter keeps all that it says up to the way out', () => {
  const stories = STORIES.map(([title, said, link], at) =>
    cell(
      text(`<strong>${title}</strong>`) +
        text(said!) +
        cell(`<p style="font-size:13px"><a href="https://harbour.example/${at}">${link}</a></p>`),
    ),
  )
  const end =
    cell(text('You receive this because you moored with us. <a href="https://mail.example/unsub/1">Leave</a>')) +
    cell(text('Mole 1, Wilhelmshaven'))
  const page = extractPage({
    html: `<html><head><title>Harbour letter 15</title></head><body>${stories.join('')}${cell(text('See you at the mole when the season begins in June, as it always has.'))}${end}</body></html>`,
    url: 'https://mail.example/view/15',
  })
  for (const [title, said, link] of STORIES) for (const part of [title, said, `[${link}](`]) expect(page?.markdown).toContain(part)
  expect(page?.markdown).not.toMatch(/Leave|Wilhelmshaven/)
})
