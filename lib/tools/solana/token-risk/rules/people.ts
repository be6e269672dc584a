/** Who stands behind a Solana token, and what others report of it. */
import { judgeImitation, pct } from '../../../risk/market-rules.ts'
import { atLeast, fail, type Outcome, pass, type Rule, type Severity, silent, unread } from '../../../risk/rule.ts'
import type { SolanaFacts } from '../facts.ts'
import { judgeLp } from './lp.ts'
import { CHAIN } from './powers.ts'

/** Warnings of RugCheck by what they are about, as its reports name them. */
const TOPICS = {
  /** The chain itself says these, and says them better. */
  onChain: /mint authority|freeze authority|permanent|mutable|transfer fee|transferable|metadata/i,
  history: /rug|scam|creator history/i,
  holders: /holder|ownership/i,
  liquidity: /liquidity|\blp\b/i,
}

/** From this score (0 to 100) on RugCheck itself speaks of danger. */
const DANGER_SCORE = 80
const WARN_SCORE = 60
/** So many tokens by one creator are a trade, not a project. */
const SERIAL_TOKENS = 10

function judgeHistory({ rugcheck, goplus }: SolanaFacts): Outcome {
  const warned = (rugcheck?.risks ?? []).filter(({ name }) => TOPICS.history.test(name))
  const malicious = goplus?.malicious ?? 0
  const evidence = {
    rugged: rugcheck?.rugged ?? null,
    warnings: warned.length,
    creatorTokens: rugcheck?.creatorTokens ?? null,
    maliciousAccounts: goplus?.malicious ?? null,
    thresholdTokens: SERIAL_TOKENS,
    source: malicious > 0 && !rugcheck?.rugged && warned.length === 0 ? 'goplus' : 'rugcheck',
  }
  if (rugcheck?.rugged === true) return fail('high', 'RugCheck marks this token as rugged (1 report).', evidence)
  if (warned.length > 0) return fail('high', `RugCheck reports a history of rugs or scams behind it (${warned.length} warnings).`, evidence)
  if (malicious > 0) return fail('high', `GoPlus knows ${malicious} of its creators or authorities as malicious.`, evidence)
  if ((rugcheck?.creatorTokens ?? 0) >= SERIAL_TOKENS)
    return fail('medium', `Its creator has made ${rugcheck?.creatorTokens} other tokens.`, evidence)
  return rugcheck?.rugged === false && rugcheck.risksRead ? pass : unread()
}

/** What is left of RugCheck's warnings when those are gone that other checks judge, and how much they weigh here. */
function judgeReports({ rugcheck, jupiter, concentration }: SolanaFacts): Outcome {
  const dangers = (rugcheck?.risks ?? []).filter(({ name, danger }) => danger && !TOPICS.onChain.test(name) && !TOPICS.history.test(name))
  const graded = dangers.map(({ name }): Severity => {
    if (TOPICS.liquidity.test(name)) return 'medium'
    return TOPICS.holders.test(name) && concentration.excludingPct !== null ? 'medium' : 'high'
  })
  const score = rugcheck?.score ?? null
  if (score !== null && score >= WARN_SCORE) graded.push(score >= DANGER_SCORE ? 'high' : 'medium')
  if (jupiter?.suspicious) graded.push('high')
  const worst = graded.reduce<Severity>((one, other) => (atLeast(other, one) ? other : one), 'info')
  const by = [graded.length > (jupiter?.suspicious ? 1 : 0) && 'rugcheck', jupiter?.suspicious && 'jupiter'].filter(Boolean).join(', ')
  if (worst !== 'info')
    return fail(
      worst,
      `${by.replace(', ', ' and ')} warn${by.includes(',') ? '' : 's'} of it: ${dangers.length} dangers${score === null ? '' : `, score ${score} of 100`}.`,
      {
        rugcheckDangers: dangers.length,
        rugcheckScore: score,
        jupiterSuspicious: jupiter?.suspicious ?? null,
        thresholdScore: worst === 'high' ? DANGER_SCORE : WARN_SCORE,
        source: by,
      },
    )
  return rugcheck?.risksRead && score !== null ? pass : unread()
}

export const peopleRules: Rule<SolanaFacts>[] = [
  {
    code: 'IMPERSONATION',
    title: 'Carries the name of a known asset',
    severity: 'critical',
    when: 'Name or symbol of a listed asset on another mint, on the chain or as exchanges show it, look-alike letters included; medium when CoinGecko lists this exact address or Jupiter has verified it.',
    sources: [CHAIN, 'dexscreener'],
    judge: ({ imitation }) => judgeImitation(imitation),
  },
  {
    code: 'SCAM_HISTORY',
    title: 'Rugs or scams behind it',
    severity: 'high; medium for a creator of ten other tokens',
    when: 'RugCheck marks the token as rugged or reports a history of rugs, GoPlus knows its creator or an authority as malicious, or its creator has made ten or more other tokens.',
    sources: ['rugcheck', 'goplus'],
    everySource: true,
    judge: judgeHistory,
  },
  {
    code: 'REPORTED_DANGER',
    title: 'Others warn of it',
    severity: 'high or medium',
    when: 'RugCheck reports a danger that no other check judges (medium when it is about liquidity or holders), its score reaches 80 (high) or 60 (medium) of 100, or Jupiter calls the token suspicious.',
    sources: ['rugcheck', 'jupiter'],
    everySource: true,
    trusted: 'info',
    ownerPower: true,
    judge: judgeReports,
  },
  {
    code: 'LP_REMOVABLE',
    title: 'Liquidity can be pulled',
    severity: 'medium; high when it is the creator of a token younger than a week',
    when: 'Of the deepest pool with liquidity tokens less than 50 % is locked or burned, and a wallet holds the largest part.',
    sources: ['rugcheck'],
    trusted: 'info',
    judge: judgeLp,
  },
  {
    code: 'MUTABLE_METADATA',
    title: 'Name and link can be changed',
    severity: 'low',
    when: 'The metadata is mutable.',
    sources: [CHAIN],
    judge: ({ metadata: { mutable, updateAuthority, standard } }) =>
      mutable === null
        ? unread('No metadata was found.')
        : mutable
          ? fail('low', `Name, symbol and link can be changed${updateAuthority === null ? '' : ` by ${updateAuthority}`}.`, {
              updateAuthority,
              standard,
              source: CHAIN,
            })
          : pass,
  },
  {
    code: 'ON_BONDING_CURVE',
    title: 'Still on a launch curve',
    severity: 'info',
    when: 'It trades on a launch curve without a pool of its own. A remark, not a check.',
    note: true,
    sources: ['dexscreener', 'geckoterminal'],
    judge: ({ liquidity: { bondingCurve, source }, curvePct }) =>
      bondingCurve
        ? fail(
            'info',
            `It trades on a launch curve and has 0 pools with liquidity of their own${curvePct === null ? '' : `; the curve holds ${pct(curvePct)} of the supply`}.`,
            {
              bondingCurve: true,
              curvePct,
              source,
            },
          )
        : silent,
  },
  {
    code: 'SOURCES_DISAGREE',
    title: 'Sources disagree',
    severity: 'info',
    when: 'GoPlus says something else than the chain about an authority; the chain counts.',
    sources: ['goplus'],
    judge: ({ goplus, mint }) => {
      if (goplus === null) return unread()
      const delegate = mint.facts.permanentDelegate
      const isDelegated =
        delegate === 'unreadable' || (delegate === 'absent' && mint.facts.opaque)
          ? null
          : delegate !== 'absent' && delegate.delegate !== null
      const pairs: [name: string, theirs: boolean | null, chain: boolean | null][] = [
        ['mintAuthority', goplus.mintable, mint.mintAuthority !== null],
        ['freezeAuthority', goplus.freezable, mint.freezeAuthority !== null],
        ['permanentDelegate', goplus.permanentDelegate, isDelegated],
      ]
      const differ = pairs.filter(([, theirs, chain]) => theirs !== null && chain !== null && theirs !== chain)
      if (differ.length > 0)
        return fail(
          'info',
          `GoPlus contradicts the chain on ${differ.length} of 3 powers (${differ.map(([name]) => name).join(', ')}); the chain counts.`,
          {
            ...Object.fromEntries(
              differ.flatMap(([name, theirs, chain]) => [
                [`${name}Goplus`, theirs],
                [`${name}Chain`, chain],
              ]),
            ),
            source: `${CHAIN}, goplus`,
          },
        )
      const isOpen = pairs.some(([, theirs, chain]) => theirs !== null && chain === null)
      return isOpen || pairs.every(([, theirs]) => theirs === null) ? unread() : pass
    },
  },
]
