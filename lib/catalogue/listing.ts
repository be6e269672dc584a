/** The discovery listing of `GET /`: what is sold, where, for how much, and who is paid. */
import type { Env } from '../core.ts'
import { type OperatorSettings, operatorFacts } from '../operator.ts'
import type { Tool } from '../tools/define.ts'

export type Listing = {
  name: string
  payment: string
  payTo: { base: string | null; solana: string | null }
  /** Who runs this: name, contact, country, terms; null where nobody is named. */
  operator: Record<string, string> | null
  endpoints: { route: string; url: string; price: string; description: string }[]
}

/** A price as the listing writes it: `$0.010000`. */
export const listPrice = (tool: Tool): string => `$${tool.price}`

/** Makes the listing of the given tools. Pure. */
export const makeListing = (
  tools: readonly Tool[],
  settings: Pick<Env, 'BASE_URL' | 'NETWORK_BASE' | 'NETWORK_SOLANA' | 'FACILITATORS' | 'PAYTO_BASE' | 'PAYTO_SOLANA'> & OperatorSettings,
): Listing => ({
  name: 'Paid Agent Tools',
  payment: `x402 version 2: pay per call in USDC on Base (${settings.NETWORK_BASE}) or Solana (${settings.NETWORK_SOLANA}); verified and settled by the facilitator ${settings.FACILITATORS.map(({ url }) => url).join(' or ') || '(not configured yet)'}. Only a 2xx answer is ever settled.`,
  payTo: { base: settings.PAYTO_BASE ?? null, solana: settings.PAYTO_SOLANA ?? null },
  operator: operatorFacts(settings),
  endpoints: tools.map((tool) => ({
    route: `GET ${tool.path}`,
    url: `${settings.BASE_URL}${tool.path}`,
    price: listPrice(tool),
    description: tool.description,
  })),
})
