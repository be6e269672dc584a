/**
 * The risk rules of Solana tokens. Each says what makes it fail, how bad that is, and with what evidence; the rule of the verdict is in
 * lib/tools/risk/verdict-rule.ts. Their words and weights: docs/risk-rules.md.
 */
import { marketRules } from '../../../risk/market-rules.ts'
import type { Rule } from '../../../risk/rule.ts'
import type { SolanaFacts } from '../facts.ts'
import { peopleRules } from './people.ts'
import { powerRules } from './powers.ts'

export const solanaRules: Rule<SolanaFacts>[] = [...powerRules, ...peopleRules, ...marketRules]
