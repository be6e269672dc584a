import { expect, test } from 'vitest'
import { parsePage } from '../page/parse.ts'
import { segment } from '../page/segment.ts'
import { readTokens } from './dictionary.ts'
import { readFeatures } from './index.ts'
import { readPageFacts } from './page.ts'

test('an attribute that a script wrote as `undefined` names its element as little as none does', () => {
  const page = parsePage('<div><p>One</p></div><div class="undefined"><p class="undefined">Two</p></div>')
  const { blocks } = segment(page)
  const { chains, elements } = readTokens(blocks, readFeatures(page, blocks, readPageFacts(page, '', blocks)))
  const names = chains.map((chain) => chain.map((at) => elements[at]))
  expect(names[0]).toEqual([['<p'], ['<div'], ['<body']])
  expect(names[1]).toEqual(names[0])
})
