import { expect, test } from 'vitest'
import { rewriteHtml } from './body/source.ts'
import { extractPage } from './extract.ts'
import { all, parseGfm, text } from './testing/gfm.ts'
import { page, read } from './testing/read.ts'

const link = (html: string) => read(`<p>The full report of the authority is available ${html} for everyone who asks at the office.</p>`)

test('links are absolute', () => {
  expect(
    link('<a href="../report.html">here</a>')
      .all('link')
      .map((found) => found.url),
  ).toEqual(['https://harbour.example/report.html'])
})

test('a base element moves relative links', () => {
  const html = page('<p>The full report of the authority is <a href="report">here</a>, for everyone who asks at the office.</p>').replace(
    '<head>',
    '<head><base href="https://files.example/a/">',
  )
  expect(extractPage({ html, url: 'https://harbour.example/' })?.markdown).toContain('(https://files.example/a/report)')
})

test.each([
  ['/a b(c)[d].html', 'https://harbour.example/a%20b(c)%5Bd%5D.html'],
  ['/Mercury_(planet)', 'https://harbour.example/Mercury_(planet)'],
  ['/a(b', 'https://harbour.example/a(b'],
  ['/a)b(c', 'https://harbour.example/a)b(c'],
  ['/(((((a)))))', 'https://harbour.example/(((((a)))))'],
])('spaces and square brackets in an address are encoded, round ones stay what they are: %s', (href, url) => {
  expect(
    link(`<a href="${href}">here</a>`)
      .all('link')
      .map((found) => found.url),
  ).toEqual([url])
})

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<b>x</b>',
  'vbscript:x',
  'file:///etc/passwd',
])('%j is no link, its text stays', (href) => {
  const parsed = link(`<a href="${href.replaceAll('<', '&lt;')}">in the archive</a>`)
  expect(parsed.all('link')).toEqual([])
  expect(text(parsed.tree)).toContain('available in the archive for everyone')
  expect(parsed.markdown).not.toMatch(/script:|data:|file:/i)
})

test('tracking parameters of known trackers go, others stay', () => {
  expect(
    link('<a href="/r?id=7&amp;utm_source=x&amp;utm_medium=y&amp;fbclid=abc&amp;page=2#top">here</a>')
      .all('link')
      .map((found) => found.url),
  ).toEqual(['https://harbour.example/r?id=7&page=2#top'])
})

test('a link around a card becomes one line', () => {
  const parsed = read(
    '<a href="/story"><h3>Ferry returns</h3><p>After two years of repairs the old ferry is back on the water, to the joy of the island.</p></a>',
  )
  const [found] = parsed.all('link')
  expect(found?.url).toBe('https://harbour.example/story')
  expect(text(found).replace(/\s+/g, ' ')).toContain('Ferry returns After two years of repairs')
})

test('links that a page sets apart by its style alone are words of their own', () => {
  const texts = (html: string) =>
    link(html)
      .markdown.replaceAll(/\[|\]\([^)]*\)/g, '')
      .replace(/^.*available (.*) for everyone.*$/s, '$1')
  expect(texts('<a href="/s">Strategy</a><a href="/r">Card Game</a><a href="/c">Co-op</a>')).toBe('Strategy Card Game Co-op')
  // Halves of one link, a number behind a word, and signs stay where they are.
  expect(texts('<a href="/s">un</a><a href="/s">believable</a>')).toBe('unbelievable')
  expect(texts('<a href="/s">word</a><a href="/n">(1)</a>')).toBe('word(1)')
})

test('permalink signs beside headings go', () => {
  const parsed = read(
    '<h2 id="plan">The plan<a class="headerlink" href="#plan">¶</a></h2><p>The plan has three parts, and each of them needs the consent of the harbour master.</p>',
  )
  expect(parsed.all('heading').map(text)).toContain('The plan')
})

test('a heading that links to itself is a heading', () => {
  const html =
    '<h2><a href="#plan">The plan</a></h2><p>The plan has three parts, and each needs the consent of the harbour master.</p><h3><a href="/news/breakwater#two"><b>Part</b> two</a></h3><p>It lasts until the granite of the quarry is all in place.</p><h3><a href="/other#two">Elsewhere</a></h3><p>There is more of it.</p>'
  const { markdown } = read(html)
  expect(markdown).toContain('## The plan\n')
  expect(markdown).toContain('### **Part** two\n')
  expect(markdown).toContain('### [Elsewhere](https://harbour.example/other#two)')
})

test('an image inside a link stays inside', () => {
  const found = read('<p><a href="/map"><img src="/map.png" alt="Map of the bay"></a></p>').all('link')[0]
  expect(found?.url).toBe('https://harbour.example/map')
  expect(all(found!, 'image').map((image) => image.url)).toEqual(['https://harbour.example/map.png'])
})

test('the footer of a quote is a part of it', () => {
  const quote = '<blockquote>We shall build it, and it shall stand.<footer>— <cite>The harbour master</cite></footer></blockquote>'
  expect(read(quote).markdown).toContain('> We shall build it, and it shall stand.\n>\n> — *The harbour master*')
})

test('a caption stands on its own line', () => {
  const { tree } = read('<figure><img src="/pier.jpg" alt="Pier"><figcaption>The pier in 1932, before the fire.</figcaption></figure>')
  expect(tree.children!.map(text)).toContain('The pier in 1932, before the fire.')
  expect(all(tree, 'image')).toHaveLength(1)
})

const words = (html: string) => read(`<p>${html}</p>`)

test('only what would be syntax is escaped: literal signs come back as text', () => {
  for (const literal of [
    '*stars* and **more**',
    '_under_ scores',
    '`ticks`',
    '[brackets](parens)',
    '<div> as a tag',
    '# no heading',
    '1. no list',
    '- no bullet',
    '> no quote',
    '~~no strike~~',
    '&amp; entity',
    '![no image](x)',
    'a \\* b',
    '| a | b |',
    '+ plus',
    '=== line',
    '[ ] no task',
  ]) {
    const escaped = literal.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const parsed = words(escaped)
    expect(parsed.tree.children!.map(text), literal).toContain(literal)
    expect(parsed.all('emphasis'), literal).toEqual([])
    expect(parsed.all('html'), literal).toEqual([])
  }
})

test('snake_case and lone signs stay readable', () => {
  expect(words('Set max_line_length to 5 * 3 & 2 < 7, see [note] at ~20 knots!').markdown).toContain(
    'Set max_line_length to 5 * 3 & 2 < 7, see [note] at ~20 knots!',
  )
})

test('marks do not swallow the spaces around them', () => {
  const parsed = words('This is<b> very </b>important and<i> also</i> urgent for the harbour master and for all his crew.')
  expect(text(parsed.tree)).toContain('This is very important and also urgent')
  expect(parsed.all('strong').map(text)).toEqual(['very'])
  expect(parsed.all('emphasis').map(text)).toEqual(['also'])
})

test('adjacent strong runs stay words', () => {
  const parsed = words('The <b>break</b><b>water</b> and the <strong>Note:</strong>text of the harbour master are both to be read.')
  expect(text(parsed.tree)).toContain('The breakwater and the Note:text')
  expect(parsed.all('strong').map(text)[0]).toBe('breakwater')
  expect(parsed.markdown).not.toContain('****')
})

test('raised and lowered text stays distinguishable', () => {
  const plain = text(
    words('Water is H<sub>2</sub>O, the area 5 m<sup>2</sup>, and e<sup>x+1</sup> grows; the 3<sup>rd</sup> pier is a<sub>ij</sub>.').tree,
  )
  expect(plain).toContain('H₂O')
  expect(plain).toContain('m²')
  expect(plain).toContain('e^(x+1)')
  expect(plain).toContain('3rd')
  expect(plain).toContain('a_(ij)')
})

test('math is written once, from its TeX', () => {
  const katex =
    '<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">E = mc^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="mord">E</span><span>=</span><span>mc2</span></span></span>'
  const { markdown } = words(`Energy and mass are tied by ${katex} as everybody on the pier knows since school.`)
  expect(markdown).toContain('tied by $E = mc^2$ as everybody')
  expect(
    words('From MathJax <script type="math/tex">\\frac{a}{b}</script> comes the same, as everybody on the pier knows.').markdown,
  ).toContain('$\\frac{a}{b}$')
})

test('details are kept', () => {
  const { tree } = read(
    '<details><summary>Who pays?</summary><p>The county pays two thirds, and the remaining third falls to the port itself.</p></details>',
  )
  const lines = tree.children!.map(text)
  expect(lines).toContain('Who pays?')
  expect(lines).toContain('The county pays two thirds, and the remaining third falls to the port itself.')
})

test('entities are decoded once', () => {
  expect(text(words('Fish &amp;amp; chips cost &pound;5 &mdash; &#8364;6 on Sundays, says the board at the pier.').tree)).toContain(
    'Fish &amp; chips cost £5 — €6 on Sundays',
  )
})

test('a single br is a line break, two are paragraphs', () => {
  const parsed = words('Harbour Office<br>1 Quay Street<br><br>Open from nine to five on every day of the week but Sunday.')
  expect(parsed.all('break')).toHaveLength(1)
  expect(parsed.tree.children!.map(text)).toContain('Open from nine to five on every day of the week but Sunday.')
})

test('headings keep their levels', () => {
  const parsed = read(
    '<h2>Costs</h2><p>The costs have risen by a tenth since the first estimate of the authority.</p><h3>Granite</h3><p>Granite is the largest part of it, and its price follows that of diesel.</p>',
  )
  expect(
    parsed
      .all('heading')
      .filter((found) => found.depth! > 1)
      .map((found) => [found.depth, text(found)]),
  ).toEqual([
    [2, 'Costs'],
    [3, 'Granite'],
  ])
})

test('quotes stay quotes, also with two paragraphs', () => {
  const [quote] = read('<blockquote><p>We shall build it.</p><p>And it shall stand.</p></blockquote>').all('blockquote')
  expect(all(quote!, 'paragraph').map(text)).toEqual(['We shall build it.', 'And it shall stand.'])
})

test('struck text stays struck', () => {
  expect(
    words('It costs <del>five</del> six pounds now, which is what the board at the end of the pier says.').all('delete').map(text),
  ).toEqual(['five'])
})

test.each(['#refunds', '#reference', '#ref-list', '#references', '#refinery', '#refer'])('a link to %s is a link', (href) => {
  expect(read(`<p>Everything about that is under <a href="${href}">what you get back</a> in the list below.</p>`).markdown).toContain(
    `[what you get back](https://harbour.example/news/breakwater${href})`,
  )
})

test.each([
  ['outside the link', (id: string) => `[<a href="#${id}">12</a>]`],
  ['inside the link', (id: string) => `<a href="#${id}">[12]</a>`],
  ['raised', (id: string) => `<sup><a href="#${id}">[12]</a></sup>`],
])('a numbered citation keeps its number: brackets %s', (_name, cite) => {
  for (const id of ['ref12', 'ref-12', 'bib12', 'cite_ref-12', 'CR12']) {
    const { markdown } = read(`<p>The wall is far older than that, as the survey shows ${cite(id)}, and so is the pier beside it.</p>`)
    expect(markdown, id).toMatch(/shows .*12.*, and/)
    expect(markdown, id).not.toContain('[]')
  }
})

test.each([
  [
    'docutils, as asides',
    '<p>The wall is old <a class="footnote-reference brackets" href="#id5" id="id2" role="doc-noteref"><span>[</span>1<span>]</span></a> indeed.</p><aside class="footnote brackets" id="id5" role="doc-footnote"><span class="label"><span>[</span><a role="doc-backlink" href="#id2">1</a><span>]</span></span><p>Built in 1871.</p></aside>',
  ],
  [
    'docutils, as terms',
    '<p>The wall is old <a class="footnote-reference" href="#id5" id="id2">[1]</a> indeed.</p><dl class="footnote"><dt class="label" id="id5"><span><a class="fn-backref" href="#id2">1</a></span></dt><dd><p>Built in 1871.</p></dd></dl>',
  ],
  [
    'kramdown',
    '<p>The wall is old <sup id="fnref:1" role="doc-noteref"><a href="#fn:1" class="footnote">1</a></sup> indeed.</p><div class="footnotes" role="doc-endnotes"><ol><li id="fn:1" role="doc-endnote"><p>Built in 1871. <a href="#fnref:1" class="reversefootnote" role="doc-backlink">↩</a></p></li></ol></div>',
  ],
])('footnotes of %s are footnotes', (_name, html) => {
  const { markdown } = read(html)
  expect(markdown).toContain('The wall is old [^1] indeed.')
  expect(markdown).toContain('[^1]: Built in 1871.')
})

const NOTED = (ref: string, note: string) =>
  `<p>The wall is old${ref} indeed.</p><p>It was raised twice, and the stones of both walls are still to be seen.</p>${note}`
test.each([
  [
    'Word',
    NOTED(
      '<a href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference>[1]</span></a>',
      '<div id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1"><span>[1]</span></a> Built in 1871.</p></div>',
    ),
  ],
  [
    'WordPress',
    NOTED(
      '<sup data-fn="ab-12" class="fn"><a id="ab-12-link" href="#ab-12">1</a></sup>',
      '<ol class="wp-block-footnotes"><li id="ab-12">Built in 1871. <a href="#ab-12-link">↩︎</a></li></ol>',
    ),
  ],
  [
    'Asciidoctor',
    NOTED(
      '<sup class="footnote">[<a id="_footnoteref_1" class="footnote" href="#_footnotedef_1">1</a>]</sup>',
      '<div id="footnotes"><hr><div class="footnote" id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. Built in 1871.</div></div>',
    ),
  ],
  [
    'Wikipedia, cited twice',
    NOTED(
      '<sup id="cite_ref-a_1-0"><a href="#cite_note-a-1">[1]</a></sup>',
      '<ol class="references"><li id="cite_note-a-1"><span class="mw-cite-backlink">^ <a href="#cite_ref-a_1-0"><sup><i><b>a</b></i></sup></a> <a href="#cite_ref-a_1-1"><sup><i><b>b</b></i></sup></a></span> <span class="reference-text">Built in 1871.</span></li></ol>',
    ),
  ],
  ['a sign', NOTED('<a href="#note-1">†</a>', '<p id="note-1">† Built in 1871.</p>')],
])('notes of %s are footnotes, without what leads back', (_name, html) => {
  const { markdown, all } = read(html)
  expect(markdown).toMatch(/The wall is old\[\^(1|n)\] indeed\./)
  expect(markdown).toMatch(/\n\[\^(1|n)\]: Built in 1871\.(\n|$)/)
  expect(all('link')).toEqual([])
})

test('what leads there and back is no note where it is a section, or a word', () => {
  const section = read(
    '<p>See <a id="c1" href="#s1">[1]</a> below.</p><div id="s1"><h2><a href="#c1">1</a> The plan</h2><p>It has three parts, and each of them needs a consent.</p></div>',
  )
  expect(section.markdown).toContain('See [\\[1\\]](https://harbour.example/news/breakwater#s1) below.')
  const word = read(
    '<p>A <sup><a id="c2" href="#t2">caisson</a></sup> is a box.</p><p id="t2">It is watertight, and open below. <a href="#c2">Back</a></p>',
  )
  expect(word.markdown).toContain('caisson')
})

test.each([
  [
    'LaTeXML',
    '<span class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">1</sup><span class="ltx_tag ltx_tag_note">1</span>Built in 1871.</span></span></span>',
  ],
  [
    'Tufte',
    '<label for="sn" class="margin-toggle sidenote-number"></label><input type="checkbox" id="sn"><span class="sidenote">Built in 1871.</span>',
  ],
])('a note in the markup of its line stands in brackets: %s', (_name, note) => {
  expect(read(`<p>The wall is old${note} and so is the pier beside it, as everybody knows.</p>`).markdown).toContain(
    'The wall is old (Built in 1871.) and so',
  )
})

test('of notes that the text refers to none is left out because it is short', () => {
  const markdown = read(
    NOTED(
      '<sup><a href="#fn1">1</a></sup> and tall<sup><a href="#fn2">2</a></sup>',
      '<div class="notes"><div id="fn1">The survey of the harbour authority says so, in its second part, which was printed in 1871.</div><div id="fn2">Jones (2001).</div></div>',
    ),
  ).markdown
  expect(markdown).toContain('[^1]: The survey')
  expect(markdown).toContain('[^2]: Jones (2001).')
})

test.each([
  ['$449<sup>99</sup>', '$449.99'],
  ['<sup>$</sup>449<sup>99</sup>', '$449.99'],
  ['$449<sup>.99</sup>', '$449.99'],
  ['449<span class="price-cents">00</span>', '449.00'],
  ['10<sup>23</sup> and $500<sup>2</sup>', '10²³ and $500²'],
])('cents that a page sets apart by their size are cents: %s', (html, written) => {
  expect(read(`<p>The ladder cost <span>${html}</span> when the shop at the pier still had it.</p>`).markdown).toContain(
    `cost ${written} when`,
  )
})

test('cents in a box of their own go on the line of their sum', () => {
  const price =
    '<div class="table__price"><span>£</span><span>8</span><div><span class="table__fractional-part">99</span><span>/month</span></div></div>'
  expect(read(price).markdown).toContain('\n£8.99/month\n')
})

test('numbers that a script fills in are no variables', () => {
  expect(read('<p>The pier was shut on Mar <var>7</var>, <var>10:42</var>, when <var>n</var> boats lay at it.</p>').markdown).toContain(
    'on Mar 7, 10:42, when *n* boats',
  )
})

test('signs between raised numbers are not raised', () => {
  expect(
    read('<p>The wall is old<sup>1</sup><sup>,</sup><sup>2</sup> and so is the pier beside it, as everybody knows.</p>').markdown,
  ).toContain('old¹,² and')
})

test('a number at the beginning of a heading needs no escape', () => {
  expect(
    read('<h2>1. The plan</h2><p>It has three parts, and each of them needs the consent of the harbour master.</p>').markdown,
  ).toContain('## 1. The plan\n')
})

test('footnotes point to their notes', () => {
  const parsed = read(
    '<p>The wall is old.<sup id="fnref1"><a href="#fn1">1</a></sup></p><section class="footnotes"><ol><li id="fn1"><p>Built in 1871. <a href="#fnref1">↩</a></p></li></ol></section>',
  )
  expect(parsed.all('footnoteReference')).toHaveLength(1)
  expect(parsed.all('footnoteDefinition').map(text)).toEqual(['Built in 1871.'])
})

test.each([
  ['display:none', '<p style="display:none">SECRET ORDER</p>'],
  ['display: none !important', '<div style="color:red; display : none !important">SECRET ORDER</div>'],
  ['visibility', '<p style="visibility:hidden">SECRET ORDER</p>'],
  ['the hidden attribute', '<div hidden><p>SECRET ORDER</p></div>'],
  ['aria-hidden', '<p aria-hidden="true">SECRET ORDER</p>'],
  ['opacity', '<p style="opacity:0">SECRET ORDER</p>'],
  ['font size', '<p style="font-size:0px">SECRET ORDER</p>'],
  ['off the screen', '<p style="position:absolute;left:-9999px">SECRET ORDER</p>'],
  ['a template', '<template><p>SECRET ORDER</p></template>'],
  ['a comment', '<!-- SECRET ORDER -->'],
  [
    'inline in a paragraph',
    '<p>The pier is long <span style="display:none">SECRET ORDER</span> and old, as all the people of the town agree.</p>',
  ],
])('hidden text is left out: %s', (_name, html) => {
  expect(read(html).markdown).not.toContain('SECRET')
})

test('control, bidi and zero-width characters go, joined emoji and Persian stay', () => {
  const { markdown } = words(
    'Pay\u200bment \u202eto\u202c the\u2066 har\u0000bour\ufeff is due\u0007, said the office \u{1f468}\u200d\u{1f469}\u200d\u{1f467} می\u200cخواهم on Monday.',
  )
  expect(markdown).toContain(
    'Payment to the harbour is due, said the office \u{1f468}\u200d\u{1f469}\u200d\u{1f467} می\u200cخواهم on Monday.',
  )
})

test('what nobody sees goes from names and descriptions too', () => {
  const { markdown } = read(
    `<p>The pier ${'is long and old, '.repeat(9)}as <a href="/p" title="the\u202e pier\u{e0041}">all people</a> of the town agree.</p>
    <p><img src="/pier.jpg" alt="A pi\u0013er &#8238;at \u001b[31mdawn\u{e0049}" title="Seen\u200b from here"></p>
    <iframe src="https://player.example/1" title="A fi\u2066lm"></iframe>`,
  )
  expect(markdown).toContain('![A pier at \\[31mdawn](https://harbour.example/pier.jpg "Seen from here")')
  expect(markdown).toContain('"the pier"')
  expect(markdown).toContain('[A film]')
})

test('a cut leaves no half of a character, wherever it falls', () => {
  for (const before of ['', 'x']) {
    const many = `${before}${'\u{1f6a2}'.repeat(3_000)}`
    const result = extractPage({
      html: `<title>${many}</title><meta name="author" content="Ann ${many}"><main><p>The pier <img src="/a.jpg" alt="Ships ${many}" title="${many}"> ${'is long and old, '.repeat(60)}as all agree.</p></main>`,
      url: 'https://harbour.example/pier',
    })
    expect(JSON.stringify(result)).not.toMatch(/\\ud[89a-f]/)
    expect(result?.markdown).toContain('![')
    expect(rewriteHtml(`<h1>${many}</h1>`, 'https://harbour.example/').title?.isWellFormed()).toBe(true)
  }
})

test('nothing executable is left', () => {
  const { markdown } = read(
    '<p onclick="steal()">The office <script>alert(1)</script>is open <style>p{}</style>today, and <iframe src="https://x.example"></iframe>closed tomorrow for the holiday.</p><p>&lt;script&gt;alert(2)&lt;/script&gt; is how such a thing is written on the board of the harbour.</p>',
  )
  expect(markdown).toContain('The office is open today, and closed tomorrow')
  expect(all(parseGfm(markdown), 'html')).toEqual([])
})

test('the title is a field, and the Markdown never begins with it', () => {
  const { markdown } = read(
    '<h2>What comes next</h2><p>The masons begin on the north side, where the wall is at its lowest and the ground is firm.</p>',
  )
  expect(markdown).toMatch(/^The harbour authority met/)
  expect(markdown).toContain('## What comes next')
  const small = extractPage({ html: '<title>Tides</title><h1>Tides</h1><p>Twice a day.</p>', url: 'https://tide.example/' })
  expect(small).toMatchObject({ title: 'Tides', markdown: 'Twice a day.' })
  expect(extractPage({ html: '<title>Tides</title><h1>Tides</h1>', url: 'https://tide.example/' })?.markdown).toBe('# Tides')
})

test('the heading of a page that is called nothing else is text', () => {
  const result = extractPage({ html: '<p>Before.</p><h1>Tides</h1><p>Twice a day.</p>', url: 'https://tide.example/' })
  expect(result).toMatchObject({ title: 'Tides', markdown: 'Before.\n\n# Tides\n\nTwice a day.' })
})

test('a link is no permalink for what it is called: it leads elsewhere', () => {
  for (const name of ['link', 'anchor', 'permalink', '#'])
    expect(link(`<a href="https://other.example/report#two">${name}</a>`).all('link')).toHaveLength(1)
})
