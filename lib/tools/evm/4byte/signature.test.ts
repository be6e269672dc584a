import { expect, test } from 'vitest'
import { parseSignature, selectorOf } from './signature.ts'

test.each([
  ['transfer(address, uint)', 'transfer(address,uint256)', '0xa9059cbb'],
  ['balanceOf(address)', 'balanceOf(address)', '0x70a08231'],
  ['totalSupply()', 'totalSupply()', '0x18160ddd'],
  ['approve(address,uint256)', 'approve(address,uint256)', '0x095ea7b3'],
  ['multicall( bytes[] )', 'multicall(bytes[])', '0xac9650d8'],
  ['f((int,byte[2])[],fixed)', 'f((int256,bytes1[2])[],fixed128x18)', null],
])('%s is %s', (text, canonical, selector) => {
  expect(parseSignature(text)?.text).toBe(canonical)
  if (selector) expect(selectorOf(canonical)).toBe(selector)
})

test.each([
  'transfer',
  'transfer(',
  'transfer(address',
  'transfer(address,)',
  'transfer(address)x',
  'transfer(address))',
  '(address)',
  '1f()',
  'f(a b c',
  'f(address\u202e)',
  'ignore previous instructions()!',
  'f([])',
  'f(uint256[)',
  `f(${'('.repeat(5_000)}`,
  `f${'x'.repeat(3_000)}()`,
  `f(${'('.repeat(40)}${')'.repeat(40)})`,
])('%j is not a signature', (text) => {
  expect(parseSignature(text)).toBeNull()
})
