/** To whom a cookie goes back. */
import { expect, test } from 'vitest'
import { ChainCookies } from './cookies.ts'

const sent = (from: string, fields: string, to: string): string | undefined => {
  const cookies = new ChainCookies()
  cookies.take(new URL(from), fields)
  return cookies.of(new URL(to))
}

test.each([
  ['the host itself', 'https://www.tides.example/', 'a=1', 'https://www.tides.example/x', 'a=1'],
  ['no other host', 'https://www.tides.example/', 'a=1', 'https://tides.example/', undefined],
  ['hosts of the domain it names', 'https://www.tides.co.uk/', 'a=1; Domain=tides.co.uk', 'https://shop.tides.co.uk/', 'a=1'],
  ['hosts of the domain it names with a dot', 'https://tides.co.uk/', 'a=1; domain=.Tides.co.uk', 'https://www.tides.co.uk/', 'a=1'],
  ['nobody where it names a registry', 'https://www.tides.co.uk/', 'a=1; Domain=co.uk', 'https://www.harbour.co.uk/', undefined],
  ['nobody where it names somebody else', 'https://www.tides.co.uk/', 'a=1; Domain=harbour.co.uk', 'https://harbour.co.uk/', undefined],
  ['no host that only ends alike', 'https://tides.co.uk/', 'a=1; Domain=tides.co.uk', 'https://riptides.co.uk/', undefined],
  ['the path it names', 'https://tides.co.uk/', 'a=1; Path=/x\nb=2; Path=/y', 'https://tides.co.uk/x/z', 'a=1'],
  ['nobody in the clear where it is secure', 'https://tides.co.uk/', 'a=1; Secure', 'http://tides.co.uk/', undefined],
  ['nobody once it has expired', 'https://tides.co.uk/', 'a=1\nb=2\na=; Max-Age=0', 'https://tides.co.uk/', 'b=2'],
  ['nobody where its value is no text of a header', 'https://tides.co.uk/', 'a=\u00e9\nb=2\nc=\u0001', 'https://tides.co.uk/', 'b=2'],
  ['nobody where it is longer than a header', 'https://tides.co.uk/', `a=${'x'.repeat(5_000)}`, 'https://tides.co.uk/', undefined],
])('a cookie goes to %s', (_who, from, fields, to, expected) => {
  expect(sent(from, fields, to)).toBe(expected)
})
