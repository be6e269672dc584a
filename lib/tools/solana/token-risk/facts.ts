/** What the Solana rules judge: everything read about one mint, already in our own words. Absent means unknown, never "no". */
import type { MarketFacts } from '../../risk/market-rules.ts'
import type { GoplusSolana } from './goplus.ts'
import type { JupiterToken } from './jupiter.ts'
import type { Metadata, Mint } from './mint.ts'
import type { RugcheckReport } from './rugcheck.ts'

export type SolanaFacts = MarketFacts & {
  mint: Mint
  metadata: Metadata
  /** Current epoch; null when it was not needed or not to be had. */
  epoch: number | null
  goplus: GoplusSolana | null
  jupiter: JupiterToken | null
  rugcheck: RugcheckReport | null
  /** Share of the supply that a launch curve holds; null when holders are not resolved. */
  curvePct: number | null
  isWallet: (address: string) => boolean
}
