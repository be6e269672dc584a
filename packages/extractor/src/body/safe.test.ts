import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'
import { activeIn } from '../testing/active.ts'
import { takePart } from '../view.ts'

const read = (source: string, contentType: string): string => {
  const result = readDocument(new TextEncoder().encode(source), 'https://docs.example/a', { contentType })
  return result.ok ? result.document.markdown : ''
}

test.each([
  '<script>alert(1)</script>',
  '<SCRIPT src=x>',
  '<img src=x onerror=alert(1)>',
  '<img alt=">" src=x onerror=alert(1)>',
  '<img/onerror=alert(1) src=x>',
  '<details title="<" ontoggle=alert(1) open>x</details>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="jav&#x61;script:x">y</a>',
  '<a href="&#1;javascript:x">y</a>',
  '<a href=" data:text/html,x">y</a>',
  '<form action="javascript:x"><button formaction="javascript:x">y</button></form>',
  '<svg><a xlink:href="javascript:x"><text>y</text></a></svg>',
  '<math href="javascript:x">y</math>',
  '<math><annotation encoding="tex">$</annotation></math><script>x</script>',
  '<iframe srcdoc="<script>x</script>">',
  '<meta http-equiv=refresh content="0;url=javascript:x">',
  '<base href="javascript:/a">',
  '<p data-x="--><img src=x onerror=y>">z</p>',
  '[x](javascript:alert)',
  '[x](<java\tscript:alert>)',
  '[x](&#106;avascript:alert)',
  '[x](java\\script:alert)',
  '[x]( <JavaScript:alert>)',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '[x]: data:text/html,hi\n\n[x]',
  '- [x]: javascript:alert(1)\n- [x]',
  '> [x]: javascript:alert(1)\n\n[x]',
  '[a\\]b]: javascript:alert(1)\n\n[a\\]b]',
  `[${'a'.repeat(600)}]: javascript:alert(1)\n\n[${'a'.repeat(600)}]`,
  '<javascript:alert(1)>',
  '<data:text/html,x>',
  '<div>\n```\n<script>x</script>\n```\n</div>',
  '<a title="`"><script>x</script>`',
  '- a\n  ```\n<script>x</script>\n',
  'x ` y\n` <script>x</script> `',
  '\\`` x ` <script>x</script> `',
  '| ` | <script>x</script> | ` |\n|---|---|---|',
  '<!--\n\n```\n-->\n<script>x</script>',
  '[^1]: <script>x</script>\n\na[^1]',
  '^[<img src=x onerror=y>]',
  'a[^1]\n\n[^1]: javascript:',
  'a[^1]\n\n[^1]: &#x6a;avascript:\nshort: text',
  '- [ ] <img src=x onerror=y>',
  '---\ntitle: "<script>x</script>"\n```\n<script>y</script>\n---\nz',
  '`````\n``` <script>',
  '$<script>x</script>$',
  '<math><annotation encoding="application/x-tex">&lt;img src=x onerror=alert(1)></annotation></math>',
  '<a href="/b" title="<x-y>"><math>![]]&gt;</math></a>',
  '<a href="/b" title="<x-y>"><math>[0, 1)</math></a> <a href="/b" title="<x-y>"><math>]0, 1]</math></a>',
  '<span class="katex"><annotation encoding="tex">[x](javascript:alert(1))</annotation></span>',
  '<math alttext="`">x</math> and <code>&lt;img src=x onerror=alert(1)></code>',
  '^[vbscript:x] ^[javascript:alert(1)]',
  '<sup><a href="#fn1">1</a></sup><li id="fn1">javascript:alert(1)</li>',
  'see http://a.example/<title><img src=x onerror=alert(1)>',
  'a\u202eb\u200bc <\u0000script>x</script>',
  '- [ ] <pre><!--<img',
  '<ul><li><input type=checkbox><blockquote><pre>&lt;img src=x onerror=alert(1)&gt;\n&lt;!--</pre></blockquote></li></ul>',
  '<ul><li><input type=checkbox><pre>\n&lt;script&gt;alert(1)&lt;/script&gt;\n</pre></li></ul>',
])('nothing in %j can act, as Markdown, as text or as a page', (source) => {
  for (const type of ['text/markdown', 'text/plain', 'text/html', 'application/json', 'text/x-rst'])
    expect(activeIn(read(source, type)), type).toEqual([])
})

const ATOMS = [
  '<img',
  '<a href=',
  '<details',
  '<script>',
  '</script>',
  '<svg>',
  '<math>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '<b>',
  '</b>',
  '<pre>',
  '<code>',
  '<table><tr><td>',
  '</td>',
  '<tex-math>',
  '<soft-break>',
  '<sup>',
  '<textarea>',
  '<title>',
  '<noscript>',
  '<template>',
  '<p title="',
  '<x-y ',
  ' onerror=alert(1)',
  ' onload="x"',
  ' open',
  ' src=x',
  ' alt=">"',
  ' title="<"',
  ' style="x:y"',
  '>',
  '"',
  "'",
  '=',
  '/',
  ' ',
  '\t',
  '\n',
  '\n\n',
  '\n    ',
  'javascript:alert(1)',
  'java\tscript:x',
  'vbscript:x',
  'data:text/html,<b>',
  '&#106;avascript:x',
  '&colon;',
  '&lt;',
  '&amp;',
  '&quot;',
  '&#60;',
  '\\',
  '\\<',
  '[',
  ']',
  '](',
  ')',
  '![',
  '[a]: ',
  '[a]',
  '[^1]',
  '[^1]: ',
  '^[',
  '<http://a.example/',
  'https://a.example/(',
  'www.a.example',
  'a@b.example',
  '`',
  '``',
  '```',
  '~~~',
  '```html\n',
  '$',
  '$$',
  '\\begin{align}',
  '\\end{align}',
  '%',
  '> ',
  '- ',
  '- [ ] ',
  '1. ',
  '# ',
  '***',
  '---\n',
  '|',
  '|-|\n',
  '*',
  '**',
  '_',
  '~~',
  'word',
  '\u0000',
  '\u202e',
  '\ufeff',
  '{',
  '"x":',
]

/** Runs of a property in a test; `FUZZ_RUNS` for a longer look. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 1_500)
const TIME_MS = 60_000 + RUNS * 200

test(
  'nothing acts in whatever the pieces of Markdown and HTML are put together to',
  () => {
    const source = fc.array(fc.constantFrom(...ATOMS), { minLength: 1, maxLength: 24 }).map((atoms) => atoms.join(''))
    const type = fc.constantFrom('text/markdown', 'text/plain', 'text/html')
    fc.assert(
      fc.property(source, type, (body, contentType) => {
        const markdown = read(body, contentType)
        const active = activeIn(markdown)
        if (active.length > 0) throw new Error(`${active.join(', ')} in ${JSON.stringify(markdown)}`)
      }),
      { numRuns: RUNS },
    )
  },
  TIME_MS,
)

const IMG = '&lt;img src=x onerror=alert(1)&gt;'
const LONG: readonly (readonly [string, string])[] = [
  ['text/markdown', `${'x'.repeat(390)}${'`<img src=x onerror=alert(1)>`'.repeat(40)}`],
  ['text/markdown', `<http://a.example/>[^1]\`${'<x-y> '.repeat(20)}\``],
  ['text/markdown', `\`${'a <?b <!--c--> '.repeat(40)}\``],
  ['text/html', `<p>${IMG.repeat(100)}</p>`],
  ['text/html', `<p>${`<code>${IMG}</code>`.repeat(60)}</p>`],
  ['text/html', `<p><code>${`${IMG} `.repeat(60)}</code></p>`],
  ['text/html', `<p>${'<code>[x](javascript:alert(1))</code>'.repeat(60)}</p>`],
  ['text/html', `<p>${'<code>[a]: javascript:alert(1)</code> <code>[a]</code> '.repeat(60)}</p>`],
  ['text/html', `<table><tr><th>a</th></tr>${`<tr><td><code>${IMG}</code></td></tr>`.repeat(60)}</table>`],
  ['text/html', `<ul><li><pre>${`${IMG}\n`.repeat(60)}</pre></li></ul>`],
  ['text/html', `<blockquote><pre>${`${IMG}\n`.repeat(60)}</pre></blockquote><pre>${`${IMG}\n`.repeat(60)}</pre>`],
  ['text/html', `<ol><li><ul><li><pre>${`${IMG}\n\n`.repeat(60)}</pre></li></ul></li></ol><pre>${IMG}</pre>`],
  ['text/html', `<p><a href=/a>1</a>${IMG.repeat(60)}</p>`],
  ['text/html', `<p>${'<a href=/a>1</a><code>&lt;b&gt;</code>'.repeat(60)}`],
  ['text/html', `<img alt="${`${IMG} `.repeat(60)}" src=/a>`],
  ['text/html', `<a title="${`${IMG} `.repeat(60)}" href=/a>b</a>`],
]

test.each(LONG)('nothing acts in any part of %s %j either', (type, source) => {
  const markdown = read(source, type)
  for (let offset = 0; offset < 160; offset += 1)
    expect(activeIn(takePart(markdown, offset, 100 + (offset % 9)).markdown), String(offset)).toEqual([])
  for (let next: number | null = 0, parts = 0; next !== null; parts += 1) {
    const part = takePart(markdown, next, 100)
    expect(activeIn(part.markdown), `part ${parts}`).toEqual([])
    next = part.nextOffset
  }
})

test(
  'nor in parts of whatever is put together',
  () => {
    const source = fc.array(fc.constantFrom(...ATOMS), { minLength: 60, maxLength: 160 }).map((atoms) => atoms.join(''))
    fc.assert(
      fc.property(source, fc.constantFrom('text/markdown', 'text/html'), fc.nat({ max: 400 }), (body, contentType, offset) => {
        const { markdown } = takePart(read(body, contentType), offset, 100)
        const active = activeIn(markdown)
        if (active.length > 0) throw new Error(`${active.join(', ')} in ${JSON.stringify(markdown)}`)
      }),
      { numRuns: Math.ceil(RUNS / 5) },
    )
  },
  TIME_MS,
)
