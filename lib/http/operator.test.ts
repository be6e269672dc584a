import { afterEach, expect, test, vi } from 'vitest'

const TOKEN = 'correct-horse-battery'
const ask = async (authorization: string | undefined, token: string | undefined) => {
  vi.resetModules()
  vi.stubEnv('OPERATOR_TOKEN', token)
  const { hasToken } = await import('./operator.ts')
  return hasToken(new Request('http://localhost/', authorization === undefined ? {} : { headers: { authorization } }))
}

afterEach(() => vi.unstubAllEnvs())

test('the right token opens, whatever the case of the scheme', async () => {
  expect(await ask(`Bearer ${TOKEN}`, TOKEN)).toBe(true)
  expect(await ask(`bearer ${TOKEN}`, TOKEN)).toBe(true)
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
])('%j stays outside', async (authorization) => {
  expect(await ask(authorization, TOKEN)).toBe(false)
})

test('an unset token lets nobody in', async () => {
  for (const authorization of [undefined, '', 'Bearer ', 'Bearer undefined', 'Bearer x'])
    expect(await ask(authorization, undefined)).toBe(false)
})

test('a refusal is a 401 that names the scheme', async () => {
  vi.resetModules()
  vi.stubEnv('OPERATOR_TOKEN', TOKEN)
  const { requireToken } = await import('./operator.ts')
  const { problem } = await import('./problem.ts')
  let thrown: unknown
  try {
    requireToken(new Request('http://localhost/'))
  } catch (error) {
    thrown = error
  }
  const response = problem(thrown, { requestId: 'x' })
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
})
