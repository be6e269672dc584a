const WORDS = 'The tide turns twice a day and the ferry with it, as every child in the town can tell you. '
/** What every page of the list says in earnest. */
export const HONEST = 'The tide turns twice a day'
const doc = (body: string): string =>
  `<!doctype html><html><head><title>Tide</title></head><body><h1>Tide</h1><p>${WORDS.repeat(4)}</p>${body}</body></html>`
const many = (part: string, times: number): string => part.repeat(times)

/** Pages built to take all time or all memory. Each must come back with its honest paragraph. */
export const HOSTILE: readonly (readonly [string, () => string])[] = [
  ['deep divs', () => doc(many('<div>', 200_000) + WORDS)],
  ['deep spans', () => doc(many('<span>', 200_000) + WORDS)],
  ['deep lists', () => doc(many('<ul><li>', 100_000) + WORDS)],
  ['deep quotes', () => doc(many('<blockquote>', 100_000) + WORDS)],
  ['deep tables', () => doc(many('<table><tr><td>', 60_000) + WORDS)],
  ['unclosed inline tags', () => doc(many('<b><i><a href=x>', 60_000) + WORDS)],
  ['mis-nested tags', () => doc(many('<b><p></b><i></p>', 50_000))],
  ['a million attributes', () => doc(`<div ${Array.from({ length: 300_000 }, (_, at) => `a${at}=1`).join(' ')}>${WORDS}</div>`)],
  ['one huge attribute', () => doc(`<div title="${many('x', 5_000_000)}">${WORDS}</div>`)],
  ['one huge class', () => doc(`<div class="${many('ab-cd ', 500_000)}">${WORDS}</div>`)],
  ['megabytes of spaces', () => doc(`<p>a${many(' ', 4_000_000)}b</p>`)],
  ['megabytes of no-break spaces', () => doc(`<p>a${many('&nbsp;', 500_000)}b</p>`)],
  ['spaces in pre', () => doc(`<pre>${many(' ', 2_000_000)}x${many('\n', 1_000_000)}y</pre>`)],
  ['br chains', () => doc(many('<br>', 200_000))],
  ['br pairs', () => doc(many('x<br><br>', 100_000))],
  ['Markdown punctuation', () => doc(`<p>${many('*_`[]()!#~|\\', 150_000)}</p>`)],
  ['stars', () => doc(`<p>${many('*a ', 400_000)}</p>`)],
  ['ticks in code', () => doc(`<code>${Array.from({ length: 3_000 }, (_, at) => '`'.repeat(at % 300)).join(' ')}</code>`)],
  ['links', () => doc(many('<a href="/x?utm_source=a">link</a> ', 100_000))],
  ['images', () => doc(many('<img src="/x.png" alt="y">', 100_000))],
  ['headings', () => doc(many('<h2>Heading</h2>', 100_000))],
  ['list items', () => doc(`<ul>${many('<li>item', 100_000)}</ul>`)],
  ['many lists', () => doc(many('<ul><li>x</ul>', 50_000))],
  ['a huge table', () => doc(`<table>${many(`<tr>${many('<td>x</td>', 100)}</tr>`, 1_000)}</table>`)],
  ['huge spans of cells', () => doc(`<table>${many('<tr><td colspan=1000 rowspan=65534>x</td></tr>', 5_000)}</table>`)],
  ['a huge pre', () => doc(`<pre>${many('let a = 1\n', 200_000)}</pre>`)],
  ['an unclosed comment', () => doc(`<!--${many('x', 2_000_000)}`)],
  ['an unclosed script', () => doc(`<script>${many('x', 2_000_000)}`)],
  ['an unclosed svg', () => doc(`<svg>${many('<g>', 100_000)}<p>${WORDS}</p>`)],
  ['style sheets', () => `<style>${many('a{b:c}', 350_000)}</style>${doc('')}`],
  ['deep JSON-LD', () => `<script type="application/ld+json">${many('[', 100_000)}${many(']', 100_000)}</script>${doc('')}`],
  ['broken JSON-LD', () => `<script type="application/ld+json">${many('{"a":', 60_000)}</script>${doc('')}`],
  [
    'wide JSON-LD',
    () =>
      `<script type="application/ld+json">[${Array.from({ length: 20_000 }, () => '{"@type":"Article"}').join(',')}]</script>${doc('')}`,
  ],
  ['JSON-LD with spaces behind it', () => `<script type="application/ld+json">{}-->${many(' ', 500_000)}x</script>${doc('')}`],
  ['signs in a heading', () => doc(`<h1>Tide ${many('#', 500_000)} x</h1>`)],
  ['NUL bytes', () => doc(`<p>${many('\0', 1_000_000)}</p>`)],
  ['entities', () => doc(`<p>${many('&amp;&lt;', 500_000)}</p>`)],
  ['a wall of brackets', () => doc(many('<', 1_000_000))],
  ['scripts in scripts', () => doc(`<script><!--${many('<script></script>', 100_000)}--></script>`)],
  ['frames', () => doc(many('<iframe src="https://www.youtube.com/embed/a"></iframe>', 100_000))],
  ['frames in text', () => doc(`<p>${many('a<iframe src="/a" title="b"></iframe>', 100_000)}</p>`)],
  ['films', () => doc(many('<video controls src="/a.mp4"><source src="/b.mp4"></video>', 25_000))],
  ['plain prose', () => doc(`<p>${many(WORDS, 100_000)}</p>`)],
  ['hidden nests', () => doc(many('<div style="display:none">', 100) + many('<p hidden>x', 50_000))],
  [
    'streamed parts',
    () =>
      doc(Array.from({ length: 5_000 }, (_, at) => `<template id="B:${at}"></template><div hidden id="S:${at}"><p>x</p></div>`).join('')),
  ],
  ['hosts with slots', () => doc(many('<x-a><template shadowrootmode=open><slot name=b></slot></template><p slot=b>x</p></x-a>', 25_000))],
  ['hosts in slots', () => doc(many('<x-a><template shadowrootmode=open><p><slot></slot></p></template><p>x', 25_000))],
  [
    'footnotes',
    () =>
      doc(
        Array.from({ length: 20_000 }, (_, at) => `<sup><a href="#fn${at}">1</a></sup>`).join('') +
          Array.from({ length: 20_000 }, (_, at) => `<li id="fn${at}">note</li>`).join(''),
      ),
  ],
]
