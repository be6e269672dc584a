import { requireSources } from '../../../egress/breaker.ts'
import { solanaRpcSource } from '../../../upstreams/solana-rpc.ts'
import { defineTool } from '../../define.ts'
import { keepNames } from '../../risk/names/snapshot.ts'
import { examples } from './examples.ts'
import { input, output } from './schema.ts'

export default defineTool({
  path: '/v1/solana/token-risk',
  price: '0.010000',
  summary: 'Is this Solana token safe to hold?',
  description:
    'Judges an SPL or Token-2022 mint by documented rules: authorities, extensions, holders, liquidity, insiders, age; a verdict with findings and evidence. Use it before buying a token. For Base use base/token-risk; for a price crypto/price. Costs {price} USD; a failed call, no mint, or a verdict our sources leave open is never charged; unknown is sold only when the token itself cannot be known. Without a keyed node concentration may stay unread. About 1 second; in a crowd up to 25.',
  input,
  output,
  examples,
  sources: ['Solana RPC', 'DexScreener', 'GeckoTerminal', 'GoPlus', 'Jupiter', 'RugCheck'],
  freshness: 'Data is at most 60 seconds old.',
  limits: [
    'Owners are resolved for the 20 largest accounts.',
    'Without a node that lists the largest accounts, holder shares come from third parties and include pools.',
    'Not advice: a clean answer is no promise.',
  ],
  // In a crowd a call waits for its turn at the public nodes.
  handlerCapMs: 26_000,
  warm: keepNames,
  ready: (core) =>
    requireSources(core, [
      core.env.SOLANA_RPC_URLS.map((_, index) => solanaRpcSource(index, 'getMultipleAccounts')),
      ['dexscreener', 'geckoterminal'],
    ]),
  run: async ({ mint }, { core, signal }) => {
    const { solanaTokenRisk } = await import('./answer.ts')
    return solanaTokenRisk(core, mint, signal)
  },
})
