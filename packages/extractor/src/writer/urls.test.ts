import { expect, test } from 'vitest'
import { linkUrl } from './urls.ts'

test.each([
  ['https://www.google.com/url?q=https://tides.example/a%3Fb%3D1&sa=D&source=editors&usg=x', 'https://tides.example/a?b=1'],
  ['https://l.facebook.com/l.php?u=https%3A%2F%2Ftides.example%2Fa&h=x', 'https://tides.example/a'],
  ['https://www.google.com/url?q=javascript:alert(1)&sa=D', 'https://www.google.com/url?q=javascript:alert(1)&sa=D'],
  ['https://www.google.com/url?sa=D', 'https://www.google.com/url?sa=D'],
  ['https://www.google.com/search?q=https://tides.example/', 'https://www.google.com/search?q=https://tides.example/'],
])('an address that only leads on is that which it leads to: %s', (given, expected) => {
  expect(linkUrl(given, null)).toBe(expected)
})

test.each(['#', ' # ', '#!'])('what leads nowhere is no link: %s', (given) => {
  expect(linkUrl(given, 'https://a.example/b')).toBeNull()
})
