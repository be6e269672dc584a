import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const PROSE = 'Opens the gate of the lock and waits until the levels on both sides are equal, which takes four minutes at most.'
const entries = Array.from({ length: 12 }, (_, at) => `openGate${at}`)
const list = `<ul>${entries.map((name) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul>`
const text = entries.map((name) => `<h3 id="${name}">${name}(lock)</h3><p>${PROSE}</p><pre>${name}(upper)</pre>`).join('')
const read = (body: string): string =>
  extractPage({
    html: `<html><head><title>locks module — Canal 3.2 documentation</title></head><body><div class="document">${body}</div></body></html>`,
    url: 'https://docs.example/api/locks.html',
  })!.markdown

test('a list of every entry beside the text of documentation is left out', () => {
  const markdown = read(
    `<div class="columns"><div class="three"><p>Search:</p>${list}</div><div class="nine"><h1>locks module</h1><p>${PROSE}</p>${text}</div></div>`,
  )
  expect(markdown).not.toContain('](https://docs.example/api/locks.html#openGate')
  expect(markdown).toContain('### openGate11(lock)')
})

test.each([
  ['in the text', `<h1>locks module</h1><p>${PROSE}</p><div>${list}</div>${text}`],
  [
    'that is a table with more in it',
    `<div><h1>locks module</h1>${text}</div><div><table>${entries.map((name) => `<tr><td>void</td><td><a href="#${name}">${name}</a></td></tr>`).join('')}</table></div>`,
  ],
  ['that is all there is', `<h1>Index of locks</h1><div><div>${list}</div></div>`],
])('a list of entries stays %s', (_name, body) => {
  expect(read(body)).toContain('[openGate11](https://docs.example/api/locks.html#openGate11)')
})
