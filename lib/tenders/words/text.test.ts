import { expect, test } from 'vitest'
import { cleanText, maskContacts, stripInvisible, toSummary } from './text.ts'

const summaryOf = (raw: string) => toSummary(cleanText(raw))

test.each([
  ['Fish &amp;amp; chips', 'Fish & chips'],
  ['St Peter&apos;s &pound;5 &#146;til &#x1F600;', "St Peter's £5 ’til 😀"],
  ['&lt;b&gt;bold&lt;/b&gt; <br/>next<!-- gone -->', 'bold next'],
  ['fewer than < 5 > 2 <500 pupils', 'fewer than < 5 > 2 <500 pupils'],
  ['a\u0000b\uD800c\uDC00d\uFFFEe\uFFFFf\u0008', 'abcdef'],
  ['zero\u200Bwidth \u202Eright\u2066 to left\u200F soft\u00ADhyphen \uFEFF', 'zerowidth right to left softhyphen'],
  ['  tab\tand\r\nline\u2028break\u0085and\u00A0space ', 'tab and line break and space'],
  ['&unknown; &copy 5 & 6 &#0; &#xD800; &#99999999;', '&unknown; &copy 5 & 6'],
])('cleans %j', (raw, clean) => {
  expect(cleanText(raw)).toBe(clean)
})

test.each([null, undefined, 5, [], {}, Number.NaN])('what is not text gives no text: %j', (raw) => {
  expect(cleanText(raw)).toBe('')
})

test('stripping invisible characters keeps emoji, accents and line breaks', () => {
  expect(stripInvisible('é😀\n\u0000\u202Ex')).toBe('é😀\nx')
})

test.each([
  '020 7946 0000',
  '(020) 7946 0000',
  '+44 (0)20 7946 0000',
  '(+44) 20 7946 0000',
  '+44 (20) 7946 0000',
  '+44(0)2079460000',
  '+44 020 7946 0000',
  '0044 20 7946 0000',
  '(0044) 20 7946 0000',
  '07700 900 123',
  '07700.900.123',
  '01632-960-123',
  '020\u20117946\u20110000',
  '0 207 946 0000',
  '01632 96012',
])('masks the telephone number %s', (number) => {
  expect(maskContacts(`Ring ${number}.`)).toBe('Ring [phone removed].')
  expect(maskContacts(`Tel:${number}, 24 hours`)).toBe('Tel:[phone removed], 24 hours')
})

test('masks every one of several numbers', () => {
  expect(maskContacts('020 7946 0000 07700 900123')).toBe('[phone removed] [phone removed]')
  expect(maskContacts('020 7946 0000/07700 900123, 01632 960123')).toBe('[phone removed]/[phone removed], [phone removed]')
  expect(maskContacts('07700 900123-07700 900124')).toBe('[phone removed]-[phone removed]')
  expect(maskContacts('(020 7946 0000)')).toBe('([phone removed])')
})

test.each([
  '0900 2025-03-11',
  '2018/S 031-067685',
  'notice 083563-2026',
  'from 01.04.2025 10 lots',
  '01.04.2025 - 31.03.2028',
  'GBP 1 000 000 000',
  '£1,000,000,000.00',
  '0.1234567890',
  '09310000-5, 09331200-0',
  'RA0348114567',
  'ref 12-0123456789',
  'https://example.org/notice/0207946000?id=02079460000',
  'open 0900-1700 from 01/04/2025',
])('%s is no telephone number', (text) => {
  expect(maskContacts(text)).toBe(text)
})

test.each([
  'jo.oneill@example.org',
  "jo.o'neill+tenders@mail.example.co.uk",
  'jo @ example.org',
  'jo(at)example.org',
  'jo [at] example [dot] gov [dot] uk',
])('masks the address %s', (address) => {
  expect(maskContacts(`Write to ${address} today`)).toBe('Write to [email removed] today')
})

test('no false address', () => {
  expect(maskContacts('arrive at (at) noon @ the hall')).toBe('arrive at (at) noon @ the hall')
})

test('a contact hidden by entities or zero-width characters is masked all the same', () => {
  expect(summaryOf('Ask jo&#64;exam\u200Bple.org or 020&nbsp;7946&nbsp;0000')).toBe('Ask [email removed] or [phone removed]')
})

test('a summary of 500 characters stays, a longer one is cut at a space', () => {
  const exact = 'x'.repeat(500)
  expect(summaryOf(exact)).toBe(exact)
  expect(summaryOf(`${'word '.repeat(99)}abcd efgh`)).toBe(`${'word '.repeat(99)}abcd…`)
})

test('the cut comes after masking and never halves a character', () => {
  const text = `${'w '.repeat(240)}jo.with.a.long.name@example.org and more`
  expect(summaryOf(text)).toBe(`${'w '.repeat(240)}[email removed] and…`)
  expect(summaryOf('😀'.repeat(600))).toBe(`${'😀'.repeat(499)}…`)
  expect(summaryOf(`${'a'.repeat(499)}😀 tail`).isWellFormed()).toBe(true)
})

test('hostile sizes end', () => {
  for (const text of ['0 '.repeat(50_000), 'a'.repeat(50_000), '<a'.repeat(50_000), 'a ( at '.repeat(20_000), '(+44'.repeat(20_000)]) {
    expect(summaryOf(text).length).toBeLessThanOrEqual(500)
  }
})

test('megabytes are read as far as anybody could mean them, and never throw', () => {
  for (const part of ['0 ', '+44 ', 'a@', '<!--', '<a ', '&amp;', 'x'])
    expect(summaryOf(part.repeat(10_000_000 / part.length)).length, part).toBeLessThanOrEqual(500)
})
