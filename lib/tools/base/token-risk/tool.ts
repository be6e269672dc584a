import { requireSources } from '../../../egress/breaker.ts'
import { defineTool } from '../../define.ts'
import { keepNames } from '../../risk/names/snapshot.ts'
import { examples } from './examples.ts'
import { input, output } from './schema.ts'

export default defineTool({
  path: '/v1/base/token-risk',
  price: '0.010000',
  summary: 'Is this Base token safe to hold?',
  description:
    'Judges an ERC-20 on Base by documented rules: selling, taxes, owner and upgrade powers, holders, liquidity, age; a verdict with findings and evidence. Use it before buying or accepting a token. For Solana use solana/token-risk; for a price crypto/price. Costs {price} USD; a failed call, an address without a token, or a verdict our sources leave open is never charged; unknown is sold only when the token itself cannot be known. Usually 1 second; in a crowd up to 60.',
  input,
  output,
  examples,
  sources: ['Base RPC', 'GoPlus', 'honeypot.is', 'DexScreener', 'GeckoTerminal'],
  freshness: 'Data is at most 60 seconds old.',
  limits: [
    'An absent flag is null: unknown, not safe.',
    'Without a security source the answer holds chain reads and liquidity, and security is null.',
    'Own simulated trades need a Base RPC that takes state overrides, and a pool of the Uniswap V2, V3, V4 or Aerodrome kind; else trade is null.',
    'Not advice: a clean answer is no promise.',
  ],
  // GoPlus answers one question a second: in a crowd a call may wait for its turn, and is answered rather than guessed.
  handlerCapMs: 62_000,
  warm: keepNames,
  ready: (core) => requireSources(core, [['goplus'], ['dexscreener', 'geckoterminal']]),
  run: async ({ address }, { core, signal }) => {
    const { baseTokenRisk } = await import('./answer.ts')
    return baseTokenRisk(core, address, signal)
  },
})
