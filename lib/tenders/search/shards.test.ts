import { expect, test } from 'vitest'
import { Shards } from './shards.ts'

test('holds what a map would, and a copy and its original know nothing of each other', () => {
  const [map, shards] = [new Map<string, number>(), new Shards<number>()]
  for (let number = 0; number < 5_000; number += 1) {
    map.set(`fts:${number % 3_000}-2026`, number)
    shards.set(`fts:${number % 3_000}-2026`, number)
  }
  for (let number = 0; number < 3_000; number += 7) {
    map.delete(`fts:${number}-2026`)
    shards.delete(`fts:${number}-2026`)
  }
  shards.delete('nobody')
  expect(shards.size).toBe(map.size)
  expect([...shards.values()].toSorted((a, b) => a - b)).toEqual([...map.values()].toSorted((a, b) => a - b))
  for (const [key, value] of map) expect(shards.get(key)).toBe(value)
  expect(shards.get('__proto__')).toBeUndefined()

  const copy = new Shards(shards)
  copy.set('new', 1)
  shards.set('fts:1-2026', -1)
  copy.delete('fts:2-2026')
  expect([copy.get('new'), shards.get('new')]).toEqual([1, undefined])
  expect([copy.get('fts:1-2026'), shards.get('fts:1-2026')]).toEqual([map.get('fts:1-2026'), -1])
  expect([copy.get('fts:2-2026'), shards.get('fts:2-2026')]).toEqual([undefined, map.get('fts:2-2026')])
  expect([copy.size, shards.size]).toEqual([map.size, map.size])
})
