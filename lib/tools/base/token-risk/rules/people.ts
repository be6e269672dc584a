/** Who stands behind a Base token: its code, its creator, its name, its liquidity. */
import { judgeImitation, pct } from '../../../risk/market-rules.ts'
import { fail, notApplicable, type Outcome, pass, type Rule, unread } from '../../../risk/rule.ts'
import type { BaseFacts } from '../facts.ts'

/** A young token whose creator holds the liquidity is the classic of the trade. */
const YOUNG_SECONDS = 7 * 86_400

function judgeLp({ goplus, lp, liquidity, age }: BaseFacts): Outcome {
  if (liquidity.poolCount === 0) return notApplicable('No pool is known.')
  if (lp === null) {
    if (goplus === null) return unread()
    const concentrated =
      liquidity.lpStatus === 'not_applicable' ||
      (goplus.dex.length > 0 && goplus.dex.every(({ liquidity_type }) => /v[34]/i.test(liquidity_type ?? '')))
    return concentrated ? notApplicable('Concentrated pools have no liquidity tokens, and nobody lists their positions.') : unread()
  }
  const { kind, whole, largestFreeWalletPct, largestFreeWallet, contractsPct, insidersPct, burnedPct, lockedPct } = lp
  if (largestFreeWalletPct <= 50 && insidersPct <= 50)
    return whole && contractsPct <= 50
      ? pass
      : unread('What contracts without a label hold of it, or rows that say nothing, may be taken out.')
  const isInsider = insidersPct > 50
  const isYoung = age.ageSeconds !== null && age.ageSeconds < YOUNG_SECONDS
  const severity = isInsider && isYoung ? 'high' : kind === 'tokens' ? 'medium' : 'low'
  const what = kind === 'tokens' ? 'liquidity tokens' : 'positions'
  return fail(
    severity,
    `${isInsider ? 'The creator or owner' : 'One wallet'} holds ${pct(isInsider ? insidersPct : largestFreeWalletPct)} of the ${what}, unlocked.`,
    {
      largestUnlockedWalletPct: largestFreeWalletPct,
      largestUnlockedWallet: largestFreeWallet,
      holderIsCreatorOrOwner: isInsider,
      burnedPct,
      lockedPct,
      thresholdPct: 50,
      source: 'goplus',
    },
  )
}

export const peopleRules: Rule<BaseFacts>[] = [
  {
    code: 'IMPERSONATION',
    title: 'Carries the name of a known asset',
    severity: 'critical',
    when: 'Name or symbol of a listed asset at another address, on the chain or as sources show it, look-alike letters included, or GoPlus calls it a fake or an airdrop scam; medium when CoinGecko lists this exact address.',
    sources: ['base-rpc', 'goplus'],
    judge: ({ imitation, goplus, trust }) => {
      if (trust?.source === 'curated list') return pass
      if (goplus?.is_airdrop_scam) return fail('critical', 'GoPlus marks it as an airdrop scam.', { airdropScam: true, source: 'goplus' })
      return judgeImitation(imitation)
    },
  },
  {
    code: 'UNVERIFIED_SOURCE',
    title: 'Source code is not published',
    severity: 'high',
    when: 'The source code is not verified, so that most other flags cannot be read.',
    sources: ['goplus', 'honeypot-is'],
    judge: ({ goplus, simulation }) => {
      const verified = goplus?.is_open_source ?? simulation?.openSource ?? null
      if (verified === null) return unread()
      return verified
        ? pass
        : fail('high', 'The source code is not published: what the contract can do is not known.', {
            verifiedSource: false,
            source: goplus?.is_open_source === false ? 'goplus' : 'honeypot-is',
          })
    },
  },
  {
    code: 'SCAM_HISTORY',
    title: 'The creator made honeypots before',
    severity: 'high',
    when: 'GoPlus knows honeypots of the same creator.',
    sources: ['goplus'],
    judge: ({ goplus }) => {
      const known = goplus?.honeypot_with_same_creator ?? null
      if (known === null) return unread()
      return known > 0
        ? fail('high', `The creator has made ${known} known honeypot${known === 1 ? '' : 's'}.`, {
            creatorHoneypots: known,
            creator: goplus?.creator_address ?? null,
            source: 'goplus',
          })
        : pass
    },
  },
  {
    code: 'LP_REMOVABLE',
    title: 'Liquidity can be pulled',
    severity: 'medium; low for positions of concentrated pools; high when the creator or owner of a token younger than a week holds it',
    when: 'One unlocked wallet, or creator and owner together, hold more than 50 % of the liquidity tokens of a V2 pool, or of the listed positions of V3 and V4 pools.',
    sources: ['goplus'],
    trusted: 'info',
    judge: judgeLp,
  },
]
