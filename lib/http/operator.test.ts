import { expect, test } from 'vitest'
import { getCall } from '../../tests/support/endpoint.ts'
import { createCore } from '../core.ts'
import { parseEnv } from '../env.ts'
import { bearerOf, isToken, requireToken } from './operator.ts'

const TOKEN = 'correct-horse-battery'
const coreWith = (token: string | undefined) =>
  createCore(parseEnv({ BASE_URL: '', ...(token === undefined ? {} : { OPERATOR_TOKEN: token }) }))
const ask = (authorization: string | undefined, token: string | undefined) =>
  isToken(coreWith(token), bearerOf(getCall('/', { authorization })))

test('the right token opens, whatever the case of the scheme', () => {
  expect(ask(`Bearer ${TOKEN}`, TOKEN)).toBe(true)
  expect(ask(`bearer ${TOKEN}`, TOKEN)).toBe(true)
})

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  `Basic ${TOKEN}`,
  TOKEN,
  `Bearer ${TOKEN}x`,
  `Bearer ${TOKEN.slice(1)}`,
  `Bearer ${TOKEN} ${TOKEN}`,
  `Bearer ${TOKEN.toUpperCase()}`,
])('%j stays outside', (authorization) => {
  expect(ask(authorization, TOKEN)).toBe(false)
})

test('an unset token lets nobody in', () => {
  for (const authorization of [undefined, '', 'Bearer ', 'Bearer undefined', 'Bearer x']) expect(ask(authorization, undefined)).toBe(false)
})

test('a refusal is a 401 that names the scheme', () => {
  expect(() => requireToken(coreWith(TOKEN), getCall('/'))).toThrow(expect.objectContaining({ status: 401 }))
})
