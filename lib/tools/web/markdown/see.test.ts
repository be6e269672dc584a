import { afterAll, describe, expect, test } from 'vitest'
import { testCore } from '../../../../tests/support/core.ts'
import { makeConvertPool } from './pool.ts'
import { isLong, MOST_BYTES, see } from './see.ts'
import { seePage, viewPage } from './view-page.ts'

const core = testCore()
const pool = makeConvertPool({ size: 1, patience: 10 })
afterAll(() => pool.close())

const MARKS = '*a* `b` '.repeat(40_000)
const closed = makeConvertPool({ size: 1 })
afterAll(() => closed.close())

describe('a long look at a long page', () => {
  test.each([{ format: 'text' }, { format: 'json' }, { offset: 1_000, maxTokens: 200 }, { maxTokens: 500 }] as const)(
    '%j is a worker’s, and the same as here',
    async (view) => {
      await closed.close()
      await expect(seePage(core, { markdown: MARKS }, view, closed)).rejects.toMatchObject({ status: 503 })
      const sight = { markdown: MARKS, offset: 0, maxTokens: 250_000, format: 'markdown' as const, ...view }
      expect(await seePage(core, { markdown: MARKS }, view, pool)).toEqual(see(sight))
    },
  )

  test('that takes too long costs its own answer, which is not charged', async () => {
    const hasty = makeConvertPool({ size: 1, patience: 0.001 })
    const slow = hasty.see({ markdown: MARKS, offset: 0, maxTokens: 250_000, format: 'text' }, { deadlineMs: 1, waitMs: 60_000_000 })
    await expect(slow).rejects.toMatchObject({ reason: 'too_slow' })
    await hasty.close()
  })
})

test('what is short, and all of a page as it is, needs no worker', () => {
  const sight = { markdown: MARKS, offset: 0, maxTokens: 250_000, format: 'markdown' as const }
  expect(isLong(sight)).toBe(false)
  expect(isLong({ ...sight, markdown: MARKS.slice(0, 1_000), offset: 5, format: 'json' })).toBe(false)
})

test('what a worker saw is what is sold', async () => {
  const page = {
    markdown: MARKS,
    links: [],
    truncated: false,
    pageKind: null,
    contentType: 'text/html',
    extraction: 'article' as const,
  }
  const view = { maxTokens: 200, offset: 800, format: 'json' as const }
  expect(viewPage(page, view, await seePage(core, page, view, pool))).toEqual(viewPage(page, view))
})

describe('no look has more than an answer can hold, and says where to go on', () => {
  const prose = 'The tide turns twice a day and the ferry with it.\n\n'.repeat(58_000)
  const sight = { offset: 0, maxTokens: Number.MAX_SAFE_INTEGER }

  test('three megabytes of prose are given whole', () => {
    expect(see({ ...sight, markdown: prose, format: 'markdown' })).toMatchObject({ markdown: prose, nextOffset: null })
  })

  test.each([
    ['prose', prose],
    ['signs that JSON escapes', '" '.repeat(1_400_000)],
    ['blocks of one sign', '# b\n\na\n\n'.repeat(60_000)],
  ])('%s', (_, markdown) => {
    for (const format of ['markdown', 'text', 'json'] as const) {
      const seen = see({ ...sight, markdown, format })
      expect(Buffer.byteLength(JSON.stringify(seen)), format).toBeLessThanOrEqual(MOST_BYTES)
      expect(seen.nextOffset ?? markdown.length, format).toBeGreaterThan(200_000)
    }
  })

  test('links beside it are as many as fit', () => {
    const links = Array.from({ length: 2_000 }, (_, at) => ({ text: `${at}`, url: `https://harbour.example/${'x'.repeat(3_000)}` }))
    const page = { markdown: 'Tides.', links, truncated: false, pageKind: null, contentType: 'text/html', extraction: 'article' as const }
    const { link_list, links: count } = viewPage(page, { listLinks: true })
    expect(Buffer.byteLength(JSON.stringify(link_list))).toBeLessThan(501_000)
    expect([count, link_list!.length > 100]).toEqual([2_000, true])
  })
})
