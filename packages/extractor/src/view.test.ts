import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDocument } from './document.ts'
import { countTokens, isSelector, plainText, takePart, toBlocks } from './view.ts'

const PAGE = `<title>Tides</title><main><h1>Tides</h1><div class="intro"><p>The tide <a href="/turns">turns</a> twice.</p></div>
<section id="north"><h2>North</h2><p>Late. <img src="/n.png" alt="Map"></p><div class="intro"><p>Inner</p></div></section></main><aside class="intro"><p>Elsewhere <a href="/else"><code>x</code></a></p></aside>`
const read = (options: { selector?: string; images?: boolean }) => readDocument(PAGE, 'https://tide.example/', options)

test('a selector takes all of what it names, once and in order, and nothing else', () => {
  expect(read({ selector: '#north, .intro' })).toMatchObject({
    ok: true,
    document: {
      markdown:
        'The tide [turns](https://tide.example/turns) twice.\n\n## North\n\nLate. ![Map](https://tide.example/n.png)\n\nInner\n\nElsewhere [`x`](https://tide.example/else)',
    },
  })
  expect(read({ selector: 'section > p' })).toMatchObject({ document: { markdown: 'Late. ![Map](https://tide.example/n.png)', links: [] } })
  expect(read({ selector: '.nowhere' })).toEqual({ ok: false, reason: 'nothing_selected' })
})

test.each([
  ['main article', true],
  ['a[href^="/x"]:not(.y) > li:nth-child(2)', true],
  ['', false],
  ['a[', false],
  ['>>', false],
  [':nonsense', false],
])('%j is a selector: %s', (text, expected) => {
  expect(isSelector(text)).toBe(expected)
})

test('pictures can be left out, and links are listed', () => {
  const result = read({ selector: 'main, aside', images: false })
  expect(result).toMatchObject({
    document: {
      links: [
        { text: 'turns', url: 'https://tide.example/turns' },
        { text: 'x', url: 'https://tide.example/else' },
      ],
    },
  })
  expect(result.ok && result.document.markdown).not.toContain('![')
})

const CODE = Array.from({ length: 200 }, (_, line) => `const line${line} = '\u00e9'`).join('\n')
const LONG = `# One\n\n${'A sentence with some words. '.repeat(60).trim()}\n\n\`\`\`js\n${CODE}\n\`\`\`\n\n- item\n- item\n\nEnd.`

function parts(markdown: string, maxTokens: number): string[] {
  const found: string[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const { markdown: part, nextOffset } = takePart(markdown, offset, maxTokens)
    expect(countTokens(part)).toBeLessThanOrEqual(maxTokens)
    expect(nextOffset ?? Number.POSITIVE_INFINITY).toBeGreaterThan(offset)
    found.push(part)
    offset = nextOffset
  }
  return found
}

test('the parts of a page are all of it, each within its tokens, and code stays code', () => {
  const words = (text: string): string[] => plainText(text).split(/\s+/).filter(Boolean)
  const all = parts(LONG, 150)
  expect(all.length).toBeGreaterThan(5)
  expect(all.flatMap(words)).toEqual(words(LONG))
  for (const part of all) expect(part.match(/^```/gm)?.length ?? 0).toSatisfy((count: number) => count % 2 === 0)
  expect(takePart(LONG, 0, 250_000)).toEqual({ markdown: LONG, nextOffset: null })
  expect(takePart(LONG, 1_000_000, 100)).toEqual({ markdown: '', nextOffset: null })
})

test('whatever the text, its parts end and fit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 3_000 }), fc.integer({ min: 100, max: 300 }), (text, maxTokens) => {
      parts(text, maxTokens)
    }),
    { numRuns: 60 },
  )
})

test('blocks have their kinds', () => {
  const markdown =
    '# A\n\nText\n\n- one\n\n  more\n- two\n\n| a |\n| --- |\n| b |\n\n```js\nx\n\ny\n```\n\n> said\n\n![a](https://a.example/b.png)\n\n***\n\n1. x'
  expect(toBlocks(markdown).map(({ kind }) => kind)).toEqual([
    'heading',
    'paragraph',
    'list',
    'table',
    'code',
    'quote',
    'image',
    'rule',
    'list',
  ])
  expect(toBlocks(markdown)[4]).toEqual({ kind: 'code', text: 'x\n\ny' })
})
