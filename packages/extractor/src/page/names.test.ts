import { expect, test } from 'vitest'
import { asName, namesIn } from './names.ts'

test('a name is the text it is made of, whatever that is', () => {
  for (const text of ['x-foo', '__proto__', 'constructor', '7', 'loading="lazy"', 'é', '']) expect(asName(text)).toBe(text)
  expect([...namesIn('b i b')]).toEqual(['b', 'i'])
})
