/** One tool bought on one rail by the stock client, with everything checked that a buyer and a seller care about. */
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import type { Rail } from '../../tests/local/buyer.ts'
import type { LocalWorld } from '../../tests/local/index.ts'

export type Purchase = {
  rail: Rail
  tool: string
  /** Status of a call with an unknown parameter. */
  bad: number
  /** Status of the call without payment. */
  unpaid: number
  /** Status of the paid call. */
  paid: number
  /** Asked price, atomic units. */
  price: bigint
  /** Empty when none was reported. */
  transaction: string
  /** What payTo gained on chain, atomic units. */
  gained: bigint
  /** Milliseconds of the purchase, from the first call to the paid answer. */
  ms: number
  /** What was wrong; empty when all was right. */
  problems: string[]
}

export type Sellable = { id: string; path: string; amount: string; examples: readonly [{ query: Record<string, string> }, ...unknown[]] }

/** Why an answer that is not 200 came, in one line. */
async function reasonOf(response: Response): Promise<string> {
  const text = await response.text()
  try {
    const body = JSON.parse(text) as { code?: unknown; detail?: unknown; error?: unknown }
    return [body.code ?? body.error, body.detail].filter(Boolean).join(': ').slice(0, 200)
  } catch {
    return text.slice(0, 100)
  }
}

/**
 * Buys one tool: 400 for a wrong call, 402, then 200 with a settlement of exactly the price. `pageUrl` replaces the page that a tool's first
 * example reads. Never throws for what the server does.
 */
export async function buyTool(world: LocalWorld, baseUrl: string, tool: Sellable, rail: Rail, pageUrl?: string): Promise<Purchase> {
  const query = new URLSearchParams(tool.examples[0].query)
  if (pageUrl !== undefined && query.has('url')) query.set('url', pageUrl)
  const url = `${baseUrl}${tool.path}${query.size > 0 ? `?${query}` : ''}`
  const price = BigInt(tool.amount)
  const purchase: Purchase = { rail, tool: tool.id, bad: 0, unpaid: 0, paid: 0, price, transaction: '', gained: 0n, ms: 0, problems: [] }
  const expect = (right: boolean, problem: string) => void (right || purchase.problems.push(problem))
  try {
    const wrong = new URLSearchParams(query)
    wrong.set('no-such-parameter', '1')
    const bad = await fetch(`${baseUrl}${tool.path}?${wrong}`)
    purchase.bad = bad.status
    expect(bad.status === 400, `an unknown parameter was answered ${bad.status}`)
    await bad.body?.cancel()

    const before = await world.balances()
    const statuses: number[] = []
    let offered: bigint | undefined
    const watchingFetch: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      statuses.push(response.status)
      const offer = response.headers.get('PAYMENT-REQUIRED')
      const network = rail === 'base' ? world.base.network : world.solana.network
      if (response.status === 402 && offer)
        offered = BigInt(decodePaymentRequiredHeader(offer).accepts.find((entry) => entry.network === network)?.amount ?? -1)
      return response
    }
    const startedAt = performance.now()
    const response = await world.buyer.payingFetch(rail, watchingFetch)(url)
    purchase.ms = performance.now() - startedAt
    ;[purchase.unpaid = 0, purchase.paid = 0] = statuses
    expect(purchase.unpaid === 402, `the unpaid call was answered ${purchase.unpaid}`)
    expect(offered === price, `the offer asked ${offered ?? 'nothing'} instead of ${price}`)
    if (response.status === 200) {
      await response.json()
      const header = response.headers.get('PAYMENT-RESPONSE')
      const receipt = header ? decodePaymentResponseHeader(header) : undefined
      purchase.transaction = receipt?.transaction ?? ''
      expect(receipt?.success === true && purchase.transaction !== '', 'the answer carries no receipt')
    } else expect(false, `the paid call was answered ${response.status}: ${await reasonOf(response)}`)
    const after = await world.balances()
    purchase.gained = after[rail] - before[rail]
    expect(purchase.gained === price, `payTo gained ${purchase.gained} instead of ${price}`)
    const other = rail === 'base' ? 'solana' : 'base'
    expect(after[other] === before[other], `payTo gained on ${other} too`)
  } catch (error) {
    purchase.problems.push(error instanceof Error ? error.message : String(error))
  }
  return purchase
}
