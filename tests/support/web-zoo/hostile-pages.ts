/** Pages made to hurt a converter. Each has a sentence worth finding where its kind allows one. */

export const NEEDLE = 'The ferry leaves the harbour at nine in the morning and returns in the late afternoon.'

const prose = `<h1>Timetable</h1><p>${NEEDLE} ${'Passengers are asked to come early and to keep their tickets at hand. '.repeat(8)}</p>`
const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>Timetable</title>${head}</head><body><main>${prose}${body}</main></body></html>`
const times = (count: number, make: (index: number) => string): string => Array.from({ length: count }, (_, index) => make(index)).join('')
const nest = (tag: string, depth: number) => `${`<${tag}>`.repeat(depth)}deep${`</${tag}>`.repeat(depth)}`

/** Name to page. `content` is false for the pages that have none. */
export const hostilePages: readonly { name: string; content: boolean; make(): string }[] = [
  { name: 'nested div', content: true, make: () => page(nest('div', 50_000)) },
  { name: 'nested span', content: true, make: () => page(nest('span', 50_000)) },
  { name: 'nested list', content: true, make: () => page(`${'<ul><li>x'.repeat(20_000)}`) },
  { name: 'nested blockquote', content: true, make: () => page(nest('blockquote', 20_000)) },
  { name: 'nested table', content: true, make: () => page(`${'<table><tr><td>'.repeat(5_000)}cell`) },
  { name: 'unclosed bold', content: true, make: () => page('<b>bold <i>and '.repeat(40_000)) },
  { name: 'unclosed links', content: true, make: () => page('<a href="/x">link '.repeat(40_000)) },
  { name: 'a million attributes', content: true, make: () => page(`<p ${times(1_000_000, (index) => `a${index} `)}>text</p>`) },
  { name: 'one attribute of 5 MB', content: true, make: () => page(`<p title="${'x'.repeat(5_000_000)}">text</p>`) },
  { name: 'megabytes of spaces', content: true, make: () => page(`<p>a${' '.repeat(4_000_000)}b</p>`) },
  { name: 'megabytes of no-break spaces', content: true, make: () => page(`<p>a${'&nbsp;'.repeat(700_000)}b</p>`) },
  { name: 'line breaks', content: true, make: () => page(`<p>${'<br>'.repeat(500_000)}</p>`) },
  { name: 'double line breaks with words', content: true, make: () => page(`<div>${'word<br><br>'.repeat(200_000)}</div>`) },
  { name: 'Markdown punctuation', content: true, make: () => page(`<p>${'*_`[]()#>-|\\~!'.repeat(150_000)}</p>`) },
  { name: 'back ticks', content: true, make: () => page(`<p><code>${'`'.repeat(1_000_000)}</code></p>`) },
  { name: '100,000 links', content: true, make: () => page(times(100_000, (index) => `<a href="/p/${index}">${index}</a> `)) },
  { name: '100,000 images', content: true, make: () => page(times(100_000, (index) => `<img src="/i/${index}.png" alt="${index}">`)) },
  { name: '100,000 headings', content: true, make: () => page(times(100_000, (index) => `<h2>Part ${index}</h2>`)) },
  {
    name: 'a table of 100,000 cells',
    content: true,
    make: () => page(`<table>${times(1_000, () => `<tr>${'<td>c</td>'.repeat(100)}</tr>`)}</table>`),
  },
  {
    name: 'a table of wild spans',
    content: true,
    make: () =>
      page(`<table><tr><td colspan="99999" rowspan="99999">x</td></tr>${'<tr><td rowspan=65534 colspan=1000>y'.repeat(500)}</table>`),
  },
  { name: 'huge preformatted text', content: true, make: () => page(`<pre>${'let x = 1 // and more\n'.repeat(150_000)}</pre>`) },
  { name: 'unclosed comment', content: true, make: () => page(`<!-- ${'x -- '.repeat(500_000)}`) },
  { name: 'unclosed script', content: true, make: () => page(`<script>${'var a = "</div>"; '.repeat(200_000)}`) },
  {
    name: 'two megabytes of CSS',
    content: true,
    make: () => page('', `<style>${'.a > b ~ c { color: red; content: "}" }\n'.repeat(50_000)}</style>`),
  },
  {
    name: 'deep JSON-LD',
    content: true,
    make: () => page('', `<script type="application/ld+json">${'{"@graph":['.repeat(50_000)}${']}'.repeat(50_000)}</script>`),
  },
  {
    name: 'deep broken JSON-LD',
    content: true,
    make: () => page('', `<script type="application/ld+json">${'[{"a":'.repeat(200_000)}</script>`),
  },
  { name: 'NUL bytes', content: true, make: () => page(`<p>${'\0'.repeat(500_000)}</p>`) },
  { name: 'a million entities', content: true, make: () => page(`<p>${'&amp;&#x26;'.repeat(500_000)}</p>`) },
  { name: 'a wall of angle brackets', content: true, make: () => page('<'.repeat(3_000_000)) },
  {
    name: 'ten megabytes of prose',
    content: true,
    make: () => page(`<p>${'Plain words follow plain words here. '.repeat(30)}</p>`.repeat(9_000)),
  },
  { name: 'unclosed end tags and quotes', content: true, make: () => page(`</${'p'.repeat(2_000_000)}<a href="`) },
  { name: 'the empty body', content: false, make: () => '<!doctype html><html><head><title></title></head><body></body></html>' },
]
