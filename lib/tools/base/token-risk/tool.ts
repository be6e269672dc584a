import { requireSources } from '../../../http/breaker.ts'
import { defineTool } from '../../define.ts'
import { examples } from './examples.ts'
import { input, output } from './schema.ts'

export default defineTool({
  path: '/v1/base/token-risk',
  price: '0.010000',
  summary: 'Is this Base token safe to hold?',
  description:
    'Judges an ERC-20 on Base by documented rules: honeypot and tax flags, owner powers, own chain reads, holders, liquidity, age; a verdict with findings and evidence. Use it before buying or accepting a token. For Solana use solana/token-risk; for a price crypto/price. Costs 0.01 USD; a failed call or an address without a token is never charged. Usually about 1 second, 8 at most.',
  input,
  output,
  examples,
  sources: ['Base RPC', 'GoPlus', 'honeypot.is', 'DexScreener', 'GeckoTerminal'],
  freshness: 'Data is at most 60 seconds old.',
  limits: [
    'An absent flag is null: unknown, not safe.',
    'Without a security source the answer holds chain reads and liquidity, and security is null.',
    'Not advice: a clean answer is no promise.',
  ],
  handlerCapMs: 9_000,
  ready: () => requireSources([['goplus', 'dexscreener', 'geckoterminal']]),
  run: async ({ address }, { signal }) => {
    const { baseTokenRisk } = await import('./answer.ts')
    return baseTokenRisk(address, signal)
  },
})
