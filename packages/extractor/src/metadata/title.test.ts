/** Titles out of headings that hold signs of their own, words for screen readers and formulas. */
import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const TEXT =
  '<p>The lock keeper opens the upper gate at seven, and the first barge of the day is through before the church clock strikes the half hour.</p>'
const titleOf = (title: string, heading: string, head = '', url = 'https://www.canal-post.example/gate'): string | null =>
  extractPage({
    html: `<html lang="en"><head><title>${title}</title>${head}</head><body><main><article><h1>${heading}</h1>${TEXT}${TEXT.replace('seven', 'noon')}</article></main></body></html>`,
    url,
  })!.title

test('an upright bar of a heading is its own where the title tag has more behind it', () => {
  expect(titleOf('Bridges | Why they fall | Canal Post', 'Bridges | Why they fall')).toBe('Bridges | Why they fall')
  expect(titleOf('Bridges | Why they fall - Canal Post', 'Bridges | Why they fall')).toBe('Bridges | Why they fall')
  expect(titleOf('Why bridges fall | Waterways', 'Why bridges fall | Waterways')).toBe('Why bridges fall')
})

test('a sign that only screen readers are told parts a heading, words do not', () => {
  const heading = (hidden: string): string =>
    `<span>Repair</span><span class="visually-hidden">${hidden}</span><span>Why bridges are closed for long</span>`
  expect(titleOf('Repair: Why bridges are closed for long | Post', heading(': '))).toBe('Repair: Why bridges are closed for long')
  expect(titleOf('Why bridges are closed', 'Why bridges <span class="visually-hidden">Collection: </span>are closed')).toBe(
    'Why bridges are closed',
  )
})

test.each(['class="is-hidden"', 'hidden', 'style="display: none"', 'class="sold d-none"'])(
  'what is hidden in a heading is no part of it: %s',
  (hiding) => {
    expect(titleOf('A used bridge in Kiel | Post', `<span ${hiding}>Sold &bull;</span> A used bridge`)).toBe('A used bridge')
  },
)

test('what a heading shows on wide screens alone is a part of it', () => {
  expect(titleOf('A used bridge in Kiel', 'A used bridge <span class="hidden md:inline">in Kiel</span>')).toBe('A used bridge in Kiel')
})

test('a colon in an element of its own stands as data have it', () => {
  const head = '<meta property="og:title" content="Master of the «Lena»: The night of the ferry">'
  const heading = '<span>Master of the «Lena»</span> <span class="hidden">:</span> <span>The night of the ferry</span>'
  expect(titleOf('The night of the ferry - Post', heading, head)).toBe('Master of the «Lena»: The night of the ferry')
  expect(titleOf('La nuit : le bac part seul', 'La nuit : le bac part seul')).toBe('La nuit : le bac part seul')
})

test('a title begins with no part of the host', () => {
  expect(titleOf('NVD - CVE-2024-31497', '<i></i>', '', 'https://nvd.nist.example/vuln/detail/CVE-2024-31497')).toBe('CVE-2024-31497')
  expect(titleOf('NVD - CVE-2024-31497', '<i></i>', '', 'https://cve.nist.example/vuln/detail/CVE-2024-31497')).toBe('NVD - CVE-2024-31497')
})

test('a formula in a heading is said once', () => {
  const math =
    '<math alttext="k"><semantics><mi>k</mi><annotation-xml encoding="MathML-Content"><ci>𝑘</ci></annotation-xml><annotation encoding="application/x-tex">k</annotation></semantics></math>'
  expect(titleOf('[2401.01234] Fast sums', `Fast sums of ${math} terms`)).toBe('Fast sums of k terms')
  const katex = `<span class="katex"><span class="katex-mathml">${math}</span><span class="katex-html" aria-hidden="true"><span class="base">k</span></span></span>`
  expect(titleOf('Fast sums of k terms', `Fast sums of ${katex} terms`)).toBe('Fast sums of k terms')
})

test('a heading below all that is kept calls something else, though it has words of the title', () => {
  const html = (box: string): string =>
    `<html lang="en"><head><title>Ann Lee on Gates: "The upper gate opens at seven" / Gates</title></head><body><main>${TEXT}${TEXT.replace('seven', 'noon')}</main>${box}</body></html>`
  const { title } = extractPage({
    html: html('<footer><h1>New to Gates?</h1><p>Sign up now!</p></footer>'),
    url: 'https://gates.example/ann/1',
  })!
  expect(title).toContain('Ann Lee on Gates')
})

test('from which age on a thing is, and how many stars it has, is no part of what it is called', () => {
  expect(
    titleOf(
      'Gates and Locks on the App Store',
      'Gates and Locks <span class="badge">4+</span>',
      '<meta property="og:title" content="Gates and Locks">',
    ),
  ).toBe('Gates and Locks')
  expect(titleOf('Gates and Locks 4+', 'Gates and Locks <span class="badge">4+</span>')).toBe('Gates and Locks 4+')
  expect(titleOf('Hotel Quay, Trieste', 'Prices', '<meta property="og:title" content="★★★ Hotel Quay, Trieste">')).toBe(
    'Hotel Quay, Trieste',
  )
})
