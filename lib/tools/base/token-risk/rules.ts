/**
 * The risk rules of Base tokens, in one place. Each says what makes it fail, how bad that is, and with what evidence; scoring is in
 * lib/tools/risk/summary.ts. Source of the rules: upstreams.md section 5.
 */
import { judgeImitation, type MarketFacts, marketRules, pct } from '../../risk/market-rules.ts'
import { type Evidence, fail, type Outcome, omit, pass, type Rule, unknown } from '../../risk/rule.ts'
import { type ChainFacts, known } from './chain.ts'
import type { GoplusEvm } from './goplus.ts'
import type { Simulation } from './honeypot.ts'
import { isNobody, type LpFacts, ownerOf } from './security.ts'

/** What the Base rules judge. Absent means unknown, never "no". */
export type BaseFacts = MarketFacts & {
  goplus: GoplusEvm | null
  simulation: Simulation | null
  chain: ChainFacts
  lp: LpFacts | null
}

const NO_TRADE_TAX_PCT = 50

/** Whether somebody can still use the owner's powers. */
function ownerLife({ goplus, chain }: BaseFacts): 'live' | 'dead' | 'unknown' {
  if (goplus?.hidden_owner || goplus?.can_take_back_ownership) return 'live'
  const owner = ownerOf(chain, goplus)
  if (owner === null) return 'unknown'
  return isNobody(owner) ? 'dead' : 'live'
}

/** A power that counts only with a live owner: fails, passes because nobody has it, or cannot be decided. */
function power(facts: BaseFacts, flags: readonly (boolean | null | undefined)[], found: () => Outcome): Outcome {
  if (flags.some((flag) => flag === true)) {
    const life = ownerLife(facts)
    return life === 'live' ? found() : life === 'dead' ? pass : unknown
  }
  return flags.every((flag) => flag === false) ? pass : unknown
}

const ownerName = (facts: BaseFacts): string => ownerOf(facts.chain, facts.goplus) ?? 'hidden'

type Opinion = 'blocked' | 'fine' | 'silent'

function goplusOnSelling(goplus: GoplusEvm | null): Opinion {
  if (goplus === null) return 'silent'
  if (goplus.is_honeypot || goplus.cannot_sell_all || (goplus.sell_tax ?? 0) >= NO_TRADE_TAX_PCT) return 'blocked'
  return goplus.is_honeypot === false ? 'fine' : 'silent'
}

function simulationOnSelling(simulation: Simulation | null): Opinion {
  if (simulation === null || simulation.honeypot === null) return 'silent'
  return simulation.honeypot || (simulation.sellTaxPct ?? 0) >= NO_TRADE_TAX_PCT ? 'blocked' : 'fine'
}

function judgeSelling({ goplus, simulation, chain }: BaseFacts): Outcome {
  const [theirs, simulated] = [goplusOnSelling(goplus), simulationOnSelling(simulation)]
  const paused = known(chain.paused) === true
  const sources = [theirs === 'blocked' && 'goplus', simulated === 'blocked' && 'honeypot-is', paused && 'base-rpc'].filter(
    (source) => source !== false,
  )
  if (sources.length === 0) return theirs === 'fine' || simulated === 'fine' ? pass : unknown
  const contradicted = simulated === 'fine' || (theirs === 'fine' && !paused)
  const taxes = [goplus?.sell_tax, simulation?.sellTaxPct].filter((tax) => tax != null)
  const evidence: Evidence = {
    goplusHoneypot: goplus?.is_honeypot ?? null,
    goplusCannotSellAll: goplus?.cannot_sell_all ?? null,
    goplusSellTaxPct: goplus?.sell_tax ?? null,
    simulatedHoneypot: simulation?.honeypot ?? null,
    simulatedSellTaxPct: simulation?.sellTaxPct ?? null,
    paused: known(chain.paused),
    thresholdTaxPct: NO_TRADE_TAX_PCT,
    contradicted,
    source: sources.join(', '),
  }
  const tax = taxes.length > 0 ? `; sell tax ${pct(Math.max(...taxes))}` : ''
  const doubt = contradicted ? ', while another source could sell it' : ''
  return fail('critical', `${sources.length} of 3 sources say that holders cannot sell (${sources.join(', ')})${tax}${doubt}.`, evidence)
}

const own: Rule<BaseFacts>[] = [
  {
    code: 'CANNOT_SELL',
    title: 'Holders cannot sell',
    severity: 'critical',
    when: 'GoPlus calls it a honeypot or says that not everything can be sold; the sell tax is at least 50 %; a simulated sale fails; or the contract is paused.',
    core: true,
    judge: judgeSelling,
  },
  {
    code: 'CAN_TAKE_TOKENS',
    title: 'Somebody can take tokens from holders',
    severity: 'critical',
    when: 'The owner can change balances, and the owner is live.',
    core: true,
    trusted: 'low',
    ownerPower: true,
    judge: (facts) =>
      power(facts, [facts.goplus?.owner_change_balance], () =>
        fail('critical', `The owner (${ownerName(facts)}) can change the balance of every holder.`, {
          ownerCanChangeBalance: true,
          owner: ownerName(facts),
          source: 'goplus',
        }),
      ),
  },
  {
    code: 'IMPERSONATION',
    title: 'Carries the name of a known asset',
    severity: 'critical',
    when: 'Name or symbol of a listed asset at another address, or GoPlus calls it a fake or an airdrop scam; medium when CoinGecko lists this exact address.',
    judge: ({ imitation, goplus, trust }) => {
      if (trust?.source === 'curated list') return pass
      if (goplus?.is_airdrop_scam) return fail('critical', 'GoPlus marks it as an airdrop scam.', { airdropScam: true, source: 'goplus' })
      return judgeImitation(imitation)
    },
  },
  {
    code: 'MINT_AUTHORITY',
    title: 'More tokens can be minted',
    severity: 'high',
    when: 'The token is mintable, with a live or hidden owner.',
    trusted: 'info',
    ownerPower: true,
    judge: (facts) =>
      power(facts, [facts.goplus?.is_mintable], () =>
        fail('high', `The owner (${ownerName(facts)}) can create any number of new tokens.`, {
          mintable: true,
          owner: ownerName(facts),
          source: 'goplus',
        }),
      ),
  },
  {
    code: 'BLACKLIST',
    title: 'Holders can be blocked',
    severity: 'high',
    when: 'The contract can block addresses or pause transfers, and the owner is live.',
    trusted: 'info',
    ownerPower: true,
    judge: (facts) =>
      power(facts, [facts.goplus?.is_blacklisted, facts.goplus?.transfer_pausable], () =>
        fail(
          'high',
          `The owner (${ownerName(facts)}) can ${facts.goplus?.is_blacklisted ? 'block single addresses' : 'pause all transfers'}.`,
          {
            blacklist: facts.goplus?.is_blacklisted ?? null,
            pausable: facts.goplus?.transfer_pausable ?? null,
            owner: ownerName(facts),
            source: 'goplus',
          },
        ),
      ),
  },
  {
    code: 'HIDDEN_CONTROL',
    title: 'Hidden control over the contract',
    severity: 'high',
    when: 'A hidden owner, ownership that can be taken back, or a self-destruct function. A proxy alone is no finding.',
    core: true,
    ownerPower: true,
    judge: ({ goplus, chain }) => {
      const flags = {
        hiddenOwner: goplus?.hidden_owner ?? null,
        canTakeBackOwnership: goplus?.can_take_back_ownership ?? null,
        selfDestruct: goplus?.selfdestruct ?? null,
      }
      const set = Object.entries(flags).filter(([, flag]) => flag === true)
      const proxy = goplus?.is_proxy ?? (known(chain.implementation) !== null || null)
      if (set.length > 0)
        return fail(
          'high',
          `${set.length} of 3 hidden powers found (${set.map(([name]) => name).join(', ')})${proxy ? ', behind a replaceable proxy' : ''}.`,
          {
            ...flags,
            proxy,
            source: 'goplus',
          },
        )
      return Object.values(flags).every((flag) => flag === false) ? pass : unknown
    },
  },
  {
    code: 'TRANSFER_TAX',
    title: 'Trades are taxed',
    severity: 'medium from 5 %, high from 10 %',
    when: 'The worst of buy, sell and transfer tax reaches 5 %.',
    judge: ({ goplus, simulation }) => {
      const buy = goplus?.buy_tax ?? simulation?.buyTaxPct ?? null
      const sell = goplus?.sell_tax ?? simulation?.sellTaxPct ?? null
      const transfer = goplus?.transfer_tax ?? simulation?.transferTaxPct ?? null
      const worst = Math.max(-1, ...[buy, sell, transfer].filter((tax) => tax !== null))
      if (worst >= 5)
        return fail(worst >= 10 ? 'high' : 'medium', `The highest tax is ${pct(worst)}.`, {
          buyTaxPct: buy,
          sellTaxPct: sell,
          transferTaxPct: transfer,
          thresholdPct: worst >= 10 ? 10 : 5,
          source: goplus?.sell_tax != null ? 'goplus' : 'honeypot-is',
        })
      return sell === null ? unknown : pass
    },
  },
  {
    code: 'TAX_CHANGEABLE',
    title: 'The tax can be changed',
    severity: 'medium, high when it can be set for single holders',
    when: 'The owner is live and can change the tax.',
    trusted: 'info',
    ownerPower: true,
    judge: (facts) =>
      power(facts, [facts.goplus?.slippage_modifiable, facts.goplus?.personal_slippage_modifiable], () => {
        const personal = facts.goplus?.personal_slippage_modifiable === true
        return fail(
          personal ? 'high' : 'medium',
          `The owner (${ownerName(facts)}) can change the tax${personal ? ' of single holders' : ''}, up to 100 %.`,
          {
            slippageModifiable: facts.goplus?.slippage_modifiable ?? null,
            personalSlippageModifiable: facts.goplus?.personal_slippage_modifiable ?? null,
            owner: ownerName(facts),
            source: 'goplus',
          },
        )
      }),
  },
  {
    code: 'UNVERIFIED_SOURCE',
    title: 'Source code is not published',
    severity: 'high',
    when: 'The source code is not verified, so that most other flags cannot be read.',
    judge: ({ goplus }) =>
      goplus?.is_open_source === false
        ? fail('high', 'The source code is not published: what the contract can do is not known.', {
            verifiedSource: false,
            source: 'goplus',
          })
        : goplus?.is_open_source
          ? pass
          : unknown,
  },
  {
    code: 'SCAM_HISTORY',
    title: 'The creator made honeypots before',
    severity: 'high',
    when: 'GoPlus knows honeypots of the same creator.',
    judge: ({ goplus }) => {
      const known = goplus?.honeypot_with_same_creator ?? null
      if (known === null) return unknown
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
    severity: 'medium',
    when: 'One unlocked wallet holds more than 50 % of the liquidity tokens of a V2 pool.',
    judge: ({ goplus, lp, liquidity }) => {
      if (liquidity.lpStatus === 'not_applicable' || liquidity.poolCount === 0) return omit
      if (goplus === null) return unknown
      if (lp === null)
        return goplus.dex.some(({ liquidity_type }) => liquidity_type === 'UniV2') ? unknown : goplus.dex.length > 0 ? omit : unknown
      return lp.largestFreeWalletPct > 50
        ? fail('medium', `One wallet holds ${pct(lp.largestFreeWalletPct)} of the liquidity tokens, unlocked.`, {
            largestUnlockedWalletPct: lp.largestFreeWalletPct,
            burnedPct: lp.burnedPct,
            lockedPct: lp.lockedPct,
            thresholdPct: 50,
            source: 'goplus',
          })
        : pass
    },
  },
  {
    code: 'SOURCES_DISAGREE',
    title: 'Sources disagree about selling',
    severity: 'medium',
    when: 'GoPlus and the simulation of honeypot.is disagree on whether the token can be sold.',
    judge: ({ goplus, simulation }) => {
      const [theirs, simulated] = [goplusOnSelling(goplus), simulationOnSelling(simulation)]
      if (theirs === 'silent' || simulated === 'silent') return unknown
      return theirs === simulated
        ? pass
        : fail('medium', `1 of 2 sources says that holders cannot sell: GoPlus ${theirs}, simulation ${simulated}.`, {
            goplus: theirs,
            simulation: simulated,
            source: 'goplus, honeypot-is',
          })
    },
  },
]

export const baseRules: Rule<BaseFacts>[] = [...own, ...marketRules]
