import { expect, test } from 'vitest'
import { extractPage } from './extract.ts'
import { page } from './testing/read.ts'

const NAMES = Object.getOwnPropertyNames(Object.prototype).filter((name) => !name.startsWith('_'))

test.each(NAMES)('what every object has is the name of nothing here: %s', (name) => {
  const lower = name.toLowerCase()
  const result = extractPage({
    html: page(
      `<div><${name}><h2>Piers</h2></${name}></div><p role="${name}">One <${name}>two</${name}> three.</p>` +
        `<pre><code class="language-${name}">${name}()</code></pre><p>Then <math><${name}><mi>x</mi></${name}></math> more.</p>`,
    ),
    url: 'https://harbour.example/news/breakwater',
  })
  expect(result?.markdown).toContain('One two three.')
  expect(result?.markdown).toContain(`\`\`\`${lower}\n${name}()\n\`\`\``)
  expect(result?.markdown).toContain('Then $x$ more.')
})
