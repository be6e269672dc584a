/** What the ledger says of the service, on the landing page: nothing is said that is not in it. */
import type { Env } from '../../core.ts'
import { type Child, type Html, html } from '../../html/html.ts'
import type { Sale } from '../../payments/books/tool-stats.ts'
import { railList } from '../../payments/protocol/networks.ts'
import { networkName } from '../payees.ts'
import { DAYS, type Figures } from '../status/figures.ts'

/** "12 seconds", "3 minutes", "5 hours", "2 days" */
export function ago(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [count, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7_200
        ? [Math.floor(seconds / 60), 'minute']
        : seconds < 172_800
          ? [Math.floor(seconds / 3_600), 'hour']
          : [Math.floor(seconds / 86_400), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function sale({ tool, network, transaction, at }: Sale, settings: Env, now: number): Html {
  const rail = railList.find((one) => one.network(settings) === network)
  const proof: Child =
    transaction !== null && rail?.isTransaction(transaction)
      ? html`<a href="${rail.explorer(network).transaction(transaction)}" rel="noopener">transaction ${transaction.slice(0, 10)}…</a>`
      : 'transaction not named'
  return html`<a href="/docs/${tool}"><code>${tool}</code></a> on ${networkName(network)}, <time datetime="${at.toISOString()}">${ago(now - at.getTime())} ago</time>, ${proof}`
}

/** `figures` null: the ledger cannot be read. */
export function proof(figures: Figures | null, settings: Env, now: number): Html {
  const body =
    figures === null
      ? html`<p class="note">The ledger cannot be read at present, so there is nothing to show.</p>`
      : figures.last === undefined
        ? html`<p class="note">Nothing has been sold here yet: the first settled call will stand here, with its transaction.</p>`
        : html`<dl class="proof"><div><dt>Last settled call</dt><dd>${sale(figures.last, settings, now)}</dd></div>
<div><dt>Settled in ${DAYS} days</dt><dd><strong>${figures.totals.settled}</strong></dd></div>
<div><dt>Failed, and cost nothing</dt><dd><strong>${figures.totals.failedUncharged}</strong></dd></div></dl>`
  return html`<section id="proof" aria-labelledby="proof-title"><div class="head"><h2 id="proof-title">What the ledger says</h2><p>Every paid call is written down and compared with the chains every 15 minutes. Success and latency of each tool: <a href="/status">status</a>.</p></div>${body}</section>`
}
