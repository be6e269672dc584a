import { selectAll } from 'css-select'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attributeOf } from '../page/attributes.ts'
import type { Element, Node } from '../page/dom.ts'
import { parsePage } from '../page/parse.ts'
import { isSelector, select } from '../page/select.ts'
import { textOf } from '../page/text.ts'
import { growth } from '../testing/linear.ts'
import { outermostNamed } from './match.ts'

/** What another implementation names, which tries element after element. */
function byTrying(root: Element, selector: string): Element[] {
  const named = selectAll<Node, Element>(selector, [root], {
    adapter: {
      isTag: (node): node is Element => node.kind === 'element',
      getAttributeValue: ({ attributes }, name) => attributeOf(attributes, name),
      getChildren: (node) => (node.kind === 'element' ? [...node.children] : []),
      getName: ({ tag }) => tag,
      getParent: ({ parent }) => parent,
      getSiblings: (node) => [...(node.parent?.children ?? [node])],
      getText: textOf,
      hasAttrib: ({ attributes }, name) => attributeOf(attributes, name) !== undefined,
      removeSubsets: (nodes) => nodes,
    },
  })
  const all = new Set(named)
  const isInner = ({ parent }: Element): boolean => parent !== null && (all.has(parent) || isInner(parent))
  return named.filter((element) => !isInner(element))
}

const ATTRIBUTES = ['', ' class=a', ' class="b a"', ' id=x', ' lang=en-GB', ' title="One two"', ' rel=NEXT', ' href="/x?a"']
const page = fc
  .letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom('', 'word', ' '),
      fc
        .tuple(fc.constantFrom('div', 'section', 'span', 'b'), fc.constantFrom(...ATTRIBUTES), fc.array(tie('tree'), { maxLength: 4 }))
        .map(([tag, attributes, inner]) => `<${tag}${attributes}>${inner.join('')}</${tag}>`),
    ),
  }))
  .tree.map((inner) => `<main>${inner}<i class=a>end</i></main>`)

const simple = fc.constantFrom(
  ...'div span b * .a .b #x [title] [title~=two] [rel=next] [href^="/x"] [href$=a] [href*="?"] [lang|=en] [class!=a] :empty :root'.split(
    ' ',
  ),
  ...':first-child :last-child :only-child :first-of-type :last-of-type :only-of-type :nth-child(2n+1) :nth-last-child(2) :link :lang(en)'.split(
    ' ',
  ),
  ':nth-of-type(even)',
  ':nth-last-of-type(-n+2)',
  '[title="one two"i]',
  ':contains(word)',
  ':icontains("WORD")',
)
const combinator = fc.constantFrom(' ', ' > ', ' + ', ' ~ ')
const selector = fc.letrec<{ compound: string; complex: string; list: string }>((tie) => ({
  compound: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    simple,
    fc
      .tuple(
        fc.constantFrom('*', '.a', 'div'),
        simple.filter((text) => /^[.#:[]/.test(text)),
      )
      .map((both) => both.join('')),
    tie('list').map((list) => `:not(${list})`),
    tie('list').map((list) => `:is(${list})`),
    // Further combinators inside of it are read against the element by some and against the page by others.
    fc.tuple(combinator, simple).map(([before, text]) => `:has(${before}${text})`),
  ),
  complex: fc
    .tuple(tie('compound'), fc.array(fc.tuple(combinator, tie('compound')), { maxLength: 2 }))
    .map(([first, others]) => first + others.flat().join('')),
  list: fc.array(tie('complex'), { minLength: 1, maxLength: 2 }).map((all) => all.join(', ')),
})).list

test('a selector names what another implementation finds by trying every element', () => {
  fc.assert(
    fc.property(page, selector, (html, text) => {
      const { root } = parsePage(html)
      const [ours, theirs] = [outermostNamed(root, text), byTrying(root, text)].map((named) => named.map(({ id }) => id))
      expect(ours).toEqual(theirs)
    }),
    { numRuns: 3_000 },
  )
})

const NESTED = '<section id=s><div id=one><p id=p><b id=b></b></p><i id=i></i></div></section>'
test.each([
  [':has(div b)', 'html'],
  ['div:has(p b)', 'one'],
  ['div:has(section b)', ''],
  ['div:has(> p > b)', 'one'],
  ['div:has(> b)', ''],
  ['div:has(:scope > p)', 'one'],
  ['p:has(+ i)', 'p'],
  ['p:has(b):has(~ i)', 'p'],
  ['i:has(+ p), b:not(:has(*))', 'b'],
  ['> body section', 's'],
  ['p:has(+ :nth-child(1 of i))', 'p'],
  ['a:hover, p:hover', ''],
])('%s names %j', (text, id) => {
  const named = outermostNamed(parsePage(NESTED).root, text).map(({ tag, attributes }) => attributes.id ?? tag)
  expect(named.join(' ')).toBe(id)
})

test.each([
  'a >',
  '> > a',
  ':nth-child',
  ':nth-child(x)',
  ':first-child(2)',
  ':contains',
  ':is',
  ':not()',
  'svg|a',
  '[svg|a]',
  'a::before',
  'a || b',
  ':constructor',
  ':toString(a)',
])('%s is no selector', (text) => {
  expect(isSelector(text)).toBe(false)
})

const PAGES: readonly [string, (size: number) => string, number][] = [
  ['flat', (size) => `<main>${'<p class="a b"><i>x</i>'.repeat(size)}</main>`, 4_000],
  ['deep', (size) => `${'<div class=a>'.repeat(100)}x${'</div>'.repeat(100)}`.repeat(size / 100), 8_000],
]
describe.each(PAGES)('on a %s page', (_name, make, size) => {
  test.each([
    'p:nth-of-type(2n)',
    'p ~ p',
    ':has(~ *)',
    ':not(:has(~ .zz))',
    ':has(:has(> * ~ .zz))',
    '* ~ * ~ * ~ .zz',
    ':not(:is(div div div div .zz, :has(* > * .zz)))',
    ':nth-last-child(2n of .a ~ *)',
    ':contains(x)',
  ])('%s takes time in proportion to the page', (text) => {
    expect(
      growth(
        (count) => parsePage(make(count)).root,
        (root) => select(root, text),
        size,
      ),
    ).toBeLessThan(9)
  })
})

test('parts of one code are put together in time in proportion to them', () => {
  const parts = (count: number) => parsePage(`<pre>${'<i>x</i>'.repeat(count)}</pre>`)
  expect(growth(parts, ({ root }) => select(root, 'i'), 8_000)).toBeLessThan(9)
})
