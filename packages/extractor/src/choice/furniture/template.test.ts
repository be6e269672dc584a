import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'

const PROSE =
  '<p>To set the client up, install it with the manager of your system and call it once with the address of the harbour, as shown here.</p>'
const read = (body: string) =>
  extractPage({
    html: `<title>Set up | Docs</title><body class="docs"><nav><a href="/">Home</a></nav><main><article><h1>Set up</h1>${PROSE.repeat(3)}${body}<p>Every call answers with the tide of the hour, and nothing has to be closed behind it, whatever the language.</p></article></main></body>`,
    url: 'https://docs.example/set-up',
  })?.markdown ?? ''

test.each(['{{ user.name }}', '$(csi.user.businessName)', '<%= @page.title %>', '{{ a }} {{ b | c }}', '{% include "x" %}'])(
  'a line that is nothing but %s is left out, and stands where code is meant',
  (expression) => {
    const escaped = expression.replace(/</g, '&lt;').replace(/>/g, '&gt;')
    const markdown = read(
      `<div>${escaped}</div><p>Write <code>${escaped}</code> where the name of the user has to stand, and nothing else around it at all.</p>`,
    )
    expect(markdown.split('\n')).not.toContain(expression)
    expect(markdown).toContain(`\`${expression}\``)
  },
)

test('data for the scripts of a page are left out, and stand where code is meant', () => {
  const data = JSON.stringify({ id: 4, tides: Array.from({ length: 10 }, (_, hour) => ({ hour, height: `${hour} feet above the sill` })) })
  expect(read(`<div>${data}</div>`)).not.toContain('above the sill')
  expect(read(`<pre><code>${data}</code></pre>`)).toContain('above the sill')
  expect(read(`<div>${data}</div>`.repeat(20)), 'a page of data').toContain('above the sill')
})

test('filler that a template was not rid of is left out, but for a page about it', () => {
  const filler =
    '<h3>Lorem ipsum</h3><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore.</p>'
  const list = '<ul><li>Lorem ipsum 1</li><li>Lorem ipsum 2</li></ul>'
  const told = '<p>Lorem ipsum is what printers set where a text is still to come, as it looks like one and says nothing to anybody.</p>'
  expect(read(`${filler}${list}${told}`)).not.toMatch(/lorem ipsum(?! is what printers)/i)
  expect(read(`${filler}${told}`)).toContain('Lorem ipsum is what printers set')
  const demo =
    '<main><h1>Breaks</h1><p>Lorem ipsum dolor sit amet, consectetur adipisicing elit.</p><p>Ut enim ad minim veniam, quis nostrud.</p></main>'
  expect(extractPage({ html: demo, url: 'https://set.example/demo' })!.markdown, 'a page to try something out').toContain('consectetur')
  const about = `<title>The Lorem ipsum of printers</title><main><h1>The Lorem ipsum of printers</h1>${told}${filler}</main>`
  expect(extractPage({ html: about, url: 'https://set.example/filler' })!.markdown).toContain('consectetur')
})

test('keys and encoded bytes that stand on a page as if they were text are left out, words without spaces are not', () => {
  const key = '3f1c9a7e-52d4-4b1d-8c44-90aa21b7cd10X7b2e4d1f-0c9a-4e77-b1d2-5f6a7c8d9e0f'
  expect(read(`<div>${Array.from({ length: 8 }, () => key).join(' ')}</div>`)).not.toContain('3f1c9a7e')
  expect(read(`<p>The key of the harbour is ${key}, and was never changed.</p>`)).toContain('3f1c9a7e')
  expect(read(`<p>${'潮が満ちると船は港を出る。'.repeat(40)}</p>`)).toContain('潮が満ちる')
})
