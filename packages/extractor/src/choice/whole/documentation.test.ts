import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { completeDocumentation, keepChapter } from './documentation.ts'

/** What is kept of a reference of many entries after a choice that kept these texts. */
function keptOfReference(kept: RegExp): string[] {
  const entry = (at: number) => `<h3>read${at}(key)</h3><ul><li>key: a name</li></ul><p>Reads ${at}.</p><pre>read${at}('a')</pre>`
  const html = `<nav><a href="/">Start</a></nav><main><h1>Store</h1><ul><li><a href="#one">Contents</a></li></ul>
    ${[1, 2, 3, 4].map(entry).join('')}<p>Was this of help?</p></main><div><p>Other products</p><pre>offer()</pre></div>`
  const { blocks } = segment(parsePage(html))
  const keep = Uint8Array.from(blocks, ({ text }) => (kept.test(text) ? 1 : 0))
  completeDocumentation(blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test('a reference is kept from its heading to the last of its code, without lists of links', () => {
  const entries = [1, 2, 3, 4].flatMap((at) => [`read${at}(key)`, 'key: a name', `Reads ${at}.`, `read${at}('a')`])
  expect(keptOfReference(/^Reads [124]/)).toEqual(['Store', ...entries])
})

test('a choice that keeps nothing of a reference is left to others', () => {
  expect(keptOfReference(/nothing of this/)).toEqual([])
})

test('what the last section says behind its code is kept: the rest of its box, and the terms of parameters', () => {
  const html = `<main><h1>set_label</h1>
    <div><h4>Declaration</h4><pre>void set_label (char* label)</pre></div>
    <div><h4>Description</h4><p>Sets the label.</p><p>Clears any other label.</p></div>
    <div><h4>Parameters</h4><dl><dt>label</dt><dd><p>A string.</p></dd></dl><p>The caller keeps it.</p></div>
    <div><p>Was this of help?</p></div></main>`
  const { blocks } = segment(parsePage(html))
  const after = (kept: RegExp): string[] => {
    const keep = Uint8Array.from(blocks, ({ text }) => (kept.test(text) ? 1 : 0))
    completeDocumentation(blocks, keep)
    return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  }
  expect(after(/^void|^Sets/)).toEqual([
    'set_label',
    'Declaration',
    'void set_label (char* label)',
    'Description',
    'Sets the label.',
    'Clears any other label.',
    'Parameters',
    'label',
    'A string.',
    'The caller keeps it.',
  ])
})

test('lists and notes behind the last code are kept, links where the heading is all before them; a question to the reader is not', () => {
  const read = (end: string): string[] => {
    const html = `<main><h1>Store</h1><h2>Sizes</h2><p>Sizes are kept.</p><pre>sizes()</pre>${end}<p>Was this of help?</p></main>`
    const { blocks } = segment(parsePage(html))
    const keep = Uint8Array.from(blocks, ({ text }) => (/^Sizes are|^Help$/.test(text) ? 1 : 0))
    completeDocumentation(blocks, keep)
    return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  }
  const begin = ['Store', 'Sizes', 'Sizes are kept.', 'sizes()']
  expect(read('<div class="tip custom-block"><p>TIP</p><p>Print it.</p></div>')).toEqual([...begin, 'TIP', 'Print it.'])
  expect(read('<h2>Help</h2><ul><li><a href="/list">Ask</a></li></ul>')).toEqual([...begin, 'Help', 'Ask'])
  expect(read('<ul><li><a href="/next">Next</a></li></ul>')).toEqual(begin)
})

test('headings above the first of a choice are its own, and so are those that link to themselves', () => {
  const anchor = (id: string): string => `<div class="anchor"><a href="#${id}"><span>Section titled “${id}”</span></a></div>`
  const version = (id: string, line: string): string =>
    `<div class="wrap"><h2 id="${id}">${id}</h2>${anchor(id)}</div><ul><li>${line}</li></ul>`
  const html = `<main><div><h1>Changes</h1></div><div class="content">${version('2.1', 'Added the gauge.')}${version('2.0', 'Took the valve out.')}<h2><a href="#1.0"><span>1.0</span></a></h2><ul><li>First version.</li></ul></div></main>`
  const { blocks } = segment(parsePage(html))
  const keep = Uint8Array.from(blocks, ({ container }) => (container.tag === 'li' ? 1 : 0))
  completeDocumentation(blocks, keep)
  expect(blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)).toEqual([
    '2.1',
    'Added the gauge.',
    '2.0',
    'Took the valve out.',
    '1.0',
    'First version.',
  ])
})

test('buttons of a reference are no part of it, those that head or open a part of it are; terms that lead on stay', () => {
  const html = `<main><h1>Store</h1><button>Copy page</button><p>Keeps sizes.</p><h2>Classes</h2><dl><dt><a href="size.html">Size</a></dt></dl>
    <h3><button>Limits</button></h3><button aria-controls="x">Types</button><p>None.</p><pre>sizes()</pre></main>`
  const { blocks } = segment(parsePage(html))
  const keep = Uint8Array.from(blocks, ({ text }) => Number(text.endsWith('.')))
  completeDocumentation(blocks, keep)
  const kept = blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  expect(kept).toEqual(['Store', 'Keeps sizes.', 'Classes', 'Size', 'Limits', 'Types', 'None.', 'sizes()'])
})

test('steps behind the last code of a manual are kept, and sections that only ask are not', () => {
  const step = (name: string): string => `<h3>${name}</h3><p>${name} before anything is unpacked.</p>`
  const html = `<main><h1>Relay</h1><h2>Install</h2><p>Reads its settings once.</p><pre>relay</pre><div>${step('Fetch')}${step('Verify')}</div>
    <h3>Feedback</h3><p>Was this of help?</p></main>`
  const { blocks } = segment(parsePage(html))
  const keep = Uint8Array.from(blocks, ({ text }) => (/^Reads|^relay/.test(text) ? 1 : 0))
  completeDocumentation(blocks, keep)
  const kept = blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  expect(kept.slice(-4)).toEqual(['Fetch', 'Fetch before anything is unpacked.', 'Verify', 'Verify before anything is unpacked.'])
})

test('the rest of a last section is kept where its heading has boxes of its own, and addresses are no menus', () => {
  const html = `<main><div class="section"><h2>Cache</h2><p>The database is kept on disk.</p></div><div class="section"><div class="titlepage"><div><div><h2>Filters</h2></div></div></div><p>The database is made anew.</p><pre>update</pre>
    <p>Its form is told elsewhere:</p><div class="url">→ <a href="https://guard.example/form">https://guard.example/form</a></div><div class="sidebar"><p>There is a fork.</p></div></div>
    <div><p>Other products</p></div></main>`
  const { blocks } = segment(parsePage(html))
  const keep = Uint8Array.from(blocks, ({ text }) => Number(text.startsWith('The database')))
  completeDocumentation(blocks, keep)
  expect(blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)).toEqual([
    'Cache',
    'The database is kept on disk.',
    'Filters',
    'The database is made anew.',
    'update',
    'Its form is told elsewhere:',
    '→ https://guard.example/form',
    'There is a fork.',
  ])
})

test('a chapter that is nothing but its contents is these, where they hold the page that comes next', () => {
  const entries = ['one', 'two', 'three'].map((name) => `<dt><a href="${name}.html">Section ${name}</a></dt>`).join('')
  const kept = (head: string): string[] => {
    const page = parsePage(
      `<html><head>${head}</head><body><nav><ul><li><a href="one.html">Next</a></li></ul></nav><h1>Chapter</h1><dl>${entries}<dd><dl><dt><a href="three.html#a">Part a</a></dt></dl></dd></dl><ul><li><a href="/">Home</a></li></ul></body></html>`,
    )
    const { blocks } = segment(page)
    const keep = Uint8Array.from(blocks, ({ container }) => Number(container.tag === 'h1'))
    keepChapter(page, blocks, keep)
    return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  }
  expect(kept('<link rel="next" href="one.html">')).toEqual(['Chapter', 'Section one', 'Section two', 'Section three', 'Part a'])
  expect(kept('<link rel="next" href="four.html">')).toEqual(['Chapter'])
  expect(kept('')).toEqual(['Chapter'])
})

test('how a thing is declared stands with what is told of it, in a box of its own that nothing was kept of', () => {
  const page = (declared: string): string[] => {
    const html = `<main><header><h3>Method</h3><h1>prev_page</h1></header><section><h4>Declaration</h4>${declared}</section><section><h4>Description</h4><p>Switches to the page before.</p></section></main><nav><a href="/">Methods</a></nav>`
    const { blocks } = segment(parsePage(html))
    const keep = Uint8Array.from(blocks, ({ text }) => Number(text.startsWith('Switches')))
    completeDocumentation(blocks, keep)
    return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  }
  const told = ['Description', 'Switches to the page before.']
  expect(page('<pre>void prev_page (Book* book)</pre>')).toEqual(['Declaration', 'void prev_page (Book* book)', ...told])
  expect(page('<p>None.</p>')).toEqual(told)
  expect(page(`<pre>${'void prev_page (Book* book)\n'.repeat(20)}</pre>`)).toEqual(told)
  expect(page('<pre>void prev_page</pre><ul><li><a href="next">next_page</a></li></ul>')).toEqual(told)
})

test('the lists of what a module has are kept behind its text, each below its heading, and lists of nothing but links are not', () => {
  const html = `<main><div><p>Gates open by themselves.</p><pre>gate.open()</pre></div>
    <h2>Structs</h2><dl><dt><a href="/builder">Builder</a></dt><dd>Builds a gate.</dd></dl>
    <h2>Functions</h2><dl><dt><a href="/float">float</a></dt><dd>Floats it.</dd></dl><p>Was this of help?</p>
    <dl><dt>Other</dt><dd>Products</dd></dl></main>`
  const after = (source: string): string[] => {
    const { blocks } = segment(parsePage(source))
    const keep = Uint8Array.from(blocks, ({ text }) => (/^Gates|gate\.open/.test(text) ? 1 : 0))
    completeDocumentation(blocks, keep)
    return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  }
  expect(after(html)).toEqual([
    'Gates open by themselves.',
    'gate.open()',
    'Structs',
    'Builder',
    'Builds a gate.',
    'Functions',
    'float',
    'Floats it.',
  ])
  expect(after(html.replace(/<dd>.*?<\/dd>/g, ''))).toEqual(['Gates open by themselves.', 'gate.open()'])
})
