import { expect, test } from 'vitest'
import { toComment, toDnssecError } from './extended-errors.ts'
import { toPublicName } from './name.ts'
import { toRows, toStrings } from './records.ts'

test.each([
  ['"a""b"', ['a', 'b']],
  ['"a" "b"', ['a', 'b']],
  ['"say \\"hi\\""', ['say "hi"']],
  ['"caf\\195\\169"', ['café']],
  ['"back\\\\slash"', ['back\\slash']],
  ['""', ['']],
  ['plain text with "quotes" inside', ['plain text with "quotes" inside']],
  ['"never closed', ['never closed']],
  ['"\\300x"', ['300x']],
])('the strings of %s', (data, strings) => {
  expect(toStrings(data).map(String)).toEqual(strings)
})

test('rows are cleaned: final dots, signatures, order of mail hosts', () => {
  const row = (type: number, data: string) => ({ name: 'Example.com.', type, TTL: 60, data })
  expect(toRows([row(15, '20 b.example.net.'), row(46, 'MX 13 2 ...'), row(15, '10 a.example.net.')])).toMatchObject([
    { name: 'Example.com', type: 'MX', data: '10 a.example.net', priority: 10, exchange: 'a.example.net' },
    { priority: 20 },
  ])
  const aliased = [row(5, 'c.example.net.'), row(15, '20 b.example.net.'), row(15, '10 a.example.net.')]
  expect(toRows(aliased)).toMatchObject([{ type: 'CNAME' }, { priority: 10 }, { priority: 20 }])
  expect(toRows([row(15, '0 .')])).toMatchObject([{ data: '0 .', exchange: '.' }])
  expect(toRows([row(2, 'ns1.example.net.')])).toMatchObject([{ type: 'NS', data: 'ns1.example.net', target: 'ns1.example.net' }])
  expect(toRows([row(28, '2001:DB8::1')])).toMatchObject([{ type: 'AAAA', data: '2001:db8::1' }])
  expect(toRows([row(64_999, 'xyz')])).toMatchObject([{ type: 'TYPE64999' }])
  expect(toRows([row(6, 'ns1.example.net. admin.example.net. 1 2 3 4 5')])).toMatchObject([
    { type: 'SOA', mname: 'ns1.example.net', rname: 'admin.example.net', serial: 1, refresh: 2, retry: 3, expire: 4, minimum: 5 },
  ])
  expect(toRows([row(6, 'garbage')])).toEqual([{ name: 'Example.com', type: 'SOA', ttl: 60, data: 'garbage' }])
})

test('an address that is none is not handed on', () => {
  expect(() => toRows([{ name: 'a.com', type: 1, TTL: 1, data: 'not an address' }])).toThrow(SyntaxError)
  expect(() => toRows([{ name: 'a.com', type: 15, TTL: 1, data: 'mx.example.net' }])).toThrow(SyntaxError)
})

test.each([
  ['"v=spf1 include:a.example " "include:b.example -all"', 'v=spf1 include:a.example include:b.example -all'],
  ['"v=spf1 include:a.example" " include:b.example -all"', 'v=spf1 include:a.example include:b.example -all'],
  ['"caf\\195" "\\169 noir"', 'café noir'],
  ['" v=spf1 -all "', ' v=spf1 -all '],
])('the strings of %s are joined with nothing between and nothing lost', (data, text) => {
  expect(toRows([{ name: 'a.com', type: 16, TTL: 1, data }])).toMatchObject([{ text, data: text }])
})

test('a megabyte of text is bounded', () => {
  const [row] = toRows([{ name: 'x'.repeat(1_000_000), type: 16, TTL: 1, data: `"${'y'.repeat(1_000_000)}"` }])
  expect(JSON.stringify(row).length).toBeLessThan(20_000)
})

test('extended errors are told in words, whichever form they come in', () => {
  expect(toDnssecError({ comments: ['EDE(9): DNSKEY Missing'], codes: [] })).toBe(
    'DNSSEC validation failed: the DNSKEY that the parent names is missing (extended error 9).',
  )
  expect(toDnssecError({ comments: [], codes: [{ code: 7, text: '' }] })).toContain('a signature has expired')
  expect(toDnssecError({ comments: ['EDE(22): No Reachable Authority'], codes: [] })).toBeNull()
  expect(toComment({ comments: ['Response\u202e from 192.0.2.1.'], codes: [{ code: 6, text: 'bogus' }] })).toBe(
    'Response from 192.0.2.1. EDE(6): bogus',
  )
  expect(toComment({ comments: [], codes: [] })).toBeNull()
})

test.each([
  ['Example.COM.', 'example.com'],
  ['bücher.example.de', 'xn--bcher-kva.example.de'],
  ['_dmarc.example.com', '_dmarc.example.com'],
  ['*.example.com', '*.example.com'],
  [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
])('%s is looked up as %s', (text, name) => {
  expect(toPublicName(text)).toEqual({ name })
})

test.each([
  '',
  '.',
  'localhost',
  'intranet',
  'printer.local',
  'db.internal',
  'a.home.arpa',
  'hidden.onion',
  '127.0.0.1',
  '127.1',
  '0x7f000001',
  '1.2.3.4.',
  '::1',
  '[::1]',
  '１２７.０.０.１',
  'http://example.com',
  'example.com/path',
  'example.com:53',
  'user@example.com',
  'ex%61mple.com',
  'a b.com',
  'a..b.com',
  '.example.com',
  'example.com..',
  '-a.com',
  'a-.com',
  'a.*.com',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(130)}com`,
  'x'.repeat(100_000),
  'nul\u0000.com',
  'xn--iñvalid.com',
])('%j is not a public name', (text) => {
  expect(toPublicName(text)).toHaveProperty('problem')
})
