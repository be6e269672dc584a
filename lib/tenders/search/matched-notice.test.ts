import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { made } from '../feed/feed.test-support.ts'
import { MatchedNotice } from './matched-notice.ts'
import { Shards } from './shards.ts'
import { runAtOnce } from './turns.ts'

test('a notice says what it said, in every script, packed or not', () => {
  const text = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (texts) => {
      const rows = texts.map(([title, summary]) =>
        made({ title, summary, value_gbp: 0.5, unavailable: [{ field: 'lots', reason: title }] }),
      )
      const saying = () => rows.map(({ notice }) => JSON.stringify(notice))
      const said = saying()
      expect(rows.map(({ notice: { title, summary, unavailable } }) => [title, summary, unavailable?.[0]?.reason])).toEqual(
        texts.map(([title, summary]) => [title, summary, title]),
      )
      MatchedNotice.pack(rows)
      expect(saying()).toEqual(said)
      MatchedNotice.pack(rows.slice(1))
      expect(saying()).toEqual(said)
    }),
  )
})

/** Bytes of all buffers that somebody can still reach. */
function bufferBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  // The second waits for what the first left to others.
  collect()
  collect()
  return process.memoryUsage().arrayBuffers
}

test('texts of notices that are gone do not stay in memory because others beside them are still there', () => {
  const [every, length] = [10, 4_000]
  const rows = new Shards<MatchedNotice>()
  const before = bufferBytes()
  for (let at = 0; at < 5_000; at += 100) {
    const read = Array.from({ length: 100 }, (_, number) =>
      made({ id: `fts:${at + number}`, summary: `${at + number} `.repeat(length / 4) }),
    )
    MatchedNotice.pack(read)
    for (const row of read) rows.set(row.id, row)
  }
  for (let at = 0; at < 5_000; at += 1) if (at % every > 0) rows.delete(`fts:${at}`)
  const left = [...rows.values()].map(({ notice }) => notice)
  expect(left).toHaveLength(500)
  expect(bufferBytes() - before).toBeGreaterThan(4_000 * length)
  runAtOnce(MatchedNotice.repack(rows))
  expect(bufferBytes() - before).toBeLessThan(1_000 * length)
  expect([...rows.values()].map(({ notice }) => notice)).toEqual(left)
})
