/** One purchase of every tool of a deployed seller: what it asks, what was paid, and whether all that comes with an answer is in order. */
import type { PaymentRequired, PaymentRequirements, SettleResponse } from '@x402/core/types'
import { misfitOf, publishedKeys, verifyReceipt } from '../../clients/typescript/src/verify/receipts.ts'
import { type RailName, rails } from '../../lib/payments/protocol/networks.ts'
import type { Wallet } from './wallet.ts'

export type Bought = {
  path: string
  rail: RailName | null
  priceUsd: string | null
  /** `priced`: a dry run. `capped`: it would have gone over the cap. `failed`: see `remarks`. */
  outcome: 'priced' | 'bought' | 'capped' | 'failed'
  transaction: string | null
  /** Whether the seller's signed receipt holds; null where it signs none. */
  receipt: boolean | null
  ms: number
  remarks: string[]
}

export type Run = {
  rows: Bought[]
  spentAtomic: bigint
  /** By network: what left the wallet by the chain, and by the seller's words. */
  balances: { network: string; before: bigint; after: bigint; paid: bigint }[]
}

type Listing = { payTo?: Record<string, string | null>; endpoints?: { url: string; price?: unknown }[] }
const TIMEOUT_MS = 90_000
const get = (url: string | URL, headers: Record<string, string> = {}) =>
  fetch(url, { headers: { accept: 'application/json', ...headers }, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
const decoded = <Shape>(header: string | null): Shape | undefined =>
  header === null ? undefined : (JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as Shape)

const usd = (atomic: bigint): string => `${atomic / 1_000_000n}.${String(atomic % 1_000_000n).padStart(6, '0')}`
const railOfNetwork = (network: string): RailName => (network.startsWith('solana:') ? 'solana' : 'base')

/** What is wrong with an offer: the token, the address, or another price than the listing's. */
function objections(offer: PaymentRequirements, url: string, { payTo, endpoints = [] }: Listing): string[] {
  const rail = railOfNetwork(offer.network)
  const asset = rails[rail].assets[offer.network]?.address
  const { origin, pathname } = new URL(url)
  const published = /\d+\.\d+/.exec(String(endpoints.find((endpoint) => endpoint.url === `${origin}${pathname}`)?.price ?? ''))?.[0]
  return [
    ...(asset?.toLowerCase() === offer.asset.toLowerCase() ? [] : [`${offer.asset} is not USDC of ${offer.network}`]),
    ...(payTo?.[rail] === offer.payTo ? [] : [`payTo ${offer.payTo} is not that of the listing`]),
    ...(/^\d{1,7}$/.test(offer.amount) && Math.round(Number(published) * 1e6) === Number(offer.amount)
      ? []
      : [`amount ${offer.amount} where the listing says ${published ?? 'nothing'}`]),
  ]
}

/** What is missing of the headers of a paid answer. */
const missing = (headers: Headers): string[] =>
  Object.entries({
    'cache-control': /no-store/,
    'x-request-id': /./,
    'access-control-expose-headers': /PAYMENT-RESPONSE/,
    'content-type': /json/,
  })
    .filter(([name, form]) => !form.test(headers.get(name) ?? ''))
    .map(([name]) => `header ${name}: ${headers.get(name)}`)

/** Options of a run. Without a wallet nothing is signed. `turn` says on which network the next tool is bought. */
export type RunOptions = { baseUrl: string; maxUsd: bigint; networks: readonly RailName[]; wallet?: Wallet }

/** Runs it. Tools are bought one after another, on the networks in turn; the cap counts what was signed for, settled or not. */
export async function runLive({ baseUrl, maxUsd, networks, wallet }: RunOptions): Promise<Run> {
  const listing = (await (await get(new URL('/discovery', baseUrl))).json()) as Listing
  const { resources } = (await (await get(new URL('/.well-known/x402', baseUrl))).json()) as { resources: string[] }
  const keys = publishedKeys(fetch)
  const run: Run = { rows: [], spentAtomic: 0n, balances: [] }
  const seen = new Map<string, { before: bigint; paid: bigint }>()
  for (const [index, url] of resources.entries()) {
    const started = performance.now()
    const row: Bought = {
      path: new URL(url).pathname,
      rail: null,
      priceUsd: null,
      outcome: 'failed',
      transaction: null,
      receipt: null,
      ms: 0,
      remarks: [],
    }
    run.rows.push(row)
    try {
      await one(url, row, networks[index % networks.length]!)
    } catch (error) {
      row.outcome = 'failed'
      row.remarks.push(error instanceof Error ? error.message : String(error))
    }
    row.ms = Math.round(performance.now() - started)
  }
  for (const [network, { before, paid }] of seen)
    run.balances.push({ network, before, paid, after: await wallet!.balance(railOfNetwork(network), network) })
  return run

  async function one(url: string, row: Bought, rail: RailName): Promise<void> {
    if (new URL(url).origin !== new URL(baseUrl).origin) throw new Error(`it lists an address elsewhere: ${url}`)
    const asked = await get(url)
    const required = decoded<PaymentRequired>(asked.headers.get('PAYMENT-REQUIRED'))
    if (asked.status !== 402 || !required) throw new Error(`answered ${asked.status} where a price was asked for`)
    const offer = required.accepts.find(({ network }) => railOfNetwork(network) === rail)
    if (!offer) throw new Error(`no offer on ${rail}`)
    row.rail = rail
    row.remarks.push(...objections(offer, url, listing))
    if (row.remarks.length > 0) return
    const amount = BigInt(offer.amount)
    row.priceUsd = usd(amount)
    if (!wallet) row.outcome = 'priced'
    else if (run.spentAtomic + amount > maxUsd) row.outcome = 'capped'
    else await buy(url, row, { ...required, accepts: [offer] }, offer, amount)
  }

  async function buy(url: string, row: Bought, required: PaymentRequired, offer: PaymentRequirements, amount: bigint): Promise<void> {
    const { network } = offer
    const rail = railOfNetwork(network)
    if (!seen.has(network)) seen.set(network, { before: await wallet!.balance(rail, network), paid: 0n })
    const signedAt = Date.now()
    const header = await wallet!.sign(required)
    run.spentAtomic += amount
    const { answer, body } = await send(url, header)
    const settled = decoded<SettleResponse>(answer.headers.get('PAYMENT-RESPONSE'))
    if (answer.status !== 200 || !settled?.success) throw new Error(`answered ${answer.status} ${body.code ?? ''}`)
    row.outcome = 'bought'
    row.transaction = settled.transaction
    seen.get(network)!.paid += amount
    row.remarks.push(...missing(answer.headers))
    if (!rails[rail].isTransaction(settled.transaction)) row.remarks.push(`transaction ${settled.transaction}`)
    if (settled.extensions?.['offer-receipt'] === undefined) return
    const checked = await verifyReceipt({ extensions: settled.extensions }, keys)
    const { payer = null, transaction } = settled
    const misfit = checked.claims && misfitOf(checked.claims, { url, network, payer, transaction, signedAt })
    row.receipt = checked.valid && misfit === undefined
    if (!row.receipt) row.remarks.push(misfit === undefined ? checked.detail : `receipt: another ${misfit}`)
  }
}

/** Answers after which the same payment is to be sent again; every other one is its end. */
const OPEN = new Set(['payment_in_flight', 'settlement_unknown', 'facilitator_unavailable', 'payment_store_unavailable'])

/** The same payment again where its outcome is open: never a new one. */
async function send(url: string, header: string): Promise<{ answer: Response; body: { code?: string } }> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await get(url, { 'PAYMENT-SIGNATURE': header })
    const body = (await answer.json()) as { code?: string }
    if (!OPEN.has(body.code ?? '') || attempt === 6) return { answer, body }
    await new Promise((resolve) => setTimeout(resolve, 1_000 * Math.min(10, Number(answer.headers.get('retry-after') ?? 2))))
  }
}

/** What left each wallet is what was paid for, no more and no less. */
export const isEven = ({ balances }: Run): boolean => balances.every(({ before, after, paid }) => before - after === paid)

/** Whether a run went as it should: every tool priced or bought, nothing to remark, the chain agreeing. */
export const isGood = (run: Run): boolean =>
  run.rows.length > 0 && run.rows.every(({ outcome, remarks }) => outcome !== 'failed' && remarks.length === 0) && isEven(run)
