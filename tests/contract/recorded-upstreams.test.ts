import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { toolByPath } from '../../lib/tools/registry.ts'
import { standIns } from '../support/upstreams/for-tests.ts'

/** Recorded bodies of the real sources; they are not part of the repository. */
const recorded = path.resolve(import.meta.dirname, '../../../shared/fixtures/upstreams')

describe.skipIf(!existsSync(recorded))('recorded answers (skipped: no ../shared/fixtures/upstreams)', () => {
  const upstreams = standIns(recorded)

  const ask = async (id: string, query: Record<string, string>): Promise<Record<string, unknown>> => {
    const tool = toolByPath.get(`/v1/${id}`)
    if (!tool) throw new Error(`There is no tool ${id}.`)
    return tool.output.parse(
      await tool.run(tool.input.parse(query), { core: upstreams.core(), signal: new AbortController().signal, requestId: 'test' }),
    )
  }

  test('0x70a08231: two filtered away, count 2, balanceOf first seen 2016-07-09', async () => {
    expect(await ask('evm/4byte', { selector: '0x70a08231' })).toMatchObject({
      count: 2,
      best: 'balanceOf(address)',
      filteredOut: 2,
      matches: [{ firstSeen: expect.stringMatching(/^2016-07-09/), verified: null, sources: ['sourcify', '4byte'] }, {}],
    })
  })

  test('0xa9059cbb: count 1, transfer, one filtered away, although the other database is a 502 page', async () => {
    upstreams().pin('fourbyte-directory', 'error-502-html')
    expect(await ask('evm/4byte', { selector: '0xa9059cbb' })).toMatchObject({
      count: 1,
      best: 'transfer(address,uint256)',
      filteredOut: 1,
      unavailable: [{ source: '4byte', reason: 'http_error' }],
    })
  })

  test('an unknown selector and an error of the database', async () => {
    expect(await ask('evm/4byte', { selector: '0x12345678' })).toMatchObject({ found: false, count: 0 })
    upstreams.forget()
    upstreams().pin('sourcify-4byte', 'error-500-bad-hash')
    await expect(ask('evm/4byte', { selector: '0x12345678' })).rejects.toMatchObject({ name: 'ApiError', status: 502 })
  })

  test('bitcoin as CoinGecko has it; its 429 is one', async () => {
    expect(await ask('crypto/price', { q: 'btc' })).toMatchObject({
      prices: [
        {
          id: 'bitcoin',
          priceUsd: 77671,
          change24hPct: -0.95302,
          marketCapUsd: 1555886872303,
          volume24hUsd: 33235034316,
          lastUpdatedAt: '2026-05-18T12:49:21.599Z',
        },
      ],
    })
    upstreams.forget()
    upstreams().pin('coingecko', 'error-429')
    upstreams().setFault('defillama', { mode: 'down' })
    await expect(ask('crypto/price', { q: 'btc' })).rejects.toMatchObject({ name: 'ApiError' })
  })

  test('DeepSeek costs 0.2002 and 0.8001, exactly', async () => {
    expect(await ask('prices/llm', { q: 'deepseek/deepseek-chat' })).toMatchObject({
      total: 6,
      models: expect.arrayContaining([
        expect.objectContaining({ id: 'deepseek/deepseek-chat', inputUsdPer1M: 0.2002, outputUsdPer1M: 0.8001 }),
      ]),
    })
  })

  test('special prices: the router has none, batch and alias rows are out, three rows remain', async () => {
    upstreams().pin('openrouter', 'models-special-prices')
    const { models } = (await ask('prices/llm', {})) as {
      models: { id: string; free: boolean; conditional: boolean; variable: boolean; inputUsdPer1M: number | null }[]
    }
    expect(models.map(({ id }) => id)).toEqual(['openai/gpt-oss-20b:free', 'openrouter/auto', 'tencent/hy3'])
    expect(models.filter(({ free }) => free).length).toBe(1)
    expect(models.filter(({ conditional }) => conditional).length).toBe(1)
    expect(models[1]).toMatchObject({ inputUsdPer1M: null, variable: true })
  })

  test('models.dev for an OpenRouter that refuses', async () => {
    upstreams().pin('openrouter', 'error-400')
    expect(await ask('prices/llm', {})).toMatchObject({
      source: 'models.dev',
      models: [
        { id: 'anthropic/claude-sonnet-4-5', inputUsdPer1M: 3, outputUsdPer1M: 15, cacheReadUsdPer1M: 0.3, cacheWriteUsdPer1M: 3.75 },
      ],
    })
  })

  test('two TXT strings are one record, joined with nothing between', async () => {
    const { answer } = (await ask('dns/lookup', { name: 's1024._domainkey.yahoo.com', type: 'TXT' })) as {
      answer: { text: string; strings: string[] }[]
    }
    expect(answer.length).toBe(1)
    expect(answer[0]?.strings.length).toBe(2)
    expect(answer[0]?.text).toBe(answer[0]?.strings.join(''))
    expect(answer[0]?.text).toContain('k=rsa;  p=')
  })

  test('three mail hosts by preference, validated', async () => {
    expect(await ask('dns/lookup', { name: 'unde-pescuim.ro', type: 'MX' })).toMatchObject({
      dnssecValidated: true,
      answer: [
        { priority: 12, exchange: 'route2.mx.cloudflare.net' },
        { priority: 36, exchange: 'route3.mx.cloudflare.net' },
        { priority: 66, exchange: 'route1.mx.cloudflare.net' },
      ],
    })
  })

  test('a DNSSEC failure in plain words', async () => {
    expect(await ask('dns/lookup', { name: 'dnssec-failed.org' })).toMatchObject({
      status: 2,
      found: false,
      dnssecError: expect.stringMatching(/DNSSEC validation failed/),
    })
  })

  test('names that do not exist, unquoted text and aliases from the second resolver', async () => {
    expect(await ask('dns/lookup', { name: 'car.example.com' })).toMatchObject({
      statusText: 'NXDOMAIN',
      authority: [{ type: 'SOA', minimum: 1800 }],
    })
    upstreams().setFault('doh-cloudflare', { mode: 'down' })
    expect(await ask('dns/lookup', { name: 'shinbo.sh' })).toMatchObject({ statusText: 'NXDOMAIN', comment: 'Response from 65.22.161.9.' })
    expect(await ask('dns/lookup', { name: 'unde-pescuim.ro', type: 'TXT' })).toMatchObject({
      answer: [{ text: 'v=spf1 include:_spf.mx.cloudflare.net ~all' }],
    })
    expect(await ask('dns/lookup', { name: 'worldaz.tr.teams.microsoft.com' })).toMatchObject({
      answer: [{ type: 'CNAME', target: 'tr.teams.microsoft.com' }, { type: 'A' }, { type: 'A' }],
    })
  })
})
