/** Both risk tools from end to end against the stand-ins: what they answer, and what they do when sources fail. */

import { describe, expect, test } from 'vitest'
import { plainFaults } from '../../../tests/support/upstreams/faults.ts'
import { standIns } from '../../../tests/support/upstreams/for-tests.ts'
import { ApiError } from '../../errors.ts'
import baseTool from '../base/token-risk/tool.ts'
import type { Tool } from '../define.ts'
import { parseInput } from '../parse.ts'
import { Signatures } from '../solana/token-risk/sources.ts'
import solanaTool from '../solana/token-risk/tool.ts'

const upstreams = standIns()

const REGULATED = '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'
const HOSTILE = '9CFii4SVLiEy1N8Bypbit8hGMLDXpFqaXMaAqufGsFSJ'
const PLAIN = '3z8zUNmrL7bf5UbX94EQtPCQoZSXVF1JfKqTLoDfthdn'
const TOKEN_ACCOUNT = '6d1UU5UUwTtumZn28uHioDWDcctLPzwgx2CtANDzMgLB'
const WETH = '0x4200000000000000000000000000000000000006'
const HONEYPOT = '0xac50e01690b1ed27763d092aa8c0bb74ea19e1d6'
const NO_CONTRACT = '0x7d36d8de1b144b09050482ad18a5598d233380cd'
const NO_TOKEN = '0x4fb0ec253762c2bc152b9ebd000f70fd8fca3a3f'

type Answer = {
  metadata: { name: string | null }
  name: string | null
  security: Record<string, unknown> | null
  chain: Record<string, unknown>
  holders: {
    source: string | null
    top10Pct: number | null
    top10ExcludingPoolsPct: number | null
    top: { kind: string; label: string | null }[]
  }
  liquidity: { source: string | null; usd: number | null }
  extensions: { name: string; meaning: string; state: Record<string, unknown> | null }[]
  summary: { verdict: string; findings: { code: string }[] }
  sources: { name: string; ok: boolean }[]
  unavailable: { field: string; source: string; reason: string }[]
  cached: boolean
  age: { createdAt: string | null; isLowerBound: boolean; source: string | null }
}

/** The 200 body, checked against the published schema. */
async function ask(tool: Tool, query: Record<string, string>, signal = new AbortController().signal): Promise<Answer> {
  const input = tool.input.parse(query)
  const answer = await tool.run(input, { core: upstreams.core(), signal, requestId: 'test' })
  tool.output.parse(answer)
  return answer as Answer
}

const problemOf = async (asked: Promise<unknown>) => {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

describe('answers', () => {
  test.each([solanaTool, baseTool])('the examples of $id validate and are answered', async (tool) => {
    for (const { query, output } of tool.examples) {
      tool.output.parse(output)
      const answer = await ask(tool, query)
      expect(answer.summary).toEqual(output.summary)
      expect(JSON.stringify(answer).length).toBeLessThan(30_000)
    }
    expect(upstreams().unknown).toEqual([])
  })

  test('a regulated stablecoin is low, and its powers are told', async () => {
    const answer = await ask(solanaTool, { mint: REGULATED })
    expect(answer.summary.verdict).toBe('low')
    expect(answer.summary.findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['CAN_TAKE_TOKENS', 'FREEZE_AUTHORITY', 'TRUSTED_ISSUER']),
    )
    expect(answer.holders).toMatchObject({ source: 'solana-rpc', top10Pct: 56.57, top10ExcludingPoolsPct: 48 })
    expect(answer.unavailable).toEqual([])
  })

  test('a hostile mint is high, its text is cleaned, its largest number survives', async () => {
    const answer = await ask(solanaTool, { mint: HOSTILE })
    expect(answer.summary.verdict).toBe('high')
    expect(answer.metadata.name).toBe('Harvest Moon')
    expect(JSON.stringify(answer)).not.toMatch(/\u202e|\u200b/)
    expect(JSON.stringify(answer.summary)).not.toContain('ignore previous')
    const fee = answer.extensions.find(({ name }) => name === 'transferFeeConfig')?.state as { newerTransferFee: { maximumFee: string } }
    expect(fee.newerTransferFee.maximumFee).toBe('18446744073709551615')
    for (const { meaning } of answer.extensions) expect(meaning.length).toBeGreaterThan(20)
  })

  test('pools and burned tokens are no people, and an owner with two accounts counts once', async () => {
    const { holders } = await ask(solanaTool, { mint: PLAIN })
    expect(holders.top.map(({ kind }) => kind).slice(0, 4)).toEqual(['pool', 'burn', 'wallet', 'program'])
    expect(holders).toMatchObject({ top10ExcludingPoolsPct: 7.42, top10Pct: 72.25 })
  })

  test('a honeypot is critical; its name is cleaned; its symbol may be bytes32', async () => {
    const answer = await ask(baseTool, { address: HONEYPOT })
    expect(answer).toMatchObject({
      name: 'Moon Harvest',
      symbol: 'MHRV',
      summary: { verdict: 'critical' },
      security: { honeypot: true, sellTaxPct: 100 },
    })
    expect(answer.chain.totalSupply).toBe(String(2n ** 256n - 1n))
  })

  test('wrapped ether is low, and empty texts of a provider are unknown', async () => {
    const answer = await ask(baseTool, { address: WETH })
    expect(answer.summary.verdict).toBe('low')
    expect(answer.security).toMatchObject({ owner: null, ownerRenounced: null, creator: null })
  })
})

describe('nothing to sell', () => {
  test.each([
    ['a token account', solanaTool, { mint: TOKEN_ACCOUNT }],
    ['an address without code', baseTool, { address: NO_CONTRACT }],
    ['a contract that is no token', baseTool, { address: NO_TOKEN }],
  ] as [string, Tool, Record<string, string>][])('%s is 404', async (_name, tool, query) => {
    expect(await problemOf(ask(tool, query))).toMatchObject({ code: 'subject_not_found', status: 404 })
  })

  test.each([
    [solanaTool, 'mint=0x4200'],
    [solanaTool, `mint=${REGULATED}1`],
    [solanaTool, `mint=${REGULATED.slice(0, -1)}`],
    [solanaTool, `mint=${REGULATED.replace('2', '0')}`],
    [solanaTool, 'mint='],
    [solanaTool, ''],
    [solanaTool, `mint=${'1'.repeat(33)}`],
    [baseTool, 'address=0x833589fcD6eDb6E08f4c7C32D4f71b54bdA02913'],
    [baseTool, 'address=833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    [baseTool, `address=${WETH}0`],
    [baseTool, `address=${WETH}&chain=1`],
  ] as [Tool, string][])('%o %s is 400 before any request', (tool, query) => {
    expect(() => parseInput(upstreams.core(), tool, query)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
    expect(upstreams().requests).toEqual([])
  })

  test('a right checksum and all lower case are both accepted', () => {
    for (const address of ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'])
      expect(parseInput(upstreams.core(), baseTool, `address=${address}`)).toEqual({
        address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
      })
  })
})

describe('failures', () => {
  const cases: [Tool, Record<string, string>, string[]][] = [
    [solanaTool, { mint: REGULATED }, ['solana-rpc', 'dexscreener', 'goplus', 'jupiter-tokens', 'rugcheck', 'geckoterminal', '*']],
    [baseTool, { address: HONEYPOT }, ['base-rpc', 'dexscreener', 'goplus', 'honeypot-is', 'geckoterminal', '*']],
  ]
  const core: Record<string, string[]> = { 'solana/token-risk': ['solana-rpc', '*'], 'base/token-risk': ['*'] }

  for (const [tool, query, sources] of cases)
    describe.each(sources)(`${tool.id}, %s fails`, (source) => {
      test.each(plainFaults)('%s', async (mode) => {
        upstreams().setFault(source, { mode })
        const outcome = await ask(tool, query).catch((error: unknown) => error)
        if (core[tool.id]?.includes(source)) {
          expect(outcome).toBeInstanceOf(ApiError)
          expect([502, 503, 504]).toContain((outcome as ApiError).status)
        } else {
          expect(outcome).not.toBeInstanceOf(Error)
          expect((outcome as Answer).summary.verdict).toBeTypeOf('string')
        }
      })

      test('too slow', async () => {
        upstreams().setFault(source, { mode: 'slow', ms: 60_000 })
        const outcome = await ask(tool, query, AbortSignal.timeout(700)).catch((error: unknown) => error)
        if (outcome instanceof Error) expect([503, 504]).toContain((outcome as ApiError).status)
        // GeckoTerminal is asked only when DexScreener has no answer.
        else if (source !== 'geckoterminal') expect((outcome as Answer).unavailable.length).toBeGreaterThan(0)
      })
    })

  test('without a security provider security is null and says why, and pools and chain still answer', async () => {
    upstreams().setFault('goplus', { mode: '429-in-200' })
    upstreams().setFault('honeypot-is', { mode: 'down' })
    const answer = await ask(baseTool, { address: HONEYPOT })
    expect(answer.security).toBeNull()
    expect(answer.chain).toMatchObject({ isContract: true })
    expect(answer.unavailable).toContainEqual({ field: 'security', source: 'goplus', reason: 'rate_limited' })
    expect(answer.summary.findings.map(({ code }) => code)).toContain('NO_SELLS')
  })

  test('without the chain the providers still answer', async () => {
    upstreams().setFault('base-rpc', { mode: 'down' })
    const answer = await ask(baseTool, { address: HONEYPOT })
    expect(answer.chain).toMatchObject({ isContract: null, owner: null })
    expect(answer.summary.verdict).toBe('critical')
  })

  test('an address that only the chain could prove is not called missing while the chain is silent', async () => {
    upstreams().setFault('base-rpc', { mode: 'down' })
    expect((await problemOf(ask(baseTool, { address: NO_TOKEN }))).status).toBe(502)
  })

  test('without a node that lists holders another source gives the raw share, under its name', async () => {
    const answer = await ask(solanaTool, { mint: HOSTILE })
    expect(answer.holders).toMatchObject({ source: 'goplus', top10ExcludingPoolsPct: null })
    expect(answer.unavailable).toContainEqual({
      field: 'holders.top10ExcludingPoolsPct',
      source: 'solana-rpc-holders',
      reason: 'http_error',
    })
  })

  test('without pools and lists the age comes from the first transactions', async () => {
    for (const source of ['jupiter-tokens', 'rugcheck']) upstreams().setFault(source, { mode: 'down' })
    upstreams().pin('dexscreener', 'unknown-mint')
    upstreams().pin('geckoterminal', 'pools-none')
    const answer = await ask(solanaTool, { mint: PLAIN })
    expect(answer.age).toMatchObject({ createdAt: '2024-06-20T16:13:20Z', isLowerBound: false, source: 'signatures' })
    expect(answer.summary.verdict).toBe('high')
  })

  test.each([
    ['the pools of a mint', solanaTool, { mint: PLAIN }, ['dexscreener', 'geckoterminal']],
    ['everything but the chain', solanaTool, { mint: HOSTILE }, ['dexscreener', 'geckoterminal', 'jupiter-tokens', 'rugcheck', 'goplus']],
    ['the pools of a contract', baseTool, { address: WETH }, ['dexscreener', 'geckoterminal']],
    ['the security of a contract', baseTool, { address: WETH }, ['goplus', 'honeypot-is']],
  ] as [string, Tool, Record<string, string>, string[]][])(
    'nobody pays for our gap: without %s it is 503, with a time to come back',
    async (_name, tool, query, sources) => {
      for (const source of sources) upstreams().setFault(source, { mode: 'down' })
      const problem = await problemOf(ask(tool, query))
      expect(problem).toMatchObject({ code: 'upstream_unavailable', status: 503 })
      expect(problem.retryAfterSeconds).toBeGreaterThan(0)
    },
  )

  test('a full page of transactions is only a lower bound', () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ blockTime: 1_718_900_000 + index, signature: `s${index}` }))
    expect(Signatures.parse(rows)).toEqual({ oldestMs: 1_718_900_000_000, full: true })
  })

  test('"no pool" is no finding while another source lists pools', async () => {
    upstreams().pin('dexscreener', 'unknown-mint')
    upstreams().pin('geckoterminal', 'pools-none')
    const answer = await ask(solanaTool, { mint: REGULATED })
    expect(answer.liquidity).toMatchObject({ source: 'goplus', usd: 2_390_000.1 })
    expect(answer.summary.findings.map(({ code }) => code)).not.toContain('NO_LIQUIDITY')
  })

  test('pools come from GeckoTerminal when DexScreener fails', async () => {
    upstreams().setFault('dexscreener', { mode: 'html' })
    const { liquidity } = await ask(baseTool, { address: WETH })
    expect(liquidity).toMatchObject({ source: 'geckoterminal', usd: 40_900_000.1 })
  })

  test('every body of every shape ends in an answer or an error of the model', async () => {
    const bodies = [
      'null',
      '0',
      '"x"',
      '[null]',
      '[[]]',
      '{"result":null}',
      '{"result":[]}',
      '{"code":1}',
      '{"code":1,"result":[]}',
      '{"code":2,"message":"partial","result":{}}',
      '{"pairs":[{}]}',
      '{"data":[]}',
      '{"data":null}',
      '{"jsonrpc":"2.0","id":1}',
      '{"jsonrpc":"2.0","id":1,"result":{"value":[]}}',
      '{"jsonrpc":"2.0","id":1,"result":"0x"}',
      '{"simulationSuccess":true}',
      '{"__proto__":{"a":1},"result":{"constructor":1}}',
    ]
    for (const body of bodies)
      for (const [tool, query] of cases) {
        upstreams.forget()
        upstreams().setFault('*', { mode: 'body', body })
        const outcome = await ask(tool, query).catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome, body).toBeInstanceOf(ApiError)
      }
  })
})

describe('economy', () => {
  test.each([
    [solanaTool, { mint: REGULATED }],
    [baseTool, { address: WETH }],
  ] as [Tool, Record<string, string>][])('a hundred equal calls at once ask each source once ($id)', async (tool, query) => {
    await Promise.all(Array.from({ length: 100 }, () => ask(tool, query)))
    const asked = upstreams().requests.map(({ source, url, body }) => `${source} ${url} ${body}`)
    expect(new Set(asked).size).toBe(asked.length)
    const before = asked.length
    expect((await ask(tool, query)).cached).toBe(true)
    expect(upstreams().requests.length).toBe(before)
  })

  test('a tool whose providers are all known to be dead says so before payment', async () => {
    upstreams().setFault('solana-rpc', { mode: '429' })
    await ask(solanaTool, { mint: REGULATED }).catch(() => undefined)
    expect(() => solanaTool.ready?.(upstreams.core())).toThrow(expect.objectContaining({ status: 503 }))
  })

  test('a node that refuses to list holders stays good for accounts', async () => {
    await ask(solanaTool, { mint: HOSTILE })
    expect(() => solanaTool.ready?.(upstreams.core())).not.toThrow()
    expect((await ask(solanaTool, { mint: REGULATED })).holders.source).toBe('solana-rpc')
  })
})
