import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const release = (version: string, at: number): string =>
  `<section id="v${at}"><h2>${version}<a class="headerlink" href="#v${at}">¶</a></h2><p>Fixed in the parser:</p><ul><li>Names of ${at} letters are read</li><li>The log names the limit, see <a href="https://bugs.example/${at}">#${at}</a></li></ul></section>`

test('releases of a changelog are sections with headings, not cards', () => {
  const html = `<html><head><meta name="generator" content="Docutils 0.19"><title>Changelog — Quill documentation</title></head><body><div role="main" class="document"><section id="changelog"><h1>Changelog</h1>
    <p>All notable changes of the broker are listed here. Dates are those of the release.</p>${['3.1.0', '3.0.0', '2.3.1', '2.3.0'].map((version, at) => release(version, at + 400)).join('')}</section></div></body></html>`
  const { markdown } = extractPage({ html, url: 'https://docs.example/changelog.html' })!
  expect(markdown.match(/^## .*/gm)).toEqual(['## 3.1.0', '## 3.0.0', '## 2.3.1', '## 2.3.0'])
})
