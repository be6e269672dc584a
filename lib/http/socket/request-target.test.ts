import { expect, test } from 'vitest'
import { ApiError } from '../../errors.ts'
import { readTarget } from './request-target.ts'

test.each([
  ['/', '/'],
  ['/v1/util/ping', '/v1/util/ping'],
  ['/v1/util/ping?x=../..&y=%', '/v1/util/ping?x=../..&y=%'],
  ['//evil.example/x', '//evil.example/x'],
  ['/a.b/..c/d..', '/a.b/..c/d..'],
  ['/.well-known/x402', '/.well-known/x402'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ['http://evil.example', '/'],
  ['http://evil.example?x=1', '/?x=1'],
  ['HTTPS://user@evil.example:99/v1/util/ping?x=1', '/v1/util/ping?x=1'],
])('%s is read as %s', (target, path) => {
  expect(readTarget(target)).toBe(path)
})

const codeOf = (target: string) => {
  try {
    return readTarget(target)
  } catch (error) {
    return error instanceof ApiError ? error.code : error
  }
}

test.each(['*', 'v1/util/ping', 'evil.example:443', 'ftp://evil.example/', '#x'])('%s is no path', (target) => {
  expect(codeOf(target)).toBe('invalid_input')
})

test.each([
  '/..',
  '/.',
  '/v1/../v1/util/ping',
  '/_next/../v1/util/ping',
  '/v1/./util/ping',
  '/v1/%2e%2E/x',
  '/v1/.%2e/x',
  '/v1\\util\\ping',
  '/x%',
  '/x%zz',
  '/x%ff',
  'http://evil.example/../x',
])('%s does not exist', (target) => {
  expect(codeOf(target)).toBe('not_found')
})
