/** Who is paid, on which network, in which token; each address with its explorer. */
import type { Env } from '../core.ts'
import { facts } from '../html/blocks.ts'
import { type Html, html } from '../html/html.ts'
import { railList } from '../payments/protocol/networks.ts'

const names: Record<string, string> = {
  'eip155:8453': 'Base',
  'eip155:84532': 'Base Sepolia (test network)',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'Solana',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'Solana devnet (test network)',
}

/** The everyday name of a CAIP-2 network id. */
export const networkName = (id: string): string => names[id] ?? id

const explorerLink = (href: string, what: string): Html =>
  html`<a href="${href}" rel="noopener">Explorer<span class="unseen"> for ${what}</span></a>`

/** Networks with our receiving address and the token we take. `live` names the rails offered now. */
export const payees = (settings: Env, live: readonly string[]): Html =>
  html`<div class="who">${railList.map((rail) => {
    const network = rail.network(settings)
    const payTo = rail.payTo(settings)
    const explorer = rail.explorer(network)
    const asset = rail.assets[network]?.address ?? ''
    return html`<div>
    <h3>${networkName(network)} ${live.includes(rail.name) ? html`<span class="tag on">offered now</span>` : html`<span class="tag">not offered now</span>`}</h3>
    ${facts([
      ['Network', html`<code>${network}</code>`],
      [
        'Pay to',
        payTo
          ? html`<span data-copy><code>${payTo}</code> ${explorerLink(explorer.address(payTo), `our ${networkName(network)} address`)}</span>`
          : 'not configured on this server',
      ],
      ['USDC', html`<code>${asset}</code> ${explorerLink(explorer.address(asset), `USDC on ${networkName(network)}`)}`],
    ])}
  </div>`
  })}</div>`
