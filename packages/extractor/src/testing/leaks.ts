/** Stands only in what is no text of a page. */
export const MARK = 'stolenSession'

const WORDS = 'The tide turns twice a day and the ferry with it, as every child in the town can tell you. '
const doc = (body: string): string =>
  `<!doctype html><html><head><title>Tide</title></head><body><article><h1>Tide</h1><p>${WORDS.repeat(4)}</p>${body}<p>${WORDS.repeat(3)}</p></article></body></html>`
const SCRIPT = `var ${MARK} = document.cookie;`

/** Pages on which no reader sees the mark, and nothing may come to act by it. */
export const LEAKS: readonly (readonly [string, string])[] = [
  ['script', doc(`<script>${SCRIPT}</script>`)],
  ['script in a paragraph', doc(`<p>${WORDS}<script>${SCRIPT}</script></p>`)],
  ['style', doc(`<style>.${MARK}{color:red}</style>`)],
  ['data', doc(`<script type="application/json">{"${MARK}":1}</script>`)],
  ['comment', doc(`<!-- ${SCRIPT} -->`)],
  ['comment that ends early', doc(`<!--><p hidden>${MARK}</p>-->`)],
  ['template', doc(`<template><p>${MARK}</p></template>`)],
  ['script in a picture', doc(`<svg><script>${SCRIPT}</script><text>x</text></svg>`)],
  ['style in a picture', doc(`<svg><style>.${MARK}{}</style></svg>`)],
  ['frame with a page', doc(`<iframe srcdoc="<script>${SCRIPT}</script>"></iframe>`)],
  ['script that hides an end', doc(`<script><!-- <script> </script> ${SCRIPT} --></script>`)],
  ['script never closed', doc('').replace('</article>', `</article><script>${SCRIPT}`)],
  ['handler', doc(`<p onclick="${SCRIPT}">${WORDS}</p><img src=x onerror="${SCRIPT}">`)],
  ['script address', doc(`<p><a href="javascript:${MARK}()">${WORDS}</a></p>`)],
  ['script address with a tab', doc(`<p><a href="java\tscript:${MARK}()">${WORDS}</a></p>`)],
  ['script address in entities', doc(`<p><a href="&#106;avascript:${MARK}()">${WORDS}</a></p>`)],
  ['data address', doc(`<p><a href="data:text/html,${MARK}">${WORDS}</a></p>`)],
  ['hidden text', doc(`<p style="display:none">${MARK} ${WORDS}</p>`)],
  ['hidden text by attribute', doc(`<p hidden>${MARK} ${WORDS}</p>`)],
  ['text area', doc(`<textarea>${MARK}</textarea>`)],
]

/** Pages whose text shows tags and addresses as text, which must stay text. */
export const SHOWN: readonly (readonly [string, string])[] = [
  ['tag', doc(`<p>${WORDS}&lt;img src=x onerror=alert(1)&gt;</p>`)],
  ['script', doc(`<p>${WORDS}&lt;script&gt;alert(1)&lt;/script&gt;</p>`)],
  ['tag in a heading', doc(`<h2>&lt;svg onload=alert(1)&gt;</h2><p>${WORDS}</p>`)],
  [
    'tag in a table',
    doc(`<table><tr><th>Port</th><th>Crane</th></tr><tr><td>North</td><td>&lt;iframe src=//x.example&gt;</td></tr></table>`),
  ],
  ['link', doc(`<p>${WORDS}[tide](javascript:alert(1))</p>`)],
  ['link definition', doc(`<p>${WORDS} [tide]</p><p>[tide]: javascript:alert(1)</p>`)],
  ['tag in a description', doc(`<p>${WORDS}<img src="/tide.png" alt="&lt;img src=x onerror=alert(1)&gt;"></p>`)],
  ['title of a link', doc(`<p><a href="/tide" title='"&gt;&lt;img src=x onerror=alert(1)&gt;'>${WORDS}</a></p>`)],
]
