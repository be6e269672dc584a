/** Lists of names, honest and hostile: what they add to the copycat check, and what they can never do. */
import { base58 } from '@scure/base'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { TOKENS } from '../../../../scripts/risk-bench/bodies.ts'
import { type Json, worldOf } from '../../../../scripts/risk-bench/world.ts'
import { testCore } from '../../../../tests/support/core.ts'
import { memoryDatabase } from '../../../../tests/support/database.ts'
import type { Core } from '../../../core.ts'
import type { Transport } from '../../../egress/transport.ts'
import type { JobContext } from '../../../steps.ts'
import baseTool from '../../base/token-risk/tool.ts'
import solanaTool from '../../solana/token-risk/tool.ts'
import { refreshNames } from './refresh.ts'
import { listedNames, loadNames } from './snapshot.ts'

const database = memoryDatabase()
beforeEach(async () => void (await (await database).query('truncate token_names')))
afterAll(async () => (await database).close())

const job: JobContext = {
  step: async (_name, work) => JSON.parse(JSON.stringify(await work())),
  signal: new AbortController().signal,
  progress: () => undefined,
}

const mint = (seed: number): string => base58.encode(new Uint8Array(32).fill(seed))
const evm = (seed: number): string => `0x${String(seed).padStart(2, '0').repeat(20)}`
const KESTREL = { name: 'Kestrel Network', symbol: 'KSTRL' }

type Coin = { id: string; name: string; symbol: string; market_cap: number; platforms: Record<string, string> }
const coin = (seed: number, name: string, symbol: string, platforms: Coin['platforms'], market_cap = 900_000_000): Coin => ({
  ...{ id: `coin-${seed}`, name, symbol, market_cap, platforms },
})
const filler = Array.from({ length: 12 }, (_, at) => coin(at, `Filler Coin ${at}`, `FILL${at}`, { base: evm(at + 10) }))
const verified = (seed: number, name: string, symbol: string, mcap = 900_000_000) => ({
  ...{ id: mint(seed), name, symbol, isVerified: true, tags: ['verified'], mcap },
})
const fillerTokens = Array.from({ length: 12 }, (_, at) => verified(at + 100, `Filler Token ${at}`, `FT${at}`))

/** The lists' hosts; everything else is the world of a clean token. */
function world(jupiter: unknown, coins: Coin[] | null, under: Transport = async () => new Response('', { status: 503 })): Transport {
  const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  return async (href, request) => {
    const url = new URL(href)
    if (url.pathname === '/tokens/v2/tag') return json(jupiter)
    if (url.pathname === '/api/v3/coins/markets' && coins) return json(url.searchParams.get('page') === '1' ? coins : [])
    if (url.pathname === '/api/v3/coins/list' && coins) return json(coins)
    return under(href, request)
  }
}

const coreOf = (transport: Transport): Core => testCore({}, { transport, openDatabase: () => database })

type Body = { summary: { verdict: string; findings: { code: string; severity: string }[]; checks: { code: string; state: string }[] } }

/** A clean token of the bench under another name, judged beside these lists. */
async function judge(
  chain: 'solana' | 'base',
  lists: [unknown, Coin[] | null],
  named: { name: string; symbol: string },
  patch: Record<string, Json> = {},
) {
  const one = { id: 'x', chain, class: 'x', label: 'good' as const }
  const state = { name: named.name, symbol: named.symbol, uri: 'https://example.com', updateAuthority: null }
  const renamed: Record<string, Json> =
    chain === 'solana'
      ? { mint: { data: { parsed: { info: { extensions: [{ extension: 'tokenMetadata', state }] } } } } }
      : {
          goplus: { token_name: named.name, token_symbol: named.symbol },
          chain: { token: { calls: { '0x06fdde03': null, '0x95d89b41': null } } },
        }
  const core = coreOf(world(...lists, worldOf({ ...one, patch: { ...renamed, ...patch } }, Date.now())))
  await refreshNames(core, job).catch(() => undefined)
  const tool = chain === 'solana' ? solanaTool : baseTool
  const input = tool.input.parse({ [chain === 'solana' ? 'mint' : 'address']: TOKENS[chain] })
  const { summary } = (await tool.run(input as never, { core, signal: AbortSignal.timeout(20_000), requestId: 'x' })) as Body
  return {
    verdict: summary.verdict,
    imitation: summary.findings.find(({ code }) => code === 'IMPERSONATION')?.severity ?? null,
    states: new Map(summary.checks.map(({ code, state }) => [code, state])),
  }
}

describe('what lists add', () => {
  test.each(['solana', 'base'] as const)('a copy of a listed token, name and symbol, is high on %s', async (chain) => {
    const coins = [...filler, coin(50, KESTREL.name, KESTREL.symbol, { [chain]: chain === 'base' ? evm(77) : mint(77) })]
    expect(await judge(chain, [[], coins], KESTREL)).toMatchObject({ verdict: 'high', imitation: 'critical' })
    expect(await judge(chain, [[], filler], KESTREL)).toMatchObject({ verdict: 'low', imitation: null })
  })

  test.each([
    [2, 'high'],
    [1, 'low'],
  ])('one of both is enough where two lists name the same token, not where one does: %d', async (lists, verdict) => {
    const coins = [...filler, coin(50, KESTREL.name, KESTREL.symbol, { solana: mint(77) })]
    const both = [...fillerTokens, verified(77, KESTREL.name, KESTREL.symbol)]
    const copy = { name: 'Something else', symbol: KESTREL.symbol }
    expect(await judge('solana', [lists === 2 ? both : [], coins], copy)).toMatchObject({ verdict })
  })

  test('the listed token itself, and a token of the other chain that a list holds too, imitate nobody', async () => {
    const coins = [...filler, coin(50, KESTREL.name, KESTREL.symbol, { solana: TOKENS.solana, base: TOKENS.base })]
    expect(await judge('solana', [[], coins], KESTREL)).toMatchObject({ verdict: 'low' })
    expect(await judge('base', [[], coins], KESTREL)).toMatchObject({ verdict: 'low' })
  })
})

describe('what no list can do', () => {
  const FREEZE = '29yFzeBZgxf5zqrAkKXwgZtQehRf4pL8WbV2nRJikbw8'

  test('make a token trusted: its powers stay failed though both lists hold it', async () => {
    const coins = [...filler, coin(50, 'Harbour Lantern', 'HLNT', { solana: TOKENS.solana })]
    const row = { ...verified(1, 'Harbour Lantern', 'HLNT'), id: TOKENS.solana }
    const patch = { mint: { data: { parsed: { info: { freezeAuthority: FREEZE } } } } }
    const { verdict, states } = await judge('solana', [[...fillerTokens, row], coins], { name: 'Harbour Lantern', symbol: 'HLNT' }, patch)
    expect(verdict).toBe('high')
    expect(states.get('FREEZE_AUTHORITY')).toBe('fail')
  })

  test.each([
    ['solana', { name: 'USD Coin', symbol: 'USDC' }],
    ['solana', { name: 'Jupiter', symbol: 'JUP' }],
    ['base', { name: 'Virtual Protocol', symbol: 'VIRTUAL' }],
  ] as const)('excuse a copy of what the program ships with, on %s: %j', async (chain, named) => {
    const coins = [...filler, coin(50, named.name, named.symbol, { [chain]: TOKENS[chain] })]
    const row = { ...verified(1, named.name, named.symbol), id: TOKENS.solana }
    expect(await judge(chain, [[...fillerTokens, row], coins], named)).toMatchObject({ verdict: 'high', imitation: 'critical' })
  })

  test('accuse half the market: short words, poor tokens, unreadable rows and wrong addresses name nobody', async () => {
    const coins = [
      ...filler,
      coin(50, 'Up', 'HL', { solana: mint(77) }),
      coin(51, KESTREL.name, KESTREL.symbol, { solana: mint(78) }, 1_000_000),
      coin(52, KESTREL.name, KESTREL.symbol, { solana: 'not an address', base: '0x12' }),
      { id: 7, name: null } as never,
    ]
    const core = coreOf(world([...fillerTokens, null, { id: mint(79), isVerified: false, mcap: 1e12, ...KESTREL }], coins))
    await refreshNames(core, job)
    expect(listedNames(core).map(({ name }) => name)).not.toContain(KESTREL.name)
    expect(await judge('solana', [[], coins], { name: 'Up', symbol: 'HLX' })).toMatchObject({ verdict: 'low' })
  })
})

describe('the job', () => {
  const counts = async (jupiter: unknown, coins: Coin[] | null) => refreshNames(coreOf(world(jupiter, coins)), job)

  test('keeps the last of a list that fails, is empty, or is something else', async () => {
    expect(await counts(fillerTokens, filler)).toMatchObject({ outcome: 'succeeded', counts: { jupiter: 12, coingecko: 12 } })
    expect(await counts([], filler)).toMatchObject({ outcome: 'partial', counts: { coingecko: 12 } })
    expect(await counts({ error: 'no' }, filler)).toMatchObject({ outcome: 'partial' })
    await expect(counts('<html>', null)).rejects.toMatchObject({ name: 'UpstreamError' })
    const later = coreOf(world([], null))
    expect(listedNames(later)).toEqual([])
    await loadNames(later)
    expect(listedNames(later)).toHaveLength(24)
  })

  test('takes a thousand names of a list at most, the largest first', async () => {
    const many = Array.from({ length: 3_000 }, (_, at) => ({
      ...verified(0, `Flood ${at}`, `FLD${at}`, 60_000_000 + at),
      id: base58.encode(new Uint8Array(32).fill(1).map((byte, index) => (index < 2 ? (at >> (8 * index)) & 255 : byte))),
    }))
    const core = coreOf(world(many, filler))
    await refreshNames(core, job)
    expect(listedNames(core).filter(({ lists }) => lists.includes('jupiter'))).toHaveLength(1_000)
    expect(listedNames(core).map(({ name }) => name)).toContain('Flood 2999')
  })
})
