/** The form that pays for one call from the page, for `/pay.js`: without script it stays hidden, and nothing on the page needs it. */
import type { Env } from '../../core.ts'
import { type Html, html } from '../../html/html.ts'
import { shortPrice } from '../../html/price.ts'
import { isMainNetwork } from '../../payments/chain/index.ts'
import { railsForPages } from '../../payments/offer/pay-from-page.ts'
import type { Tool } from '../../tools/define.ts'
import { inputSchema, type JsonSchema } from '../../tools/schema.ts'
import { networkName } from '../payees.ts'

/** Where a value is written or, of a few, chosen; what is left empty is not sent. */
function valueField(id: string, name: string, schema: JsonSchema, isRequired: boolean, value: string): Html {
  if (!Array.isArray(schema.enum)) return html`<input id="${id}" name="${name}" value="${value}" autocomplete="off">`
  const none = schema.default === undefined ? 'not set' : `${String(schema.default)}, unless set`
  return html`<select id="${id}" name="${name}">${!isRequired && html`<option value="">${none}</option>`}${schema.enum.map(
    (one: unknown) => html`<option value="${String(one)}"${one === value && html` selected`}>${String(one)}</option>`,
  )}</select>`
}

/** Makes it. The script pays `data-amount` atomic units at most, on the networks it is told and no others. */
export function payForm(tool: Tool, settings: Env): Html {
  const rails = railsForPages(settings)
  const networks = rails.map((rail) => {
    const network = rail.network(settings)
    // As the Wallet Standard calls it.
    const chain = rail.name === 'solana' ? (isMainNetwork(network) ? 'solana:mainnet' : 'solana:devnet') : undefined
    return {
      network,
      name: networkName(network),
      asset: rail.assets[network]!.address,
      payTo: rail.payTo(settings),
      explorer: rail.explorer(network).transaction('{id}'),
      ...(chain ? { chain } : {}),
    }
  })
  const isReal = networks.some(({ network }) => isMainNetwork(network))
  const money = isReal ? `${shortPrice(tool.price)} in USDC` : `${shortPrice(tool.price)} in test USDC`
  const { properties = {}, required = [] } = inputSchema(tool)
  const example: Record<string, string> = tool.examples[0].query
  return html`<section id="pay" class="live" hidden data-path="${tool.path}" data-amount="${tool.amount}" data-money="${money}" data-networks="${JSON.stringify(networks)}"><h2>Pay from this page</h2>
<p>One call, paid with a wallet of this browser on ${networks.map(({ name }) => name).join(' or ')}. It costs <strong>${money}</strong>, which ${
    isReal
      ? 'is real money'
      : html`is worth nothing (<a href="https://faucet.circle.com/" rel="noopener">Circle’s faucet</a> gives it away)`
  }, and costs it only if it is answered. Your wallet shows what it signs: that amount, once, to <code>payTo</code> of the terms.</p>
<form><div class="ask">${Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name)
    return html`<div class="field"><label for="pay-${name}">${name}${!isRequired && ', optional'}</label>${valueField(`pay-${name}`, name, schema, isRequired, example[name] ?? '')}</div>`
  })}<div class="field"><label for="pay-wallet">Wallet</label><select id="pay-wallet"></select></div><button class="button" type="submit">Pay ${money}</button></div></form>
<output id="pay-answer" for="pay-wallet"></output></section>`
}
