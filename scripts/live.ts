/**
 * `npm run live -- --base-url URL [--max-usd 0.05] [--networks base,solana] [--pay]`: the first purchases from a deployed seller. Without `--pay`
 * it only asks for prices and needs no key. With it every tool is bought once, on the networks in turn, by the stock client with the keys in
 * EVM_PRIVATE_KEY and SOLANA_PRIVATE_KEY, and never for more than --max-usd in all; BASE_RPC_URL and SOLANA_RPC_URL say what the wallet
 * holds. Then prices, addresses, headers, receipts, balances and registries are checked. Exit 0 when all of it is in order.
 */
import { toMicro } from '../lib/payments/books/costs.ts'
import { type RailName, railList } from '../lib/payments/protocol/networks.ts'
import { isGood, type Run, runLive } from './live/run.ts'
import { openWallet } from './live/wallet.ts'
import { checkSeller } from './registries/check.ts'
import { misused, readOptions } from './steps/options.ts'

const text = { type: 'string' } as const
const { values } = readOptions(import.meta.url, {
  options: {
    'base-url': text,
    'max-usd': { ...text, default: '0.05' },
    networks: { ...text, default: 'base,solana' },
    pay: { type: 'boolean' },
  },
})
const { 'base-url': baseUrl, 'max-usd': maxUsd, pay } = values
if (!baseUrl || !URL.canParse(baseUrl)) misused('--base-url is the address of a seller')
if (!/^\d{1,2}(\.\d{1,6})?$/.test(maxUsd)) misused('--max-usd is an amount in US dollars under 100')
const networks = values.networks.split(',') as RailName[]
if (!networks.every((name) => railList.some((rail) => rail.name === name)))
  misused('--networks is base, solana or both, divided by a comma')

const { EVM_PRIVATE_KEY: base, SOLANA_PRIVATE_KEY: solana, BASE_RPC_URL, SOLANA_RPC_URL } = process.env
const keys = {
  ...(base && networks.includes('base') ? { base } : {}),
  ...(solana && networks.includes('solana') ? { solana } : {}),
  baseRpcUrl: BASE_RPC_URL ?? 'https://mainnet.base.org',
  solanaRpcUrl: SOLANA_RPC_URL ?? 'https://api.mainnet-beta.solana.com',
}
for (const name of pay ? networks : [])
  if (!keys[name]) misused(`--pay on ${name} needs ${name === 'base' ? 'EVM_PRIVATE_KEY' : 'SOLANA_PRIVATE_KEY'}`)

const line = (cells: (string | number | null)[], widths: number[]): string =>
  cells
    .map((cell, index) => String(cell ?? '-').padEnd(widths[index] ?? 0))
    .join('  ')
    .trimEnd()

function table({ rows, balances, spentAtomic }: Run): string {
  const widths = [24, 7, 9, 7, 8, 7]
  return [
    line(['tool', 'rail', 'USD', 'outcome', 'receipt', 'ms', 'transaction'], widths),
    ...rows.flatMap(({ path, rail, priceUsd, outcome, receipt, ms, transaction, remarks }) => [
      line([path, rail, priceUsd, outcome, receipt === null ? null : receipt ? 'holds' : 'FALSE', ms, transaction], widths),
      ...remarks.map((remark) => `    ${remark}`),
    ]),
    ...balances.map(
      ({ network, before, after, paid }) =>
        `${network}: ${before - after} atomic units left the wallet, ${paid} were paid for${before - after === paid ? '' : ': THEY DIFFER'}`,
    ),
    `signed for ${Number(spentAtomic) / 1e6} of at most ${maxUsd} USD`,
  ].join('\n')
}

try {
  const run = await runLive({ baseUrl, maxUsd: toMicro(maxUsd), networks, ...(pay ? { wallet: await openWallet(keys) } : {}) })
  process.stdout.write(`${table(run)}\n`)
  const listed = await checkSeller(baseUrl)
  for (const { url, remarks } of listed) for (const remark of remarks) process.stdout.write(`${url}: ${remark}\n`)
  const indexed = listed.filter(({ bazaar, x402scan }) => bazaar && x402scan).length
  process.stdout.write(`registries would index ${indexed} of ${listed.length}\n`)
  if (!pay) process.stdout.write('nothing was signed; with --pay every tool is bought once\n')
  process.exitCode = isGood(run) && indexed === listed.length ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
