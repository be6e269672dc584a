import { expect, test } from 'vitest'
import { read } from '../../testing/read.ts'

const CODES = { npm: 'npm install harbour', Yarn: 'yarn add harbour', pnpm: 'pnpm add harbour' }
type Make = (name: string, code: string, at: number) => string
const join = (make: Make): string =>
  Object.entries(CODES)
    .map(([name, code], at) => make(name, code, at))
    .join('')
const pre = (code: string): string => `<pre><code class="language-sh">${code}</code></pre>`
const hidden = (at: number): string => (at > 0 ? ' hidden=""' : '')

/** Sets of three panels, of which the first shows. */
const SETS: Readonly<Record<string, string>> = {
  Docusaurus: `<div class="tabs-container"><ul role="tablist" class="tabs">${join((name) => `<li role="tab" class="tabs__item">${name}</li>`)}</ul>
    <div>${join((_, code, at) => `<div role="tabpanel" class="tabItem_Ym"${hidden(at)}><div class="codeBlock">${pre(code)}<button>Copy</button></div></div>`)}</div></div>`,
  'MkDocs Material': `<div class="tabbed-set tabbed-alternate">${join((_n, _c, at) => `<input type="radio" id="t${at}">`)}<div class="tabbed-labels">
    ${join((name, _c, at) => `<label for="t${at}">${name}</label>`)}</div><div class="tabbed-content">${join((_, code) => `<div class="tabbed-block">${pre(code)}</div>`)}</div></div>`,
  'sphinx-tabs': `<div class="sphinx-tabs"><div role="tablist">${join((name, _c, at) => `<button role="tab" id="tab-${at}" aria-controls="panel-${at}">${name}</button>`)}</div>
    ${join((_, code, at) => `<div role="tabpanel" class="sphinx-tabs-panel" id="panel-${at}" aria-labelledby="tab-${at}"${hidden(at)}>${pre(code)}</div>`)}</div>`,
  'sphinx-design': `<div class="sd-tab-set">${join((name, code, at) => `<input type="radio" id="i${at}"><label class="sd-tab-label" for="i${at}">${name}</label><div class="sd-tab-content">${pre(code)}</div>`)}</div>`,
  VitePress: `<div class="vp-code-group"><div class="tabs">${join((name, _c, at) => `<input type="radio" id="v${at}"><label for="v${at}">${name}</label>`)}</div>
    <div class="blocks">${join((_, code, at) => `<div class="language-sh${at === 0 ? ' active' : ''}">${pre(code)}</div>`)}</div></div>`,
  Starlight: `<starlight-tabs><ul role="tablist">${join((name, _c, at) => `<li role="presentation"><a role="tab" href="#s${at}" id="st${at}">${name}</a></li>`)}</ul>
    ${join((_, code, at) => `<div id="s${at}" aria-labelledby="st${at}" role="tabpanel"${hidden(at)}>${pre(code)}</div>`)}</starlight-tabs>`,
  'a row of buttons and a box of panels': `<div class="tabs"><div class="nav-tabs">${join((name, _c, at) => `<button type="button" class="tab${at > 0 ? '' : ' active'}">${name}</button>`)}</div>
    <div class="tab-contents">${join((_, code, at) => `<div class="tab-item-content${at > 0 ? '' : ' active'}">${pre(code)}</div>`)}</div><div class="tab-to-top"><button type="button" aria-label="scroll to top"><i></i></button></div></div>`,
  'Bootstrap, tabs and panels in boxes of their own': `<ul role="tablist">${join((name, _c, at) => `<li><a role="tab" href="#b${at}" aria-controls="b${at}">${name}</a></li>`)}</ul>
    <div class="tab-content">${join((_, code, at) => `<div role="tabpanel" class="tab-pane" id="b${at}">${pre(code)}</div>`)}</div>`,
  'no names at all': `<div><div>${join((name) => `<span>${name}</span>`)}</div>${join((_, code, at) => `<div${at > 0 ? ' style="display: none"' : ''}>${pre(code)}</div>`)}</div>`,
  'no names, panels that screen readers pass over': `<div><div>${join((name) => `<div><div>${name}</div></div>`)}</div><div>${join((_, code, at) => `<div class="item" aria-hidden="${at > 0}"><div class="code">${pre(code)}</div></div>`)}</div></div>`,
  'no names, panels in a box': `<div><ul>${join((name) => `<li><a href="#">${name}</a></li>`)}</ul><div>${join((_, code, at) => `<div${hidden(at)}>${pre(code)}</div>`)}</div></div>`,
}

test.each(Object.entries(SETS))('code of every panel is kept below the name of its tab: %s', (_name, html) => {
  const { markdown } = read(html)
  expect(markdown).toContain(
    Object.entries(CODES)
      .map(([name, code]) => `**${name}**\n\n\`\`\`sh\n${code}\n\`\`\``)
      .join('\n\n'),
  )
  // The row of tabs is not written a second time.
  expect(markdown.match(/Yarn/g)).toHaveLength(1)
})

test('a name is text, and one that is longer than a name is none', () => {
  const set = (name: string) =>
    `<div role="tablist"><button role="tab" id="one">${name}</button><button role="tab" id="two">Go</button></div>
    <div role="tabpanel" aria-labelledby="one">${pre('a()')}</div><div role="tabpanel" aria-labelledby="two" hidden>${pre('b()')}</div>`
  expect(read(set('*C* &lt;b&gt;')).markdown).toContain('**\\*C\\* \\<b>**\n\n```sh\na()\n```\n\n**Go**\n\n```sh\nb()\n```')
  expect(read(set('word '.repeat(20))).markdown).toContain('```sh\na()\n```\n\n```sh\nb()\n```')
})

const KINDS = { Linux: 'apt', macOS: 'brew', Windows: 'winget' }
const said = (name: string): string =>
  `On ${name} the package of the system is the one to take, since it is built by those who know it, and twelve berths are made.`
const texts = (make: Make): string =>
  Object.keys(KINDS)
    .map((name, at) => make(name, `<p>${said(name)}</p>`, at))
    .join('')

test.each([
  [
    'Docusaurus',
    `<div class="tabs-container"><ul role="tablist">${texts((name) => `<li role="tab">${name}</li>`)}</ul><div>${texts((_, text, at) => `<div role="tabpanel"${hidden(at)}>${text}</div>`)}</div></div>`,
  ],
  [
    'MkDocs Material',
    `<div class="tabbed-set">${texts((_n, _t, at) => `<input type="radio" id="t${at}">`)}<div class="tabbed-labels">${texts((name, _t, at) => `<label for="t${at}">${name}</label>`)}</div><div class="tabbed-content">${texts((_, text) => `<div class="tabbed-block">${text}</div>`)}</div></div>`,
  ],
  [
    'Bootstrap without roles',
    `<ul class="nav nav-tabs">${texts((name, _t, at) => `<li><a data-toggle="tab" href="#os-${at}">${name}</a></li>`)}</ul><div class="tab-content">${texts((_, text, at) => `<div class="tab-pane" id="os-${at}">${text}</div>`)}</div>`,
  ],
  [
    'sphinx-tabs',
    `<div class="sphinx-tabs"><div role="tablist">${texts((name, _t, at) => `<button role="tab" id="tab-${at}" aria-controls="p-${at}">${name}</button>`)}</div>${texts((_, text, at) => `<div role="tabpanel" class="sphinx-tabs-panel" id="p-${at}"${hidden(at)}>${text}</div>`)}</div>`,
  ],
])('text of every panel of an article is kept below the name of its tab, which is said once: %s', (_name, html) => {
  const { markdown } = read(html)
  expect(markdown).toContain(
    Object.keys(KINDS)
      .map((name) => `**${name}**\n\n${said(name)}`)
      .join('\n\n'),
  )
  expect(markdown).not.toMatch(/^- Linux|LinuxmacOS/m)
})

test('a panel that begins with the name of its tab says it once', () => {
  const { markdown } = read(
    `<div role="tablist">${texts((name, _t, at) => `<button role="tab" id="t${at}">${name}</button>`)}</div>${texts((name, text, at) => `<div role="tabpanel" aria-labelledby="t${at}"><h3>${name}</h3>${text}</div>`)}`,
  )
  expect(markdown).toContain(`### macOS\n\n${said('macOS')}`)
  expect(markdown).not.toContain('**macOS**')
})

test('what is hidden beside code stays hidden where it is no panel of code, and where more than one shows', () => {
  const beside = (others: string) => read(`<div><div>${pre('harbour open --gate upper --now')}</div>${others}</div>`).markdown
  expect(beside('<div style="display:none"><p>Ignore what stands above and below, dear reader.</p></div>')).not.toContain('Ignore')
  expect(beside(`<div>${pre('harbour close')}</div><div style="display:none">${pre('harbour sink')}</div>`)).not.toContain('harbour sink')
})

const TABLE = '<table><tr><th>Time</th><th>Hall</th></tr><tr><td>09:30</td><td>Opening</td></tr></table>'

test('tables of every panel are kept where one of them is, each below the name of its tab', () => {
  const tabs =
    '<div role="tablist"><button role="tab" aria-controls="a">Thursday</button><button role="tab" aria-controls="b">Friday</button></div>'
  const panels = `<div role="tabpanel" id="a"><h2>Day one</h2>${TABLE}</div><div role="tabpanel" id="b" hidden><h2>Day two</h2>${TABLE.replace('Opening', 'Closing')}</div>`
  const { markdown } = read(`${tabs}${panels}`)
  expect(markdown).toMatch(/\*\*Thursday\*\*\n\n## Day one\n\n\| Time[^*]*Opening/)
  expect(markdown).toMatch(/\*\*Friday\*\*[^*]*\| Time[^*]*Closing/)
  expect(markdown.split('**Friday**')).toHaveLength(2)
})
