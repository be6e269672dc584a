import { expect, test } from 'vitest'
import { KnownSigns } from './known-signs.ts'

test('a drawing is known by its class, by another name, or by what it draws', () => {
  const signs = new KnownSigns()
  expect(signs.named('lucide lucide-check', [undefined])).toEqual({ mark: '✓', star: null })
  expect(signs.named('icon', ['CloseIcon'])).toEqual({ mark: '✗', star: null })
  expect(signs.named('icon', ['star-half'])).toEqual({ mark: null, star: 'icon star-half' })
  expect(signs.named('icon', ['boat'])).toBeNull()
  expect(signs.named(undefined, [])).toBeNull()
  expect(signs.drawn(['M3 13l6 6L21 5'])).toEqual({ mark: '✓', star: null })
})

test('of a page of a thousand drawings some are looked at', () => {
  const signs = new KnownSigns()
  const first = ['M3 13l6 6L21 5']
  expect(signs.drawn(first)).not.toBeNull()
  const found = Array.from({ length: 10_000 }, (_, at) => signs.drawn([`M3 ${13 + at / 1e6}l6 6L21 5`])).filter(Boolean)
  expect(found.length).toBeLessThan(1_000)
  expect(signs.drawn(first)).not.toBeNull()
})
