import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const TEXT = 'Opens the lock when the levels on both sides are equal, and waits for the keeper to say so before the gates begin to move.'
const read = (body: string): string =>
  extractPage({
    html: `<html><head><title>Lock</title></head><body><main><h1>Lock</h1><p>${TEXT}</p><p>${body}</p><p>Closes. ${TEXT}</p></main></body></html>`,
    url: 'https://locks.example/',
  })!.markdown

test.each([
  ['<span class="brand">Osprey</span><span class="name">Rook 65 Pack</span>', 'Osprey Rook 65 Pack'],
  ['<span class="beds">3 beds</span><span class="baths">2.5 baths</span>', '3 beds 2.5 baths'],
  ['<span aria-label="rated">(12)</span><span class="count">12 reviews of it</span>', '(12) 12 reviews of it'],
  ['<a class="who" href="/a">Ada Lock</a><span class="role">Keeper of locks</span>', '[Ada Lock](https://locks.example/a) Keeper of locks'],
  [
    '<a class="go" href="/a">What the keeper tells you</a><span class="sum">A winter of locks</span>',
    'tells you](https://locks.example/a) A winter',
  ],
  ['<time class="day">March 6</time><span class="t">New gates for Lock 4</span>', 'March 6 New gates for Lock 4'],
  ['<span class="attrLabel">Cost</span>Inexpensive', 'Cost Inexpensive'],
  ['<span class="attrLabel">Method</span><span>baking</span>', 'Method baking'],
  ['<span class="hint">Hundred</span>Weight', 'HundredWeight'],
  [
    `</p><div>${['Serves|20', 'Cooks In|40 minutes', 'Stitch|es', 'Difficulty|Super easy'].map((row) => `<div><span class="d">${row.replace('|', '</span>')}</div>`).join('')}</div><p>`,
    'Serves 20\n\nCooks In 40 minutes\n\nStitches\n\nDifficulty Super easy',
  ],
  ['<span class="price">$5.00</span><span class="was">was more</span>', '$5.00 was more'],
  ['Made By:<span>Valve</span>', 'Made By: Valve'],
  ['<span>$549,000</span><span>+83%</span>', '$549,000 +83%'],
  ['<span>213.49</span><span>+3.64</span> <span>(+1.73%)</span>', '213.49 +3.64 (+1.73%)'],
  ['<b><a href="/g">gate</a><wbr><span class="stab">tides</span></b>', '**[gate](https://locks.example/g) tides**'],
  ['std::<wbr><span class="n">gate</span>', 'std::gate'],
  ['<strong>40</strong><span>boats</span>', '**40** boats'],
  ['<span class="a">Crew</span><span class="b">5</span>', 'Crew 5'],
  ['<span class="a">The boat at the quay.</span><span class="b">Photo: Ann Lee</span>', 'the quay. Photo: Ann Lee'],
  ['It is a legal entity.<strong>How to form one:</strong> ask.', 'It is a legal entity. **How to form one:** ask.'],
  ['It runs on <em>GeForce Experience</em>The app is free.', 'It runs on *GeForce Experience* The app is free.'],
  ['It is safe for a town<strong>Cons:</strong> none', 'It is safe for a town **Cons:** none'],
  ['<b>of self control</b><span class="gap"></span>Meditation', '**of self control** Meditation'],
  ['<b>of self control</b><span class="gap br"></span>Meditation', '**of self control**\\\nMeditation'],
  ['<span>5 star reviews</span><svg viewBox="0 0 1 1"><path d="M0 0"/></svg><span>lockpilot</span>', '5 star reviews lockpilot'],
  ['Locks<svg></svg>gates (<svg></svg>and <a href="/k">keys<svg></svg></a>)', 'Locks gates (and [keys](https://locks.example/k))'],
  ['Five star reviews<span><img src="/s.png" width="2" height="2" alt=""></span>lockpilot', 'Five star reviews lockpilot'],
  ['<label><input type="radio">Red</label><label><input type="radio">blue</label>', 'Red blue'],
  ['<a href="/a">Learn more<span class="clipped">gates, in a new window</span></a>', '[Learn more gates, in a new window]'],
  ['<span class="name">Ada Lock</span><span class="role">KEEPER</span>', 'Ada Lock KEEPER'],
  [
    '</p><h2><span class="line">Software for</span><span class="line">all of your locks</span></h2><p>Here',
    '## Software for all of your locks',
  ],
  ['<span class="name">Language</span><span class="value">English</span>', 'Language English'],
  ['<span>Aurora Runner</span><span>Norvik</span><span>$89.90</span><span>$120.00</span>', 'Aurora Runner Norvik $89.90 $120.00'],
  ['<span>2 beds</span><span>1 baths</span><span>90 m²</span>', '2 beds 1 baths 90 m²'],
  ['<span class="v">2026</span><span class="v">1h 54m</span><span class="v">R</span><span class="v">4 of 5</span>', '2026 1h 54m R'],
  ['</p><p><span class="v">Ada Lock</span><span class="v">Keeper of gates</span>', 'Ada Lock Keeper of gates'],
  ['£89.90<del>£120.00</del>', '£89.90 ~~£120.00~~'],
  ['<s>159,00 €</s>129,00 €', '~~159,00 €~~ 129,00 €'],
  ['<span class="a">€98</span><span class="b">9% less</span>', '€98 9% less'],
  ['<span>Sale</span><span>$31.49</span>', 'Sale $31.49'],
  ['<a href="/n"><span class="tag">New listing</span>ZOBO lock 9 of brass</a>', 'New listing ZOBO lock 9'],
  ['Sold listings<span class="tag">Remove filter</span>', 'Sold listings Remove filter'],
  ['</p><p>\n<span>Original paper</span><span>4 October 2019</span>\n', 'Original paper 4 October 2019'],
  ['All the films<span class="count">13</span>', 'All the films 13'],
  ['</p><div><time>March 5, 2024</time><span class="version-tag">v4.12.0</span></div><p>', 'March 5, 2024 v4.12.0'],
  ['</p><div><b class="n">Component/s:</b><span class="v"><a href="/k">keys</a></span></div><p>', '**Component/s:** [keys]'],
  ['<span>€</span><span>9</span><span class="per">/ boat / month</span>', '€9 / boat / month'],
  ['</p><div><a class="on" href="/f">Friday</a><a href="/s">Saturday</a></div><p>', 'Friday](https://locks.example/f) [Saturday]'],
])('things that only their style sets apart are parted by a space: %s', (body, expected) => {
  expect(read(body)).toContain(expected)
})

test.each([
  ['<span class="drop">T</span><span class="rest">he first gate</span>', 'The first gate'],
  ['<span class="a">Mac</span><span class="b">Book</span>', 'MacBook'],
  ['<span class="a">case stud</span><span class="b">ies of locks</span>', 'case studies of locks'],
  ['<span class="x">Lock</span><span class="x">Keeper of it</span>', 'LockKeeper of it'],
  ['<span class="x">4</span><span class="x">K</span><span class="x">9</span>', '4K9'],
  ['H<span class="x">2</span><span class="y">O of the lock</span>', 'H2O of the lock'],
  ['<span class="a">4.5</span><span class="b">0 of 5</span>', '4.50 of 5'],
  ['<b>Java</b>Script and the rest of it', '**Java**Script and the rest of it'],
  ['System.<wbr>Collections.<wbr>Generic of it', 'System.Collections.Generic of it'],
  ['<span class="p">django.db.</span><span class="n">Model</span>', 'django.db.Model'],
  ['Say Pro<!-- -->Max or Pro', 'Say ProMax or Pro'],
  ['A gate of brass<span class="note">4</span>', 'A gate of brass4'],
  ['std::<b>String</b> of it', 'std::**String** of it'],
  ['Lock<input type="hidden" value="1">smith', 'Locksmith'],
  ['<span class="x">Lock</span><span class="x">smiths of old</span>', 'Locksmiths of old'],
  ['<span class="a">iPhone</span><span class="b">SE</span>', 'iPhoneSE'],
  ['<a href="/l"><b>Lock</b></a><a href="/l">Keeper</a> of it', 'Keeper](https://locks.example/l) of it'],
  ['<span class="h">12:</span><span class="m">30</span> of it', '12:30 of it'],
  ['€9<span class="per">/month</span> of it', '€9/month of it'],
  ['<span class="C9 inline">of tools includin</span><span class="C9 inline">g locks</span>', 'of tools including locks'],
  ['<svg></svg></p><p><code>gate()</code> opens', '\n`gate()` opens'],
])('a word that goes on stays one: %s', (body, expected) => {
  expect(read(body)).toContain(expected)
})

test.each([
  ['<a href="/b"><time datetime="2026-01-02">2h ago</time><span>17.40 <span>GMT</span></span></a>', '[17.40 GMT](https://locks.example/b)'],
  ['<time>vor 3 Stunden</time> <span>Lock 4</span>', 'vor 3 Stunden Lock 4'],
])('a moment is said as it stays true where a page has it both ways: %s', (body, expected) => {
  expect(read(body)).toContain(`\n${expected}\n`)
})

test.each([
  ['<a href="/all">See all<span class="clipped">See all locks</span></a>', '[See all](https://locks.example/all)'],
  ['<span><span>Lock 4</span><span class="sr-only">Lock 4</span></span> opens', 'Lock 4 opens'],
  ['3 <span aria-hidden="true">min</span><span class="sr-only">minutes</span> to go', '3 minutes to go'],
  ['<span class="sr-only">Lock</span> opens', 'Lock opens'],
  ['<span class="screen-reader-only">Tip</span>Read first', 'Tip Read first'],
  ['<span class="aok-offscreen">List: </span>$60.24', 'List: $60.24'],
])('words for screen readers do not say again what is shown: %s', (body, expected) => {
  expect(read(body)).toContain(`\n${expected}\n`)
})

test('what only screen readers are told that a sign does is left out, and what a button shows is not', () => {
  const button = (inner: string): string => read(`Lock 4 <button type="button">${inner}</button> opens`)
  expect(button('<i><span class="eds-is-hidden-accessible">Save this lock: Lock 4</span></i>')).toMatch(/\nLock 4\s+opens\n/)
  expect(button('<span class="sr-only">Save</span> Keep')).toContain('Keep')
})

test('a tip that opens over a word stands beside it, in brackets', () => {
  expect(read('A gloss<span role="tooltip" id="tip">what a word means</span> is short.')).toContain('A gloss (what a word means) is short.')
  const note =
    'Claim one<sup class="modern-footnotes-footnote"><a href="javascript:void(0)">1</a></sup><span role="tooltip" class="modern-footnotes-footnote__note">Note one.</span>.'
  expect(read(note)).toContain('Claim one (Note one.).')
})

test('the sign of a box for screen readers is none of an ingredient', () => {
  const box =
    '<span class="wprm-checkbox-container"><input type="checkbox" class="wprm-checkbox"><label class="wprm-checkbox-label"><span class="sr-only screen-reader-text">▢ </span></label></span>'
  expect(
    read(`</p><ul>${['8 herring fillets', '2 tbsp of mustard'].map((what) => `<li>${box}<span>${what}</span></li>`).join('')}</ul><p>`),
  ).not.toContain('▢')
  expect(read('Tick <span class="sr-only">▢ none</span> of them')).toContain('▢ none')
})

test('code and the words beside it are set apart, and no part of a word is', () => {
  expect(read('<code>gate</code><span>string</span><span>required</span>')).toContain('`gate` string required')
  expect(read('<span>POST</span><code>/gates</code>')).toContain('POST `/gates`')
  expect(read('Two <code>gate</code>s and <code>lock</code><span>s</span>, <span>Once</span><span>upon</span>')).toContain(
    'Two `gate`s and `lock`s, Onceupon',
  )
})

test('a day behind a number is set apart', () => {
  expect(
    read('<a href="/t.gz"><span>tide.gz</span><span class="size">91195</span><span class="date">1/10/2024 2:00:00 PM</span></a>'),
  ).toContain('91195 1/10/2024 2:00:00 PM')
})

test('a name and its value in each of several rows made alike are parted by a space, and no lone word of two halves is', () => {
  const rows = (items: readonly string[]): string => read(`</p><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul><p>`)
  const pair = (name: string, value: string): string => `<span>${name}</span><span>${value}</span>`
  const facts = [pair('WIDTH INCHES', '60'), pair('BRAND', 'Acme'), pair('Depth', 'Deep'), pair('No. 4', 'brass')]
  expect(rows(facts)).toContain('- WIDTH INCHES 60\n- BRAND Acme\n- Depth Deep\n- No. 4 brass')
  expect(rows(facts.slice(1, 3))).toContain('- BRANDAcme\n- DepthDeep')
  expect(rows([pair('4', 'th gate'), pair('5', 'th gate'), pair('6', 'th gate')])).toContain('- 4th gate')
  const link = (rank: number, word: string): string =>
    `<a href="/${rank}"><div><span>${rank}</span><span>${word}</span><span>国内</span></div></a>`
  expect(read(`</p>${[link(1, '関税'), link(2, '踏切'), link(3, '県政')].join('')}<p>`)).toContain('[1 関税 国内]')
})

test('elements that a page has made are set apart from each other', () => {
  expect(read('<my-card><my-name>Upper gate</my-name><my-text>of oak</my-text></my-card>')).toContain('Upper gate of oak')
  expect(read('The lo<my-mark>ck</my-mark>s')).toContain('The locks')
})

test('two sums with their signs behind them are two', () => {
  expect(read('<p>The pan: <span class="now">30.00 €</span><span class="old">37.00 €</span></p>')).toContain('30.00 € 37.00 €')
  expect(read('<p>The pan: <span class="now">1 299</span><span class="cents">,00 €</span></p>')).toContain('1 299,00 €')
})

test('a name, or what is needed, is set apart from a moment or how much of it', () => {
  expect(read('<p><a href="/u/1">keeper99</a><time datetime="2024-03-14">12 godz. temu</time></p>')).toContain('12 godz. temu')
  expect(read('<p><a href="/u/1">keeper99</a><time datetime="2024-03-14">12 godz. temu</time></p>')).not.toContain(')12')
  expect(read('<ul><li><span>豚バラ薄切り</span><bdi class="much">150g</bdi></li></ul>')).toContain('豚バラ薄切り 150g')
  expect(read('<p>今日は<b>豚バラ</b><a href="/x">薄切り</a>を150g使います。</p>')).toContain('**豚バラ**[薄切り]')
})

test('cents behind the sign stand as French shops set them', () => {
  expect(read('<p>The pan: <span>499€<sup>99</sup></span></p>')).toContain('499€99')
  expect(read('<p>The pan costs 499 €<sup>1</sup> there.</p>')).toContain('499 €¹')
})

test('a name in capitals is set apart from what it names, but not from the rest of a word', () => {
  expect(read('<a href="/billy"><span class="name">BILLY</span><span class="what">Bookcase, white</span></a>')).toContain(
    'BILLY Bookcase, white',
  )
  expect(read('The <b class="first">GATE</b><i class="rest">Keeper</i> opens.')).toContain('**GATE***Keeper*')
  expect(read('The <b class="first">GATE</b>Keeper of the upper lock.')).toContain('**GATE**Keeper')
})

test('a label and what begins with a figure are parted in an item of a list that is nothing else', () => {
  const markdown = read('<ul><li><span>Reference</span><span>25/01234</span></li><li><span>Status</span><span>Open</span></li></ul>')
  expect(markdown).toContain('- Reference 25/01234')
})

test('the mark of a note that is a link is parted from the words that it stands before, and a mailbox from those before it', () => {
  expect(read('<p>(a) <span>[</span><span><a href="#c1">F1</a></span><span>less favourable treatment]</span> of a boat</p>')).toContain(
    '](https://locks.example/#c1) less',
  )
  expect(
    read('<p><span>Institute of Locks, Leith</span><span><a href="mailto:ann@quay.example">ann@quay.example</a></span></p>'),
  ).toContain('Leith [ann@quay.example]')
})
