import { expect, test } from 'vitest'
import { all } from '../testing/gfm.ts'
import { read } from '../testing/read.ts'

/** Lines of code with their language. */
const codeOf = (content: string) =>
  read(content)
    .all('code')
    .map(({ lang, value }) => ({ lang: lang ?? null, value }))

test.each([
  ['language- on code', '<pre><code class="language-python">x = 1\nprint(x)</code></pre>', 'python'],
  ['lang- on code', '<pre><code class="lang-rust">x = 1\nprint(x)</code></pre>', 'rust'],
  ['class on pre', '<pre class="ruby"><code>x = 1\nprint(x)</code></pre>', 'ruby'],
  ['highlight.js', '<pre><code class="hljs go">x = 1\nprint(x)</code></pre>', 'go'],
  ['GitHub', '<div class="highlight highlight-source-shell"><pre>x = 1\nprint(x)</pre></div>', 'shell'],
  ['data-lang', '<pre><code data-lang="yaml">x = 1\nprint(x)</code></pre>', 'yaml'],
  ['data-language', '<pre data-language="ts">x = 1\nprint(x)</pre>', 'ts'],
  [
    'parameters',
    '<pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false; theme: Swift" data-theme="Swift">x = 1\nprint(x)</pre>',
    'java',
  ],
  ['parameters, the theme first', '<pre data-syntaxhighlighter-params="theme: Eclipse; brush: sql">x = 1\nprint(x)</pre>', 'sql'],
  ['a theme alone', '<pre data-syntaxhighlighter-params="gutter: false; theme: Confluence">x = 1\nprint(x)</pre>', null],
  ['lang:', '<pre class="lang:python decode:true theme:github">x = 1\nprint(x)</pre>', 'python'],
  ['brush:', '<pre class="brush: sql; toolbar: false">x = 1\nprint(x)</pre>', 'sql'],
  [
    'MediaWiki',
    '<div class="mw-highlight mw-highlight-lang-python mw-content-ltr"><pre><span></span>x = 1\nprint(x)\n</pre></div>',
    'python',
  ],
  ['no mark at all', '<pre>x = 1\nprint(x)</pre>', null],
  ['Sphinx, two boxes up', '<div class="highlight-go notranslate"><div class="highlight"><pre>x = 1\nprint(x)</pre></div></div>', 'go'],
  [
    'Hexo, around a table of numbers',
    '<figure class="highlight bash"><table><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre>x = 1\nprint(x)</pre></td></tr></table></figure>',
    'bash',
  ],
  ['the tab of a language in Slate', '<pre class="highlight tab tab-shell"><code>x = 1\nprint(x)</code></pre>', 'shell'],
  ['lang on pre', '<pre class="code highlight" lang="python"><code>x = 1\nprint(x)</code></pre>', 'python'],
  ['data-enlighter-language', '<pre data-enlighter-language="php">x = 1\nprint(x)</pre>', 'php'],
  ['parts of a box are none', '<div class="code panel"><pre class="code-block" lang="de">x = 1\nprint(x)</pre></div>', null],
  ['plaintext is plain', '<pre><code class="language-plaintext">x = 1\nprint(x)</code></pre>', 'text'],
])('code keeps its language: %s', (_name, html, lang) => {
  expect(codeOf(html)).toEqual([{ lang, value: 'x = 1\nprint(x)' }])
})

test('a br in code is a new line', () => {
  expect(codeOf('<pre><code>one<br>two<br/>three</code></pre>')[0]?.value).toBe('one\ntwo\nthree')
})

test('line-number gutters go, the code stays', () => {
  const html =
    '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre><code class="language-c">int a;\nint b;</code></pre></td></tr></table>'
  expect(codeOf(html)).toEqual([{ lang: 'c', value: 'int a;\nint b;' }])
})

test('a gutter of spans inside the code goes', () => {
  expect(codeOf('<pre><code><span class="lineno">1</span>let a\n<span class="lineno">2</span>let b</code></pre>')[0]?.value).toBe(
    'let a\nlet b',
  )
})

test('one line element makes one line of code', () => {
  expect(codeOf('<pre><code><div class="line">let a</div><div class="line">let b</div></code></pre>')[0]?.value).toBe('let a\nlet b')
  expect(codeOf('<pre><code><span class="line">let a</span>\n<span class="line">let b</span></code></pre>')[0]?.value).toBe('let a\nlet b')
})

test('a fence is longer than any run of ticks inside', () => {
  expect(codeOf('<pre><code>```js\nlet a\n````\nend</code></pre>')).toEqual([{ lang: null, value: '```js\nlet a\n````\nend' }])
})

test('code keeps its indentation and its angle brackets', () => {
  expect(codeOf('<pre><code>if a:\n    b &lt; c\n\n\tend</code></pre>')[0]?.value).toBe('if a:\n    b < c\n\n\tend')
})

test('code inside a list item stays in the item', () => {
  const { all: find } = read(
    '<ol><li><p>Run this:</p><pre><code class="language-sh">make all</code></pre></li><li><p>Then wait.</p></li></ol>',
  )
  const list = find('list')[0]!
  expect(list.children).toHaveLength(2)
  expect(all(list.children![0]!, 'code').map((code) => code.value)).toEqual(['make all'])
})

test('inline code with ticks and pipes stays as written', () => {
  const { all: find } = read(
    '<p>Use <code>a `b` c</code> and <code>x | y</code> in the shell, as the manual of the harbour office says.</p>',
  )
  expect(find('inlineCode').map((code) => code.value)).toEqual(['a `b` c', 'x | y'])
})

test('a space that is an element of its own is a space', () => {
  const html =
    '<pre><code class="language-dockerfile"><span class="k">FROM</span><span> </span>python<span> </span>AS<i> </i>base\n<span> </span>RUN<span>\n</span>CMD</code></pre>'
  expect(codeOf(html)[0]?.value).toBe('FROM python AS base\n RUN\nCMD')
  expect(read('<p>one<b> </b>two <i>three</i><span> </span><a href="/four">four</a></p>').markdown).toContain('one two *three* [four](')
})

test.each([
  ['two empty lines between functions', 'def a():\n    pass\n\n\ndef b():\n    pass'],
  ['many empty lines', 'a\n\n\n\n\n\nb'],
  ['spaces at the ends of lines', 'a   \nb\t\nc  '],
  ['lines of spaces alone', 'a\n    \nb'],
  ['an empty first line', '\n  a\nb'],
  ['wide gaps', `a${' '.repeat(120)}b\n${' '.repeat(300)}c`],
])('code comes back sign by sign: %s', (_name, code) => {
  const lines = code.replace(/^\n/, '\n\n')
  const shells = [
    `<pre>${lines}\n</pre>`,
    `<pre><code>${code}\n</code></pre>`,
    `<ul><li><p>Run this:</p><pre>${lines}</pre></li><li>Then rest.</li></ul>`,
    `<blockquote><p>Run this:</p><pre>${lines}</pre></blockquote>`,
    `<pre>${code
      .split('\n')
      .map((line) => `<span class="line"><span class="tok">${line}</span></span>`)
      .join('\n')}</pre>`,
  ]
  for (const html of shells) expect(codeOf(html), html).toEqual([{ lang: null, value: code }])
})

test.each([
  [
    'two columns of lines',
    '<table class="lntable"><tr><td class="lntd"><pre><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td class="lntd"><pre><code>int a;\nint b;</code></pre></td></tr></table>',
  ],
  ['columns without a class', '<table><tr><td><pre>7\n8\n</pre></td><td><pre>int a;\nint b;\n</pre></td></tr></table>'],
  [
    'numbers in the line',
    '<pre><code><span class="line"><span class="ln">1</span><span class="cl">int a;\n</span></span><span class="line"><span class="ln">2</span><span class="cl">int b;\n</span></span></code></pre>',
  ],
  [
    'rows of a table',
    '<table class="highlight"><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code"><b>int</b> a;</td></tr><tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">int b;</td></tr></table>',
  ],
  [
    'a box and a number of no name for each line',
    '<pre><div><div class="a"><span class="b">1</span><div class="c"><i>int</i> a;</div></div><div class="a"><span class="b">2</span><div class="c">int b;</div></div></div></pre>',
  ],
  ['spans of no name', '<pre><code><span class="x1">41</span>int a;\n<span class="x1">42</span>int b;\n</code></pre>'],
])('line numbers go, whatever draws them: %s', (_name, html) => {
  expect(codeOf(html)).toEqual([{ lang: null, value: 'int a;\nint b;' }])
})

test('numbers that are the code stay', () => {
  expect(codeOf('<pre>1\n2\n3</pre>')[0]?.value).toBe('1\n2\n3')
  const list = '<pre>a = [<span class="n">1</span>, <span class="n">2</span>]\n<span class="n">3</span> + x</pre>'
  expect(codeOf(list)[0]?.value).toBe('a = [1, 2]\n3 + x')
  expect(codeOf('<pre><b class="n">1</b>: a\n<b class="n">2</b>: b</pre>')[0]?.value).toBe('1: a\n2: b')
  expect(codeOf('<pre>x = <i class="num">42</i>;\ny = <i class="num">7</i>;</pre>')[0]?.value).toBe('x = 42;\ny = 7;')
  expect(codeOf('<table><tr><td><pre>1\n3</pre></td><td><pre>a\nb</pre></td></tr></table>').map(({ value }) => value)).toContain('1\n3')
})

test('numbers that a program prints, one a line, stay', () => {
  const session =
    '<pre>&gt;&gt;&gt; for i in range(3):\n...     stamp()\n<b class="go">13</b>\n<b class="go">14</b>\n<b class="go">15</b>\n</pre>'
  expect(codeOf(session)[0]?.value).toBe('>>> for i in range(3):\n...     stamp()\n13\n14\n15')
  const calls = [1, 2, 3].map((number) => `&gt;&gt;&gt; m()\n<span class="go">${number}</span>\n`).join('')
  expect(codeOf(`<pre>${calls}</pre>`)[0]?.value).toBe('>>> m()\n1\n>>> m()\n2\n>>> m()\n3')
  const breaks = [1, 2].map((number) => `next<br><span class="go">${number}</span><br>`).join('')
  expect(codeOf(`<pre>${breaks}</pre>`)[0]?.value).toBe('next\n1\nnext\n2')
})

test('an empty line among numbered ones stays empty', () => {
  const lines = ['int a;', '', 'int b;', 'int c;'].map((line, at) => `<span class="x1">${at + 1}</span>${line}\n`).join('')
  expect(codeOf(`<pre>${lines}</pre>`)[0]?.value).toBe('int a;\n\nint b;\nint c;')
})

test('lines of code in a table keep their indentation, and an empty line element is an empty line', () => {
  const row = (code: string, at: number) =>
    `<tr><td class="blob-num" data-line-number="${at}"></td><td class="blob-code blob-code-inner">${code}</td></tr>`
  expect(codeOf(`<table>${['if a:', '    pass', '', 'end'].map(row).join('\n')}</table>`)[0]?.value).toBe('if a:\n    pass\n\nend')
  expect(codeOf('<pre><code><span class="line">a</span><span class="line"></span><span class="line">b</span></code></pre>')[0]?.value).toBe(
    'a\n\nb',
  )
})

/** Two lines as SyntaxHighlighter draws them. */
const highlighted = (language: string, one: string, two: string): string =>
  `<div class="syntaxhighlighter ${language}"><table><tr><td class="gutter"><div class="line">1</div><div class="line">2</div></td><td class="code"><div class="container"><div class="line">${one}</div><div class="line">${two}</div></div></td></tr></table></div>`

test('lines in boxes beside their numbers, in the one row of a table, are code', () => {
  expect(codeOf(highlighted('java', '<code>int</code> <code>x;</code>', '<code>y;</code>'))).toEqual([
    { lang: 'java', value: 'int x;\ny;' },
  ])
})

test('Doxygen writes code as a box of lines', () => {
  const html =
    '<div class="fragment"><div class="line"><a name="l00001"></a><span class="lineno">    1</span><span class="keyword">int</span> main() {</div>\n<div class="line"><span class="lineno">    2</span>  return 0;</div>\n<div class="line">}</div>\n</div><!-- fragment -->'
  expect(codeOf(html)).toEqual([{ lang: null, value: 'int main() {\n  return 0;\n}' }])
})

test('elements that their own style makes lines are lines', () => {
  const html = '<pre><code><span style="display:block">int a;</span><span style="display: block; color: red">int b;</span></code></pre>'
  expect(codeOf(html)).toEqual([{ lang: null, value: 'int a;\nint b;' }])
})

test('the name of a language in a head above its code is no text', () => {
  const { markdown } = read(
    '<div class="code-example"><div class="example-header"><span class="language-name">js</span></div><pre class="brush: js"><code>const pier = 1</code></pre></div><p>The harbour sells its plans to anyone who asks for them in the office.</p>',
  )
  expect(markdown).toContain('```js\nconst pier = 1')
  expect(markdown).not.toMatch(/^js$/m)
})

test('tools beside code are no text: the button that copies, the name of the language', () => {
  const html =
    '<div class="language-ts"><span class="lang">ts</span><button class="copy">Copy code</button><pre><code>const pier = 1\nexport default pier</code></pre></div><p>The harbour sells its plans to anyone who asks for them in the office.</p>'
  const { markdown } = read(html)
  expect(markdown).toContain('```ts\nconst pier = 1\nexport default pier\n```\n\nThe harbour sells')
  expect(markdown).not.toMatch(/^(?:ts|Copy)/m)
})

test('code with lines of its own is a block of code, without a pre as well', () => {
  expect(codeOf('<div><code class="language-sh">cd pier<br>ls -l<br>exit</code></div>')).toEqual([
    { lang: 'sh', value: 'cd pier\nls -l\nexit' },
  ])
})

const PROSE = [
  'The council decided last week that the old lighthouse will be restored, since the tower has lost a part of its gallery in the storms.',
  'Masons from three towns have offered their help, and the first of them will arrive with scaffolding before the end of the month.',
  'Money for the work comes from the county, from a lottery that the museum held in summer, and from a family that wishes not to be named.',
  'Visitors may follow the work from a platform on the hill, where boards explain how such a light was built and kept burning in former times.',
]

test.each([
  ['plain', '<pre class="brush: js">x</pre>', '```js\nx\n```'],
  [
    'two in a row',
    '<pre><code class="language-sh">cd</code></pre><pre><code class="language-sh">ls</code></pre>',
    '```sh\ncd\n```\n\n```sh\nls\n```',
  ],
  [
    'with numbers in a table',
    '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre>import os\nprint(1)</pre></td></tr></table>',
    '```\nimport os\nprint(1)\n```',
  ],
])('short code in the midst of prose stays, on a page long enough to be judged block by block: %s', (_name, html, code) => {
  const prose = PROSE.map((text) => `<p>${text}</p>`).join('')
  expect(read(`${prose}${html}${prose.replaceAll('the ', 'its ')}`).markdown).toContain(`former times.\n\n${code}\n\n`)
})

test('several pieces of code that are all of a pre are its lines', () => {
  expect(read('<pre><code>a = 1</code><code>  b = 2</code><code></code><code>c = 3</code></pre>').all('code')[0]?.value).toBe(
    'a = 1\n  b = 2\n\nc = 3',
  )
  expect(read('<pre><code>a</code> = <code>b</code></pre>').all('code')[0]?.value).toBe('a = b')
})

test('lines without anything stay lines: rows of a table, and boxes that only a hard space keeps open', () => {
  const row = (number: number, line: string) =>
    `<tr><td class="hljs-ln-numbers" data-line-number="${number}"></td><td class="hljs-ln-code" data-line-number="${number}">${line}</td></tr>`
  const rows = `<table class="hljs-ln"><tbody>${row(1, 'a = 1')}${row(2, '')}${row(3, 'b = 2')}</tbody></table>`
  expect(codeOf(`<pre><code class="hljs python">${rows}</code></pre>`)).toEqual([{ lang: 'python', value: 'a = 1\n\nb = 2' }])
  const line = (text: string) => `<div class="line">${text}</div>`
  expect(codeOf(`<pre>${line('a = 1')}${line('&nbsp;')}${line('b = 2')}</pre>`)[0]?.value).toBe('a = 1\n\nb = 2')
})

test('hard spaces at the beginning of lines of code are spaces', () => {
  expect(codeOf(highlighted('ruby', '<code>def a</code>', '<code>&nbsp;&nbsp;&nbsp;&nbsp;</code><code>b</code>'))).toEqual([
    { lang: 'ruby', value: 'def a\n    b' },
  ])
})

test('Crayon numbers its lines in one cell and writes them in the next', () => {
  const html =
    '<div class="crayon-syntax"><table class="crayon-table"><tr class="crayon-row"><td class="crayon-nums"><div class="crayon-nums-content"><div class="crayon-num">1</div><div class="crayon-num">2</div></div></td><td class="crayon-code"><div class="crayon-pre"><div class="crayon-line">def a</div><div class="crayon-line"><span class="crayon-h">  </span>b</div></div></td></tr></table></div>'
  expect(codeOf(html).map(({ value }) => value)).toEqual(['def a\n  b'])
})

test.each([
  [
    'CodeMirror 5',
    `<div class="CodeMirror cm-s-default"><div class="CodeMirror-lines"><div class="CodeMirror-measure"><pre>x</pre></div><div class="CodeMirror-code" role="presentation">${['<span class="cm-keyword">def</span> moor(berth):', '    if berth:', '<span cm-text="">&#8203;</span>', '        return berth'].map((line, at) => `<div style="position: relative;"><div class="CodeMirror-gutter-wrapper"><div class="CodeMirror-linenumber CodeMirror-gutter-elt">${at + 1}</div></div><pre class=" CodeMirror-line " role="presentation"><span role="presentation">${line}</span></pre></div>`).join('')}</div></div></div>`,
    null,
  ],
  [
    'CodeMirror 6',
    '<div class="cm-editor"><div class="cm-scroller"><div class="cm-gutters"><div class="cm-gutter"><div class="cm-gutterElement">1</div><div class="cm-gutterElement">2</div></div></div><div class="cm-content" role="textbox" data-language="python"><div class="cm-line"><span>def</span> moor(berth):</div><div class="cm-line">    if berth:</div><div class="cm-line"><br></div><div class="cm-line">        return berth</div></div></div></div>',
    'python',
  ],
  [
    'a file of GitHub',
    `<div class="react-code-file-contents" role="presentation" aria-hidden="true"><div class="react-line-numbers">${[1, 2, 3, 4].map((at) => `<div data-line-number="${at}" class="react-line-number react-code-text">${at}</div>`).join('')}</div><div class="react-code-lines">${['<span class="pl-k">def</span> moor(berth):', '    if berth:', '\n', '        return berth'].map((line, at) => `<div class="react-code-text react-code-line-contents"><div><div id="LC${at + 1}" class="react-file-line html-div" data-line-number="${at + 1}">${line}</div></div></div>`).join('')}</div></div>`,
    null,
  ],
  [
    'Monaco, whose lines stand in any order',
    `<div class="monaco-editor"><div class="margin"><div class="margin-view-overlays">${[0, 19].map((top) => `<div style="top:${top}px;height:19px;"><div class="line-numbers" style="left:0px">1</div></div>`).join('')}</div></div><div class="view-lines monaco-mouse-cursor-text" role="presentation"><div style="top:57px;height:19px;" class="view-line"><span><span class="mtk1">&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;return&nbsp;berth</span></span></div><div style="top:0px;height:19px;" class="view-line"><span><span class="mtk6">def</span>&nbsp;moor(berth):</span></div><div style="top:38px;" class="view-line"><span><span></span></span></div><div style="top:19px;" class="view-line"><span>&nbsp;&nbsp;&nbsp;&nbsp;if&nbsp;berth:</span></div></div></div>`,
    null,
  ],
  [
    'Confluence, without numbers',
    '<div class="codeContent panelContent"><div class="syntaxhighlighter nogutter python"><table><tbody><tr><td class="code"><div class="container" title="Hint"><div class="line number1 index0"><code class="python keyword">def</code> <code class="python plain">moor(berth):</code></div><div class="line number2 index1"><code class="python spaces">&nbsp;&nbsp;&nbsp;&nbsp;</code><code class="python plain">if berth:</code></div><div class="line number3 index2">&nbsp;</div><div class="line number4 index3"><code class="python spaces">&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;</code><code class="python plain">return berth</code></div></div></td></tr></tbody></table></div></div>',
    'python',
  ],
  [
    'code that keeps its lines by its style',
    '<div class="code-block"><span class="prismjs"><code class="language-python" style="white-space: pre;"><span><span class="token">def</span> moor(berth):\n</span><span>    if berth:\n</span><span>\n</span><span>        return berth\n</span></code></span></div>',
    'python',
  ],
])('lines that a program draws are one piece of code: %s', (_name, html, lang) => {
  expect(codeOf(html)).toEqual([{ lang, value: 'def moor(berth):\n    if berth:\n\n        return berth' }])
})

test('short code that keeps its spaces stays in its line', () => {
  expect(codeOf('<p>Call <code style="white-space: pre-wrap">moor(12)</code> first.</p>')).toEqual([])
})

test.each([
  ['a hard space', '<pre class="code toml">a = 1\n&nbsp;\nb = 2</pre>'],
  ['a space', '<pre><code><span><span>a</span><span> = 1</span></span>\n<span> </span>\n<span>b = 2</span></code></pre>'],
])('a line that only %s keeps from closing up is empty', (_name, html) => {
  expect(read(html).all('code')[0]!.value).toBe('a = 1\n\nb = 2')
})

test('an empty line of code behind code is none, and the language of a notebook is that of its cells', () => {
  const { markdown } = read(
    '<div class=" highlight hl-ipython3"><pre><span></span><span class="kn">import</span> heapq</pre></div><pre></pre>',
  )
  expect(markdown.match(/```/g)).toHaveLength(2)
  expect(markdown).toContain('```python\nimport heapq\n```')
})

test('numbers of lines with a sign behind them are none of the code', () => {
  expect(
    read(
      '<pre class="src src-python"><span class="linenr">1: </span>def rate(h):\n<span class="linenr">2: </span>    return h * 9.81\n<span class="linenr">3: </span>\n<span class="linenr">4: </span><span class="f">print</span>(rate(7))\n</pre>',
    ).all('code')[0]!.value,
  ).toBe('def rate(h):\n    return h * 9.81\n\nprint(rate(7))')
})

test.each([
  ['one line', '1', 'GQueue queue = G_QUEUE_INIT;'],
  ['two', '1\n2', 'g_queue_init (&queue);\ng_queue_clear (&queue);'],
])('the numbers beside a listing of GTK-Doc are none of its code: %s', (_name, numbers, code) => {
  const listing = `<table class="listing_frame" border="0"><tbody><tr><td class="listing_lines" align="right"><pre>${numbers}</pre></td><td class="listing_code"><pre class="programlisting">${code}</pre></td></tr></tbody></table>`
  expect(
    read(listing)
      .all('code')
      .map(({ value }) => value),
  ).toEqual([code])
})

test('numbers of a few lines are those that a program has printed', () => {
  const line = (number: number, code: string): string => `      <span class="mi">${number}</span>     ${code}`
  const trace = `NameError     Traceback\nCell In [3], line 1\n----&gt; 1 if ds:\n${line(2, 'a = b')}\n${line(3, 'c = d')}\n\nNameError: name ds\nis not defined\nhere`
  expect(codeOf(`<pre>${trace}</pre>`)[0]?.value).toBe(trace.replace(/<[^>]*>/g, '').replace('&gt;', '>'))
})
