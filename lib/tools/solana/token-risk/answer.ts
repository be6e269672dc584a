import { summarise } from '../../risk/summary.ts'
import { toTail } from '../../tail.ts'
import { readSolana } from './read.ts'
import { solanaRules } from './rules.ts'

/** The 200 body of solana/token-risk. @throws ApiError */
export async function solanaTokenRisk(mint: string, signal: AbortSignal) {
  const { facts, holders, parts } = await readSolana(mint, signal)
  const { program, decimals, supply, mintAuthority, freezeAuthority, extensions } = facts.mint
  const { excludingUpperPct: _excluding, rawUpperPct: _raw, ...shownHolders } = holders
  return {
    mint,
    mintAuthority,
    freezeAuthority,
    program,
    decimals,
    supply,
    extensions,
    metadata: facts.metadata,
    holders: shownHolders,
    liquidity: facts.liquidity,
    age: facts.age,
    summary: summarise(solanaRules, facts, facts.trust),
    ...toTail(parts),
  }
}
