import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Parser from 'rss-parser'
import { expect, test } from 'vitest'
import { changelogFeed } from './changelog-feed.ts'
import { VERSION } from './openapi.ts'

const settings = { BASE_URL: 'https://tools.example.com' }
const now = new Date('2026-11-21T10:00:00Z')

test('every version is an entry with its date, newest first, readable by a feed reader', async () => {
  const source = '# Changelog\nFor callers.\n\n## 1.1.0 (2027-01-05)\n- A `new` tool & more.\n\n## 1.0.0 (2026-11-20)\n- First.\n'
  const feed = await new Parser().parseString(changelogFeed(source, now, settings))
  expect(feed.items.map(({ title, isoDate, id }) => [title, isoDate, id])).toEqual([
    ['1.1.0 (2027-01-05)', '2027-01-05T00:00:00.000Z', 'https://tools.example.com/changelog#1.1.0'],
    ['1.0.0 (2026-11-20)', '2026-11-20T00:00:00.000Z', 'https://tools.example.com/changelog#1.0.0'],
  ])
  expect(feed.items[0]?.content).toContain('<code>new</code> tool &amp; more')
})

test('the changelog of this repository begins with the version that the service states; one without a date is as new as the file', async () => {
  const source = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  const feed = await new Parser().parseString(changelogFeed(source, now, settings))
  expect(feed.items[0]?.title).toMatch(new RegExp(`^${VERSION} `))
  expect((await new Parser().parseString(changelogFeed('## Next (unreleased)\n- x\n', now, settings))).items[0]?.isoDate).toBe(
    now.toISOString(),
  )
})

test('the package has that version too, and so has its lock', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'))
  const lock = read('package-lock.json')
  expect([read('package.json').version, lock.version, lock.packages[''].version]).toEqual([VERSION, VERSION, VERSION])
})

test('a changelog without versions is an empty feed', () => {
  expect(changelogFeed('', now, settings)).toContain('<feed xmlns="http://www.w3.org/2005/Atom">')
})
