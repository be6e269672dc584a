import { expect } from 'vitest'
import { extractPage } from '../extract.ts'
import { all, type Parsed, parseGfm } from './gfm.ts'

const FILLER = [
  'The harbour authority met on Tuesday to discuss the new breakwater, which has been delayed twice since the storms of last winter.',
  'Engineers told the meeting that the foundations are sound, but that the supply of granite from the quarry remains uncertain until spring.',
  'Several residents asked whether the ferry timetable would change, and the chairman promised a written answer before the end of the month.',
  'Work is expected to resume in April, when the first barges can cross the bay safely and the divers return from their winter season.',
]

/** A page of news around some content. */
export const page = (content: string): string => `<!doctype html><html lang="en"><head><title>Breakwater work to resume</title></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li><li><a href="/contact">Contact</a></li></ul></nav>
<main><article><h1>Breakwater work to resume</h1><p>${FILLER[0]}</p><p>${FILLER[1]}</p>${content}<p>${FILLER[2]}</p><p>${FILLER[3]}</p></article></main>
<footer><p>Copyright Harbour News. All rights reserved.</p></footer></body></html>`

/** That page as Markdown, parsed again. */
export function read(content: string): { markdown: string; tree: Parsed; all: (type: string) => Parsed[] } {
  const result = extractPage({ html: page(content), url: 'https://harbour.example/news/breakwater' })
  expect(result).not.toBeNull()
  const tree = parseGfm(result!.markdown)
  return { markdown: result!.markdown, tree, all: (type) => all(tree, type) }
}
