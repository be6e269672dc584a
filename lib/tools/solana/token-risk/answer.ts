import type { Core } from '../../../core.ts'
import { requireVerdict, toFailures } from '../../risk/gap.ts'
import { summarise } from '../../risk/summary.ts'
import { toTail } from '../../tail.ts'
import { readSolana } from './read.ts'
import { solanaRules } from './rules/index.ts'

/** The 200 body of solana/token-risk. @throws ApiError, also when a source's failure leaves no verdict */
export async function solanaTokenRisk(core: Core, mint: string, signal: AbortSignal) {
  const { facts, holders, parts } = await readSolana(core, mint, signal)
  const failures = toFailures(parts)
  const summary = summarise(solanaRules, facts, facts.trust, failures)
  requireVerdict(solanaRules, summary, failures)
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
    summary,
    ...toTail(parts, core.now()),
  }
}
