/** A crowd at one node that allows few questions. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testCore } from '../../tests/support/core.ts'
import { solanaAccounts } from './solana-accounts.ts'

const NODE = 'https://api.mainnet-beta.solana.com'

/** Answers each address with its own name; `refuse` may answer instead. */
function node(refuse: (addresses: string[]) => object | null = () => null) {
  const questions: string[][] = []
  const core = testCore(
    { SOLANA_RPC_URLS: NODE },
    {
      transport: async (_url, { body }) => {
        const [addresses] = JSON.parse(body ?? '').params as [string[]]
        questions.push(addresses)
        return Response.json({ jsonrpc: '2.0', id: 1, ...(refuse(addresses) ?? { result: { value: addresses } }) })
      },
    },
  )
  const ask = (addresses: string[], result: z.ZodType = z.array(z.string()), signal = AbortSignal.timeout(5_000)) =>
    solanaAccounts({ core, signal, timeoutMs: 2_000 }, { addresses, options: { encoding: 'jsonParsed' }, result })
  return { questions, ask }
}

const three = (at: number) => [`a${at}`, `b${at}`, 'shared']

test('fifty callers at once need two questions, and each gets its own rows', async () => {
  const { questions, ask } = node()
  const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => ask(three(at))))
  expect(answers.map(({ value }) => value)).toEqual(Array.from({ length: 50 }, (_, at) => three(at)))
  expect(questions.map(({ length }) => length).every((length) => length <= 100)).toBe(true)
  expect(questions).toHaveLength(2)
})

test('a thousand callers stay within what the node allows', async () => {
  const { questions, ask } = node()
  await Promise.all(Array.from({ length: 1_000 }, (_, at) => ask([`a${at}`, `b${at}`])))
  expect(questions.length).toBeLessThanOrEqual(28)
})

test('rows that one caller cannot read are its own trouble', async () => {
  const { questions, ask } = node()
  const [good, bad] = await Promise.allSettled([ask(['a']), ask(['b'], z.array(z.number()))])
  expect(good).toMatchObject({ status: 'fulfilled', value: { value: ['a'] } })
  expect(bad).toMatchObject({ status: 'rejected', reason: { reason: 'bad_body' } })
  expect(questions).toEqual([['a', 'b'], ['b']])
})

test('an address that the node refuses costs the others a question of their own, no answer', async () => {
  const { ask } = node((addresses) => (addresses.includes('wrong') ? { error: { code: -32602, message: 'Invalid param' } } : null))
  const [good, bad] = await Promise.allSettled([ask(['a']), ask(['wrong'])])
  expect(good).toMatchObject({ status: 'fulfilled', value: { value: ['a'] } })
  expect(bad).toMatchObject({ status: 'rejected' })
})

test('who gives up leaves the others undisturbed; too few rows are no answer', async () => {
  const { ask } = node()
  const stop = new AbortController()
  const asked = [ask(['a'], undefined, stop.signal), ask(['b'])]
  stop.abort()
  const [gone, stayed] = await Promise.allSettled(asked)
  expect(gone).toMatchObject({ status: 'rejected', reason: { reason: 'timeout' } })
  expect(stayed).toMatchObject({ status: 'fulfilled', value: { value: ['b'] } })
  await expect(node(() => ({ result: { value: [] } })).ask(['c'])).rejects.toMatchObject({ reason: 'bad_body' })
})
