/** Sources whose one answer covers several asked things at once: the answer is put together from the cases of the single things. */
import type { Case } from './cases.ts'
import { findCase, type Incoming, type RpcCall } from './match.ts'

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null // a case may hold a page on purpose
  }
}

type Row = Record<string, unknown> & { id: string; symbol: string }

const isRow = (row: unknown): row is Row =>
  typeof row === 'object' && row !== null && 'id' in row && 'symbol' in row && typeof row.id === 'string' && typeof row.symbol === 'string'

/** `/coins/markets` by ids or symbols, or all of them. null = some term is in no case (list terms that do not exist in a case with an empty answer). */
export function coinMarkets(cases: readonly Case[], { url }: Incoming): string | null {
  if (url.pathname !== '/api/v3/coins/markets') return null
  const markets = cases.filter((one) => one.status === 200 && one.requests.some((request) => request.pathname === '/api/v3/coins/markets'))
  const rows = markets.flatMap((one) => [parse(one.body)].flat().filter(isRow))
  const asked = url.searchParams.get('ids') ?? url.searchParams.get('symbols')
  if (asked === null) return JSON.stringify(rows)
  const absent = markets
    .filter((one) => one.body.trim() === '[]')
    .flatMap((one) => one.requests.flatMap((request) => (request.params.get('ids') ?? '').split(',')))
  const key = url.searchParams.has('ids') ? 'id' : 'symbol'
  const terms = asked.toLowerCase().split(',')
  const known = (term: string) => absent.includes(term) || rows.some((row) => row.id === term || row.symbol.toLowerCase() === term)
  if (!terms.every(known)) return null
  const wanted = rows.filter((row) => terms.includes(String(row[key]).toLowerCase()))
  // "now" in a case: a price that is always of this moment.
  return JSON.stringify([...new Map(wanted.map((row) => [row.id, row])).values()]).replaceAll(
    '"last_updated":"now"',
    `"last_updated":"${new Date().toISOString()}"`,
  )
}

/** `/prices/current/a,b`: the known coins of all cases; an unknown one is left out, as the source does. */
export function currentPrices(cases: readonly Case[], { url }: Incoming): string | null {
  const asked = /^\/prices\/current\/(.+)$/.exec(decodeURIComponent(url.pathname))?.[1]?.split(',')
  if (!asked) return null
  const coins = Object.assign({}, ...cases.map((one) => (parse(one.body) as { coins?: object } | null)?.coins ?? {})) as Record<
    string,
    unknown
  >
  const found = Object.fromEntries(asked.filter((key) => key in coins).map((key) => [key, coins[key]]))
  // The far time of a case stands for now.
  return JSON.stringify({ coins: found }).replaceAll('"timestamp":4102444800', `"timestamp":${Math.floor(Date.now() / 1000)}`)
}

/** Vast's offers of several models, from the cases of each; null = one model, or none of them is in a case. */
export function sharedOffers(cases: readonly Case[], incoming: Incoming): string | null {
  const filter = parse(incoming.url.searchParams.get('q') ?? '') as { gpu_name?: { in?: string[] } } | null
  const models = filter?.gpu_name?.in
  if (!models) return null
  const found = models.flatMap((model) => {
    const url = new URL(incoming.url)
    url.searchParams.set('q', JSON.stringify({ gpu_name: { eq: model } }))
    return findCase(cases, { ...incoming, url })?.case ?? []
  })
  const bodies = found.map(({ body }) => parse(body) as { offers?: unknown[] } | null)
  return found.length > 0 ? JSON.stringify({ offers: bodies.flatMap((body) => body?.offers ?? []) }) : null
}

/** getMultipleAccounts from the getAccountInfo cases of each account; an account in no case does not exist. null = none is in a case. */
export function multipleAccounts(cases: readonly Case[], call: RpcCall): string | null {
  if (call.method !== 'getMultipleAccounts' || !Array.isArray(call.params)) return null
  const [keys, options] = call.params as [unknown, { encoding?: string } | undefined]
  if (!Array.isArray(keys)) return null
  const encoding = (options?.encoding ?? 'base64').toLowerCase()
  let any = false
  const value = keys.map((key) => {
    const matches = cases.filter((one) =>
      one.requests.some(({ rpc }) => rpc?.method === 'getAccountInfo' && rpc.words[0]?.toLowerCase() === String(key).toLowerCase()),
    )
    // A node asked for jsonParsed answers base64 for programs it cannot parse.
    const exact = matches.find((one) => one.requests.some(({ rpc }) => rpc?.words.some((word) => word.toLowerCase() === encoding)))
    const found = exact ?? (encoding === 'jsonparsed' ? matches[0] : undefined)
    if (!found) return null
    any = true
    return (parse(found.body) as { result?: { value?: unknown } } | null)?.result?.value ?? null
  })
  return any
    ? JSON.stringify({ jsonrpc: '2.0', id: call.id, result: { context: { slot: 400_000_000, apiVersion: '3.1.0' }, value } })
    : null
}

/**
 * Answers recorded at another path with the same content: DexScreener's older `/latest/dex/tokens`, GoPlus on another EVM chain. null = none.
 */
export function likeAnswer(cases: readonly Case[], incoming: Incoming): Pick<Case, 'status' | 'headers' | 'body'> | null {
  const at = (pathname: string) => {
    const url = new URL(incoming.url)
    url.pathname = pathname
    const found = findCase(cases, { ...incoming, url })
    return found && !found.wildcard && found.case.status === 200 ? found.case : null
  }
  const pairs = /^\/token-pairs\/v1\/([^/]+)\/([^/]+)$/.exec(incoming.url.pathname)
  if (pairs) {
    const found = at(`/latest/dex/tokens/${pairs[2]}`)
    const body = found && (parse(found.body) as { pairs?: { chainId?: string }[] | null } | null)
    const rows = (body?.pairs ?? []).filter(({ chainId }) => chainId === pairs[1])
    return found && { ...found, body: JSON.stringify(rows) }
  }
  return incoming.url.pathname === '/api/v1/token_security/8453' ? at('/api/v1/token_security/1') : null
}
