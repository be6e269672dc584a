/**
 * The sources of one labelled case, in this process: bodies in the shape that the real sources send, clean by default, changed by the case's
 * patches (JSON merge patch, RFC 7396: null takes a member away).
 */
import type { Transport } from '../../lib/egress/transport.ts'
import { cleanBodies, TOKENS } from './bodies.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Members = Record<string, Json>

export type Case = {
  id: string
  chain: 'solana' | 'base'
  /** What the case is about, e.g. the rule it tries; the table has a row for each. */
  class: string
  label: 'dangerous' | 'good' | 'trusted' | 'gap' | 'unknowable'
  /** Asked instead of the made-up token. */
  address?: string
  /** Sources that answer 503. */
  failing?: string[]
  /** By source: goplus, honeypot, pair (each pool gets it), rugcheck, jupiter, info, chain (Base), mint (Solana). */
  patch?: Record<string, Json>
  /** More pools beside the first, as patches of it; an empty `pools: []` leaves none. */
  pools?: Json[]
  /** Pools of quote tokens, by address. */
  quotes?: Record<string, Json[]>
  /** What GoPlus (Base) or RugCheck (Solana) says of those quote tokens, by address, as patches of the token's own body. */
  makers?: Record<string, Json>
}

const isMembers = (value: Json | undefined): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value)

export function merge(target: Json | undefined, patch: Json): Json {
  if (!isMembers(patch)) return patch
  const merged: Members = isMembers(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else merged[key] = merge(merged[key], value)
  }
  return merged
}

type Reply = { status: number; body: Json }
const ok = (body: Json): Reply => ({ status: 200, body })

/** How every source answers in this case. */
export function worldOf(one: Case, nowMs: number): Transport {
  const address = one.address ?? TOKENS[one.chain]
  const bodies = cleanBodies(one.chain, address, nowMs)
  const patched = (name: string): Json => merge(bodies[name], one.patch?.[name] ?? {})
  const gone = (name: string) => one.patch?.[name] === null
  const pair = dated(patched('pair'), nowMs)
  const pools = one.pools === undefined ? [pair] : one.pools.map((patch) => merge(pair, patch))
  const rpc = one.chain === 'base' ? baseRpc(patched('chain'), address) : solanaRpc(patched('mint'), patched('holders'), address)

  const of = (source: string, asked: string): Json => {
    const maker = one.makers?.[asked]
    if (maker !== undefined) return merge(merge(bodies[source], { mint: asked }), maker)
    return asked === address && !gone(source) ? patched(source) : null
  }
  const goplusOf = (asked: string | null): Json => {
    const entry = asked === null ? null : of('goplus', asked)
    return entry === null || asked === null ? {} : { [asked]: entry }
  }
  const toReport = (asked: string): Reply => {
    const report = of('rugcheck', asked)
    return report === null ? { status: 400, body: { error: 'not found' } } : ok(report)
  }

  const routes: [source: string, path: RegExp, answer: (url: URL, body: string) => Reply][] = [
    ['goplus', /token_security/, (url) => ok({ code: 1, message: 'OK', result: goplusOf(url.searchParams.get('contract_addresses')) })],
    ['honeypot-is', /IsHoneypot/, () => (gone('honeypot') ? { status: 404, body: {} } : ok(patched('honeypot')))],
    ['rugcheck', /\/v1\/tokens\//, (url) => toReport(url.pathname.split('/')[3] ?? '')],
    ['jupiter', /tokens\/v2/, () => ok(gone('jupiter') ? [] : [patched('jupiter')])],
    ['dexscreener', /token-pairs|latest\/dex/, (url) => ok(url.pathname.includes(address) ? pools : quotePools(one, url.pathname))],
    ['geckoterminal', /\/info$/, () => (gone('info') ? { status: 404, body: {} } : ok({ data: { attributes: patched('info') } }))],
    ['geckoterminal', /\/pools/, () => ok({ data: [] })],
    ['rpc', /./, (_url, body) => rpc(body)],
  ]
  return async (href, request) => {
    const url = new URL(href)
    const route = routes.find(([, path]) => path.test(url.pathname)) ?? routes.at(-1)
    const failing = route && one.failing?.includes(route[0])
    const { status, body } = failing || !route ? { status: 503, body: {} } : route[2](url, request.body ?? '')
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  }
}

/** `@-1.5` is a day and a half before now, where a source sends milliseconds. */
function dated(pair: Json, nowMs: number): Json {
  if (!isMembers(pair) || typeof pair.pairCreatedAt !== 'string') return pair
  return { ...pair, pairCreatedAt: Math.trunc(nowMs + Number(pair.pairCreatedAt.slice(1)) * 86_400_000) }
}

const quotePools = ({ quotes = {} }: Case, path: string): Json[] =>
  Object.entries(quotes).find(([quote]) => path.includes(quote))?.[1] ?? []

type Call = { method: string; params: [Json, Json] }

/** Accounts by address: `code`, `calls` by selector, `slots` by key. What is not said reverts, or is empty. */
function baseRpc(chain: Json, address: string) {
  const accounts = isMembers(chain) ? chain : {}
  return (body: string): Reply => {
    const { method, params } = JSON.parse(body) as Call // made by our own client
    const to = method === 'eth_call' && isMembers(params[0]) ? String(params[0].to) : String(params[0])
    const account = accounts[to.toLowerCase() === address.toLowerCase() ? 'token' : to.toLowerCase()]
    const { code = '0x', calls = {}, slots = {} } = isMembers(account) ? account : {}
    if (method === 'eth_getCode') return ok({ jsonrpc: '2.0', id: 1, result: code })
    if (method === 'eth_getStorageAt')
      return ok({ jsonrpc: '2.0', id: 1, result: (isMembers(slots) && slots[String(params[1])]) || `0x${'0'.repeat(64)}` })
    const data = method === 'eth_call' && isMembers(params[0]) ? String(params[0].data) : ''
    const answer = isMembers(calls) ? calls[data.slice(0, 10)] : undefined
    if (answer !== undefined) return ok({ jsonrpc: '2.0', id: 1, result: answer })
    return ok({ jsonrpc: '2.0', id: 1, error: { code: 3, message: 'execution reverted' } })
  }
}

/** The mint account, and, where `holders` lists any, the largest accounts with their owners. */
function solanaRpc(mint: Json, holders: Json, address: string) {
  const rows = Array.isArray(holders) ? holders.filter(isMembers) : []
  return (body: string): Reply => {
    const { method, params } = JSON.parse(body) as Call // made by our own client
    const result = (value: Json) => ok({ jsonrpc: '2.0', id: 1, result: value })
    if (method === 'getEpochInfo') return result({ epoch: 900 })
    if (method === 'getSignaturesForAddress') return result([{ blockTime: 1_700_000_000 }])
    if (method === 'getTokenLargestAccounts')
      return rows.length > 0
        ? result({ value: rows.map(({ account, amount }) => ({ address: account ?? '', amount: amount ?? '0' })) })
        : ok({ jsonrpc: '2.0', id: 1, error: { code: -32010, message: 'excluded' } })
    const asked = Array.isArray(params[0]) ? params[0].map(String) : []
    if (asked[0] === address) return result({ value: asked.map((_, at) => (at === 0 ? mint : null)) })
    const accounts = asked.map((key): Json => {
      const row = rows.find(({ account }) => account === key)
      if (row)
        return {
          owner: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
          data: { parsed: { type: 'account', info: { owner: row.owner ?? '', mint: address } } },
        }
      const owned = rows.find(({ owner }) => owner === key)
      return { owner: owned?.program ?? '11111111111111111111111111111111', data: ['', 'base64'] }
    })
    return result({ value: accounts })
  }
}
