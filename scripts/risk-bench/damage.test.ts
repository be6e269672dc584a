/**
 * What a source says in a form that nobody can read, twice, or not to its end never makes a token look safer than what it said, unsaid. A sample of
 * all damages is tried, the same each time; DAMAGE_SHARE=12 tries about every one to the dangerous cases, DAMAGE_SEED another sample.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCore } from '../../lib/core.ts'
import type { Transport } from '../../lib/egress/transport.ts'
import { parseEnv } from '../../lib/env.ts'
import { ApiError } from '../../lib/errors.ts'
import baseTool from '../../lib/tools/base/token-risk/tool.ts'
import type { Tool } from '../../lib/tools/define.ts'
import solanaTool from '../../lib/tools/solana/token-risk/tool.ts'
import { type Mutation, mutationsOf, sampleOf } from '../../tests/support/upstreams/mutations.ts'
import { TOKENS } from './bodies.ts'
import { parseCases } from './run.ts'
import { type Case, worldOf } from './world.ts'

type Body = {
  liquidity: Record<string, unknown>
  security?: Record<string, unknown> | null
  holders?: Record<string, unknown>
  age: { ageSeconds: number | null }
  summary: { verdict: string; checks: { code: string; state: string }[] }
  unavailable: { field: string; source: string; reason: string }[]
}
type Said = Map<string, { key: string; status: number; text: string }>

const nowMs = Date.now()

/** The 200 body; null when it was refused. `said` keeps what the sources said; `damaged` puts other words into one answer. */
async function answerOf(one: Case, said: Said, damaged?: { key: string; text: string }): Promise<Body | null> {
  const world = worldOf(one, nowMs)
  const transport: Transport = async (url, request) => {
    const key = `${url} ${request.body ?? ''}`
    const known = said.get(key)
    const response = known ? null : ((await world(url, request)) as Response) // worldOf answers with those
    const { status, text } = known ?? { status: response?.status ?? 0, text: (await response?.text()) ?? '' }
    if (!damaged && !known) said.set(key, { key, status, text })
    return new Response(damaged?.key === key ? damaged.text : text, { status, headers: { 'content-type': 'application/json' } })
  }
  const core = createCore(parseEnv({}), { transport, wait: () => Promise.resolve(), now: () => nowMs })
  const [tool, name]: [Tool, string] = one.chain === 'base' ? [baseTool, 'address'] : [solanaTool, 'mint']
  const input = tool.input.parse({ [name]: one.address ?? TOKENS[one.chain] })
  try {
    const body = await tool.run(input, { core, signal: AbortSignal.timeout(20_000), requestId: one.id })
    return tool.output.parse(body) as unknown as Body // as published
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).status).toBeGreaterThanOrEqual(404)
    return null
  }
}

const RANK = ['low', 'medium', 'high', 'critical']
const SAFE: Record<string, number> = { fail: 0, unread: 1, not_applicable: 2, accepted: 3, pass: 3 }
/** Figures that look the better the larger, and those that look the better the smaller. */
const more = (body: Body) => ({
  ...figures(body.liquidity, ['usd', 'exitUsd', 'poolCount', 'volume24hUsd', 'sells24h']),
  age: body.age.ageSeconds,
})
const less = ({ security, holders }: Body) => ({
  ...figures(security ?? {}, ['top10HolderPct', 'top10ExcludingPoolsPct', 'sellTaxPct', 'buyTaxPct']),
  ...figures(holders ?? {}, ['top10Pct', 'top10ExcludingPoolsPct', 'largestWalletPct']),
})
const figures = (of: Record<string, unknown>, names: string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, of[name]]))

/** In what an answer is better than the whole one. */
function better(damaged: Body, whole: Body): string[] {
  const stateOf = (body: Body, code: string) => body.summary.checks.find((check) => check.code === code)?.state ?? 'unread'
  const checks = whole.summary.checks.flatMap(({ code, state }) => {
    const now = stateOf(damaged, code)
    return (SAFE[now] ?? 0) > 1 && (SAFE[now] ?? 0) > (SAFE[state] ?? 0) ? [`${code}: ${state}, now ${now}`] : []
  })
  const figure = (now: Record<string, unknown>, before: Record<string, unknown>, sign: 1 | -1) =>
    Object.entries(now).flatMap(([name, value]) =>
      typeof value === 'number' && sign * value > sign * Number(before[name] ?? Number.NaN)
        ? [`${name}: ${before[name]}, now ${value}`]
        : [],
    )
  return [...checks, ...figure(more(damaged), more(whole), 1), ...figure(less(damaged), less(whole), -1)]
}

const failures = ({ unavailable }: Body) => unavailable.filter(({ reason }) => reason !== 'not_found').length

/** Why the answer to a damaged body is wrong; null when it is right. */
function wrong(kind: Mutation['kind'], damaged: Body, whole: Body): string | null {
  // What nobody states any more cannot fail; it must not have been unread before.
  const found = better(damaged, whole).filter((change) => kind !== 'gone' || !change.includes(': fail, now'))
  if (kind === 'repeated') return found.join('; ') || null
  const isSaid = failures(damaged) > failures(whole)
  // What a check would have read and could not is said by the check itself: it is unread.
  const isUnread = damaged.summary.checks.some(
    ({ code, state }) => state === 'unread' && whole.summary.checks.some((check) => check.code === code && check.state !== 'unread'),
  )
  const lower = RANK.indexOf(damaged.summary.verdict) < RANK.indexOf(whole.summary.verdict) && damaged.summary.verdict !== 'unknown'
  if (found.length > 0 && !isSaid) return found.join('; ')
  return kind === 'garbled' && lower && !isSaid && !isUnread ? `${whole.summary.verdict}, now ${damaged.summary.verdict}` : null
}

const cases = parseCases(readFileSync(path.join(import.meta.dirname, 'cases.jsonl'), 'utf8'))
const tried: [id: string, share: number][] = [
  ['base-clean-plain', 0.1],
  ['solana-clean-plain', 0.1],
  ['base-selling-cannot-sell-all', 0.04],
  ['base-names-symbol-usdc', 0.04],
  ['base-lp-creator-holds-it-and-young', 0.04],
  ['base-liquidity-fake-depth-beside-a-real-pool', 0.04],
  ['base-owner-powers-blacklist-live-owner', 0.04],
  ['base-upgradeable-plain-key', 0.04],
  ['solana-outsider-non-transferable', 0.04],
  ['solana-authorities-delegate', 0.04],
  ['solana-reports-goplus-malicious-creator', 0.04],
  ['solana-reports-jupiter-suspicious', 0.04],
  ['solana-selling-bought-never-sold', 0.04],
  ['solana-holders-one-wallet-40', 0.04],
]

const SEED = Number(process.env.DAMAGE_SEED ?? 5)
const SHARE = Number(process.env.DAMAGE_SHARE ?? 1)

describe.each(tried)('%s', (id, share) => {
  test('no damage to what a source says makes it look safer, unsaid', async () => {
    const one = cases.find((candidate) => candidate.id === id)
    if (!one) throw new Error(`There is no case ${id}.`)
    const said: Said = new Map()
    const whole = await answerOf(one, said)
    if (!whole) throw new Error(`${id} is refused as it is.`)
    const bodies = [...said.values()].filter(({ status }) => status === 200)
    const all = bodies.flatMap(({ key, text }) => [...mutationsOf(text)].map((mutation) => ({ key, ...mutation })))
    const sample = [...sampleOf(all, share * SHARE, SEED)]
    expect(sample.length).toBeGreaterThan(10)
    const found: string[] = []
    for (const { key, at, what, kind, text } of sample) {
      const damaged = await answerOf(one, said, { key, text })
      const problem = damaged && wrong(kind, damaged, whole)
      if (problem) found.push(`${new URL(key.split(' ')[0] ?? key).pathname} ${at} = ${what}: ${problem}`)
    }
    expect(found).toEqual([])
  })
})
