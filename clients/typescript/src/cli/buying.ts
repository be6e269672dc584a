/** The commands of a buyer: which tools there are, what a call would cost, and the call. */
import { createClient } from '../client.ts'
import { tools } from '../generated.ts'
import type { Arguments } from './arguments.ts'
import { note, print } from './output.ts'
import { guardOptions, queryOf, serverOf, toolOf } from './settings.ts'

export function listTools(parsed: Arguments): void {
  print(
    parsed,
    Object.entries(tools).map(([tool, { price, summary, parameters }]) => ({
      tool,
      price,
      summary,
      parameters: parameters.map(({ name, required }) => (required ? name : `[${name}]`)).join(' '),
    })),
  )
}

/** A price is asked for without a wallet, on every network. */
const unsigned = (): Promise<never> => Promise.reject(new Error('A price is never signed for.'))

export async function price(parsed: Arguments): Promise<void> {
  const client = createClient({
    server: serverOf(parsed),
    ...guardOptions(parsed),
    signer: { rails: ['base', 'solana'], sign: unsigned },
  })
  const prices = await client.price(toolOf(parsed), queryOf(parsed))
  print(
    parsed,
    prices.map(({ atomic: _, ...shown }) => shown),
  )
}

export async function call(parsed: Arguments): Promise<void> {
  const tool = toolOf(parsed)
  const client = createClient({ server: serverOf(parsed), ...guardOptions(parsed) })
  const { data, receipt } = await client.call(tool, queryOf(parsed))
  print(parsed, data)
  const { spentUsd, atRiskUsd } = (await client.budget()).session
  const risk = atRiskUsd === '0.000000' ? '' : `, $${atRiskUsd} at risk`
  note(`Paid $${receipt.usd} on ${receipt.network}: ${receipt.transaction} ($${spentUsd} in this session${risk})`)
}
