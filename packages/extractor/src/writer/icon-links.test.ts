import { describe, expect, test } from 'vitest'
import { cells } from '../testing/gfm.ts'
import { read } from '../testing/read.ts'

const ICON = '<i class="fa fa-file-pdf" aria-hidden="true"></i>'
const inTable = (link: string): string =>
  read(`<table><tr><th>Year</th><th>Report</th></tr><tr><td>2025</td><td>${link}</td></tr></table>`).markdown

describe('a link that shows an icon alone leads where it led', () => {
  test.each([
    ['by its label', `<a href="/r/25.pdf" aria-label="Report of 2025">${ICON}</a>`, '[Report of 2025](https://harbour.example/r/25.pdf)'],
    ['by its title', '<a href="/r/25" title="Details"><svg><path d="M1 1"/></svg></a>', '[Details](https://harbour.example/r/25)'],
    [
      'by its picture',
      '<a href="/r/25.csv"><img src="/icons/csv.png" alt="Data" width="16" height="16"></a>',
      '[Data](https://harbour.example/r/25.csv)',
    ],
    [
      'by its file',
      `<div class="tools"><a href="/r/Report%202025.pdf?v=2">${ICON}</a></div>`,
      '[Report 2025.pdf](https://harbour.example/r/Report%202025.pdf?v=2)',
    ],
    [
      'two of them',
      `<a href="/a.pdf">${ICON}</a><a href="/b.xlsx">${ICON}</a>`,
      '[a.pdf](https://harbour.example/a.pdf) [b.xlsx](https://harbour.example/b.xlsx)',
    ],
  ])('%s', (_name, link, written) => {
    expect(inTable(link)).toContain(`| 2025 | ${written} |`)
  })

  test('behind what it is of, where it leads to a file', () => {
    const { markdown } = read(
      `<ul><li>Tides of 2025 <a href="/t/25.pdf">${ICON}</a></li><li>Tides of 2026 <span><a href="/t/26.pdf" title="Tides 2026, PDF">${ICON}</a></span></li></ul>`,
    )
    expect(markdown).toContain('- Tides of 2025 [25.pdf](https://harbour.example/t/25.pdf)')
    expect(markdown).toContain('- Tides of 2026 [Tides 2026, PDF](https://harbour.example/t/26.pdf)')
  })
})

describe('a link that does something, or leads nowhere, is none', () => {
  test.each([
    ['to vote', '<a href="/vote?id=1" title="upvote"><i class="icon-up"></i></a>'],
    ['to edit', '<a href="/edit/1" aria-label="Edit row"><i class="fa fa-pencil"></i></a>'],
    ['to share', '<a href="https://facebook.com/sharer?u=1" class="btn-facebook"><i class="fa fa-facebook"></i></a>'],
    ['of script', '<a href="#" title="Details"><i class="fa fa-plus"></i></a>'],
    [
      'with a long name',
      `<a href="/r/25.pdf" aria-label="${'word '.repeat(30)}"><i></i></a>`.replace('/r/25.pdf', `/r/${'a'.repeat(160)}.pdf`),
    ],
    ['hidden', `<a href="/r/25.pdf" style="display:none">${ICON}</a>`],
  ])('%s', (_name, link) => {
    expect(inTable(link)).not.toMatch(/\]\(/)
  })

  test('nor is an icon in a line that leads to a page', () => {
    expect(
      read(`<p>The board meets on Monday <a href="/print" title="For paper"><i class="fa fa-print"></i></a> at nine.</p>`).markdown,
    ).toContain('The board meets on Monday at nine.')
  })
})

test('ways to reach somebody stand on the card of who it is, and not those to send a page', () => {
  const card = (name: string, ...links: readonly string[]) =>
    `<div class="member"><h3>${name}</h3><p>Keeps the harbour open in all weathers.</p><div class="social">${links.map((href) => `<a href="${href}"><i class="fa"></i></a>`).join('')}</div></div>`
  const { markdown } = read(
    card('Ann', 'mailto:ann@harbour.example?subject=Hi', 'tel:+44123') +
      card('Ben', 'mailto:?body=Look', 'https://www.linkedin.com/in/ben'),
  )
  expect(markdown).toContain('[ann@harbour.example](mailto:ann@harbour.example?subject=Hi) [+44123](tel:+44123)')
  expect(markdown).not.toMatch(/body=Look|linkedin/)
  const head = '<div class="top"><a href="tel:+44999"><i class="fa fa-phone"></i></a></div>'
  expect(read(`${head}<p>${'The ferry sails at nine, and again at noon. '.repeat(30)}</p>`).markdown).not.toContain('tel:')
})

test('links that icons show are in the list of links', () => {
  expect(
    cells(
      read(`<table><tr><th>Year</th><th>Report</th></tr><tr><td>2025</td><td><a href="/r.pdf">${ICON}</a></td></tr></table>`).all(
        'table',
      )[0]!,
    )[1],
  ).toEqual(['2025', 'r.pdf'])
})
