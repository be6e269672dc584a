import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const TEXT =
  'The council maintains a register of every boat that lies on the canal, and anyone may look at it in the office beside the lock.'
const read = (below: string, { head = '', title = 'Mooring at the upper basin', above = '' } = {}) =>
  extractPage({
    html: `<html lang="en"><head><title>${title}</title>${head}</head><body><main>${above}<h1>${title}</h1>${below}<p>${TEXT}</p><p>${TEXT} It is open.</p></main></body></html>`,
    url: 'https://register.example/a?id=1',
  })!

test.each(['Application Received', 'Last Update', 'Date Received', 'Consultation Expiry', 'Closing Date', 'Datum Aktualisierung'])(
  'a label of a day names nobody: %s',
  (label) => {
    const row = `<table><tr><th scope="row">${label}</th><td>Tue 04 Mar 2025</td></tr><tr><th scope="row">Status</th><td>Decided</td></tr></table>`
    for (const html of [row, `<div><span>${label}</span> <span>4 March 2025</span></div>`, `<div>${label}</div><div>4 March 2025</div>`])
      expect(read(html).byline).toBeNull()
  },
)

test('the head of a row and a term name nobody, whatever they say', () => {
  expect(
    read('<table><tr><th>Plan Agreed</th><td>4 March 2025</td></tr><tr><th>Case Officer</th><td>B. Weir</td></tr></table>').byline,
  ).toBeNull()
  expect(read('<dl><dt>Plan Agreed</dt><dd>4 March 2025</dd></dl>').byline).toBeNull()
})

test.each([
  '<table><tr><th>Application Validated</th><td>10 March 2025</td></tr><tr><th>Status</th><td>Decided</td></tr></table>',
  '<table><tr><td>Launch date:</td><td>10 March 2025</td></tr><tr><td>Sector</td><td>Global</td></tr></table>',
  '<ul><li><span class="label">Ex-Dividend Date</span> <span class="value">Mar 10, 2025</span></li></ul>',
  '<p class="price-date">Prices as at 10 March 2025</p>',
  '<p>For the quarterly period ended March 10, 2025</p>',
  '<dl><dt>Study start</dt><dd><time datetime="2025-03-10">10 March 2025</time></dd></dl>',
  '<table><tr><th>Date</th><th>Type</th><th>Filing</th></tr><tr><td>10 Mar 2025</td><td>AA</td><td>Accounts</td></tr></table>',
  '<p>Received 10 March 2025, accepted 12 April 2025</p>',
])('a day with a name of its own is not that of publication: %s', (html) => {
  expect(read(html).publishedTime).toBeNull()
})

test.each([
  '<table><tr><th>Published</th><td>10 March 2025</td></tr><tr><th>Pages</th><td>12</td></tr></table>',
  '<table><tr><th>Release date</th><td>10 March 2025</td></tr><tr><th>Pages</th><td>12</td></tr></table>',
  '<dl><dt>Date</dt><dd>10 March 2025</dd></dl>',
  '<div><span class="label label-info">News</span> <span>10 March 2025</span></div>',
  '<p>Received 3 January 2025, accepted 12 February 2025, published 10 March 2025</p>',
])('a day that is called that of publication is: %s', (html) => {
  expect(read(html).publishedTime).toBe('2025-03-10')
})

test('the value of a row is kept where it is what the page is called', () => {
  const title = '25/01234/FUL'
  const page = extractPage({
    html: `<html lang="en"><head><title>${title} | Two storey extension</title></head><body><main><h1>Summary of an application</h1><table><tr><th>Reference</th><td>${title}</td></tr><tr><th>Status</th><td>Decided</td></tr></table><p>${TEXT}</p></main></body></html>`,
    url: 'https://register.example/a?id=1',
  })!
  expect(page.title).toBe(title)
  expect(page.markdown).toContain(`| Reference | ${title} |`)
})

test('of the days and persons of a patent its issue and its inventors are those of the page', () => {
  const head =
    '<meta name="DC.date" content="2006-12-27" scheme="dateSubmitted"><meta name="DC.date" content="2010-02-02" scheme="issue"><meta name="DC.contributor" content="Ann F. Harbour" scheme="inventor"><meta name="DC.contributor" content="Quay Corp" scheme="assignee">'
  const { byline, publishedTime } = read('', { head })
  expect({ byline, publishedTime }).toEqual({ byline: 'Ann F. Harbour', publishedTime: '2010-02-02' })
  expect(read('', { head: '<meta name="DC.date" content="2010-02-02" scheme="W3CDTF">' }).publishedTime).toBe('2010-02-02')
})

test('a heading that only screen readers are told is called as the title tag has it with what it is of', () => {
  const html = (hidden: string) =>
    `<html lang="en"><head><title>NORTH QUAY LIMITED filing history - Find companies</title></head><body><main><p class="heading">NORTH QUAY LIMITED</p><h1${hidden}>Filing history</h1><p>${TEXT}</p><p>${TEXT}</p></main></body></html>`
  const title = (hidden: string) => extractPage({ html: html(hidden), url: 'https://register.example/a' })!.title
  expect(title(' class="visuallyhidden"')).toBe('NORTH QUAY LIMITED filing history')
  expect(title('')).toBe('Filing history')
})

test('what all pages of a catalogue stand in is not what one of them is called', () => {
  const html = `<html lang="en"><head><title>MATH201 Real Analysis - Module catalogue - Westmoor</title></head><body><main><h1>2025/26 Undergraduate Module Catalogue</h1><h2>MATH201 Real Analysis</h2><p>${TEXT}</p><p>${TEXT}</p></main></body></html>`
  expect(extractPage({ html, url: 'https://register.example/a' })!.title).toBe('MATH201 Real Analysis')
})

test('authors of an entry in a list of what somebody published did not write the page', () => {
  const list =
    '<ol><li><span class="authors">Marsh H, Novak P</span> (2023) Bounds for operators.</li><li><span class="authors">Marsh H</span> (2020) Weighted spaces.</li></ol>'
  expect(read(list).byline).toBeNull()
})
