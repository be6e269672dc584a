import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { NAMES, SAID } from '../testing/thread.ts'

const COMMENTS = SAID.map(
  (text, at) =>
    `<div class="activity-comment"><div><a class="user" href="/users/${at}/x">${NAMES[at]}</a> added a comment - <time datetime="2024-03-1${at}T10:00:00Z">1${at}/Mar/24</time></div><p>${text}</p></div>`,
).join('')
const read = (fields: string) =>
  extractPage({
    html: `<html lang="en"><head><title>Pump loses prime</title></head><body><main><h1>Pump loses prime</h1><p>${SAID[0]} It happened twice.</p>${COMMENTS}${fields}</main></body></html>`,
    url: 'https://tracker.example/browse/PUMP-12',
  })!

test('who reported something to a tracker and when is not who says something of it', () => {
  const people = '<dl><dt>Assignee:</dt><dd>Tom Sand</dd></dl><dl><dt>Reporter:</dt><dd>Hiroshi Ota</dd></dl>'
  const days =
    '<dl><dt>Created:</dt><dd><time datetime="2024-02-13T11:31:00+0000">13/Feb/24 11:31</time></dd></dl><dl><dt>Updated:</dt><dd>20/Nov/24</dd></dl>'
  expect(read(`${people}${days}`)).toMatchObject({ byline: 'Hiroshi Ota', publishedTime: '2024-02-13T11:31:00+00:00' })
})

test('one field may say both', () => {
  const fields =
    '<table><tr><th>Assignee:</th><td>Tom Sand</td></tr><tr><th>Reported:</th><td>2024-02-13 19:42 UTC by Niels Aarden</td></tr><tr><th>Modified:</th><td>2024-05-20 06:58 UTC</td></tr></table>'
  expect(read(fields)).toMatchObject({ byline: 'Niels Aarden', publishedTime: '2024-02-13' })
})
