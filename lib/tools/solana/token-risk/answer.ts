import type { Core } from '../../../core.ts'
import { requireVerdict } from '../../risk/gap.ts'
import { toTail } from '../../tail.ts'
import { readSolana } from './read.ts'
import { solanaRules } from './rules/index.ts'

/** The 200 body of solana/token-risk. @throws ApiError, also when a source's failure leaves no verdict */
export async function solanaTokenRisk(core: Core, mint: string, signal: AbortSignal) {
  const { facts, holders, parts } = await readSolana(core, mint, signal)
  const summary = requireVerdict(solanaRules, facts, facts.trust, parts)
  const { program, decimals, supply, mintAuthority, freezeAuthority, extensions } = facts.mint
  const { excludingUpperPct: _excluding, rawUpperPct: _raw, programsPct: _programs, ...shownHolders } = holders
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
    summary,
    ...toTail(parts, core.now()),
  }
}
