/** Whether holders of a Base token can sell, and what it costs them. */
import { pct } from '../../../risk/market-rules.ts'
import { type Evidence, fail, type Outcome, pass, type Rule, unread } from '../../../risk/rule.ts'
import { known } from '../chain.ts'
import type { BaseFacts } from '../facts.ts'
import type { GoplusEvm } from '../goplus.ts'
import type { HolderSales, Simulation } from '../honeypot.ts'
import type { OwnTrade } from '../trade/outcome.ts'

const NO_TRADE_TAX_PCT = 50
/** Of the holders that were tried: from this share on a failure is no accident. */
const BLOCKED_HOLDERS_PCT = 10
/** Ten times what an ordinary trade costs. */
const HIGH_GAS = 2_000_000
/** Two measurements of one tax may differ by this much. */
const TAX_TOLERANCE_PCT = 5

type Opinion = 'blocked' | 'fine' | 'silent'

function goplusOnSelling(goplus: GoplusEvm | null): Opinion {
  if (goplus === null) return 'silent'
  if (goplus.is_honeypot || goplus.cannot_sell_all || (goplus.sell_tax ?? 0) >= NO_TRADE_TAX_PCT) return 'blocked'
  return goplus.is_honeypot === false ? 'fine' : 'silent'
}

/** Most of the holders tried could not sell, or kept less than half. */
const mostBlocked = ({ holders, failed, siphoned, highTax, highestTaxPct }: HolderSales): boolean =>
  2 * (failed + siphoned) >= holders || ((highestTaxPct ?? 0) >= NO_TRADE_TAX_PCT && 2 * highTax >= holders)

function simulationOnSelling(simulation: Simulation | null): Opinion {
  if (simulation === null) return 'silent'
  if (simulation.honeypot || (simulation.sellTaxPct ?? 0) >= NO_TRADE_TAX_PCT) return 'blocked'
  if (simulation.holderSales && simulation.holderSales.holders >= 3 && mostBlocked(simulation.holderSales)) return 'blocked'
  return simulation.honeypot === false ? 'fine' : 'silent'
}

/** A trade of our own that could not run says nothing. A fresh buyer who must wait is a cooldown when real holders can sell. */
function tradeOnSelling(trade: OwnTrade | null): Opinion {
  if (trade === null) return 'silent'
  const { tried, blocked } = trade.holders
  if ((trade.sellTaxPct ?? 0) >= NO_TRADE_TAX_PCT) return 'blocked'
  if (trade.fresh === 'blocked' && blocked === tried) return 'blocked'
  if (tried >= 2 && blocked === tried) return 'blocked'
  return trade.fresh === 'sold' || tried > blocked ? 'fine' : 'silent'
}

type Said = [source: string, opinion: Opinion][]

/** Who says what about selling. Our own trade decides only where no source did. */
function opinions({ goplus, simulation, trade }: BaseFacts): { sources: Said; own: Opinion } {
  return {
    sources: [
      ['goplus', goplusOnSelling(goplus)],
      ['honeypot-is', simulationOnSelling(simulation)],
    ],
    own: tradeOnSelling(trade),
  }
}

function judgeSelling(facts: BaseFacts): Outcome {
  const { goplus, simulation, trade, chain } = facts
  const { sources, own } = opinions(facts)
  const silentSources = sources.every(([, opinion]) => opinion === 'silent')
  const said: Said = silentSources ? [...sources, ['own trade', own]] : sources
  const paused = known(chain.paused) === true
  const blocking = [...said.filter(([, opinion]) => opinion === 'blocked').map(([source]) => source), ...(paused ? ['base-rpc'] : [])]
  if (blocking.length === 0)
    return said.some(([, opinion]) => opinion === 'fine') ? pass : unread(trade === null ? null : 'No simulated trade went through.')
  const denying = said.filter(([, opinion]) => opinion === 'fine').map(([source]) => source)
  const ownDenies = !silentSources && own === 'fine'
  const contradicted = denying.includes('honeypot-is') || (denying.length > 0 && !paused) || (ownDenies && !paused)
  const taxes = [goplus?.sell_tax, simulation?.sellTaxPct, trade?.sellTaxPct].filter((tax) => tax != null)
  const evidence: Evidence = {
    goplusHoneypot: goplus?.is_honeypot ?? null,
    goplusCannotSellAll: goplus?.cannot_sell_all ?? null,
    goplusSellTaxPct: goplus?.sell_tax ?? null,
    simulatedHoneypot: simulation?.honeypot ?? null,
    simulatedSellTaxPct: simulation?.sellTaxPct ?? null,
    ownTrade: own,
    paused: known(chain.paused),
    thresholdTaxPct: NO_TRADE_TAX_PCT,
    contradicted,
    source: blocking.join(', '),
  }
  const tax = taxes.length > 0 ? `; sell tax ${pct(Math.max(...taxes))}` : ''
  const doubters = [...denying, ...(ownDenies ? ['own trade'] : [])]
  const doubt = contradicted ? `, while ${doubters.join(' and ')} could sell it` : ''
  return fail(
    'critical',
    `${blocking.length} of ${said.length + 1} sources say that holders cannot sell (${blocking.join(', ')})${tax}${doubt}.`,
    evidence,
  )
}

function judgeHolders({ simulation, trade }: BaseFacts): Outcome {
  const theirs = simulation?.holderSales ?? null
  const tried = (theirs?.holders ?? 0) + (trade?.holders.tried ?? 0)
  if (tried === 0) return unread()
  const blocked = (theirs?.failed ?? 0) + (theirs?.siphoned ?? 0) + (trade?.holders.blocked ?? 0)
  const highTax = theirs?.highTax ?? 0
  const worst = Math.max(blocked, highTax)
  const evidence = {
    holdersTried: tried,
    holdersBlocked: blocked,
    holdersHighTax: highTax,
    highestTaxPct: theirs?.highestTaxPct ?? null,
    thresholdPct: BLOCKED_HOLDERS_PCT,
    source: [theirs && 'honeypot-is', trade && trade.holders.tried > 0 && 'own trade'].filter(Boolean).join(', '),
  }
  if (worst === 0) return pass
  const severity = (100 * worst) / tried >= BLOCKED_HOLDERS_PCT ? 'high' : 'low'
  return fail(
    severity,
    `Of ${tried} real holders that were tried ${blocked} could not sell, and ${highTax} would pay a high tax.`,
    evidence,
  )
}

function judgeTax({ goplus, simulation, trade }: BaseFacts): Outcome {
  const worstOf = (...taxes: (number | null | undefined)[]) => {
    const stated = taxes.filter((tax) => tax != null)
    return stated.length === 0 ? null : Math.max(...stated)
  }
  const buy = worstOf(goplus?.buy_tax, simulation?.buyTaxPct, trade?.buyTaxPct)
  const sell = worstOf(goplus?.sell_tax, simulation?.sellTaxPct, trade?.sellTaxPct)
  const transfer = worstOf(goplus?.transfer_tax, simulation?.transferTaxPct)
  const worst = Math.max(-1, ...[buy, sell, transfer].filter((tax) => tax !== null))
  const source = [
    goplus?.sell_tax != null && 'goplus',
    simulation?.sellTaxPct != null && 'honeypot-is',
    trade?.sellTaxPct != null && 'own trade',
  ]
    .filter(Boolean)
    .join(', ')
  if (worst >= 5)
    return fail(worst >= 10 ? 'high' : 'medium', `The highest tax is ${pct(worst)}.`, {
      buyTaxPct: buy,
      sellTaxPct: sell,
      transferTaxPct: transfer,
      thresholdPct: worst >= 10 ? 10 : 5,
      source,
    })
  return buy === null || sell === null ? unread() : pass
}

function judgeDisagreement(facts: BaseFacts): Outcome {
  const { goplus, simulation, trade } = facts
  const { sources, own } = opinions(facts)
  const said = [...sources, ['own trade', own] as const].filter(([, opinion]) => opinion !== 'silent')
  const selling = new Set(said.map(([, opinion]) => opinion)).size > 1
  const taxes = [
    ['goplus', goplus?.sell_tax ?? null],
    ['honeypot-is', simulation?.sellTaxPct ?? null],
    ['own trade', trade?.sellTaxPct ?? null],
  ].filter((row): row is [string, number] => row[1] !== null)
  const values = taxes.map(([, tax]) => tax)
  const apart = taxes.length > 1 ? Math.max(...values) - Math.min(...values) : 0
  if (said.length < 2 && taxes.length < 2) return unread('Fewer than two sources say anything about selling.')
  if (!selling && apart <= TAX_TOLERANCE_PCT) return pass
  const who = selling
    ? `about selling: ${said.map(([source, opinion]) => `${source} says ${opinion}`).join(', ')}`
    : `about the sell tax: ${taxes.map(([source, tax]) => `${source} says ${pct(tax)}`).join(', ')}`
  return fail('medium', `${selling ? said.length : taxes.length} sources disagree ${who}.`, {
    ...Object.fromEntries(said),
    ...Object.fromEntries(taxes.map(([source, tax]) => [`${source} sellTaxPct`, tax])),
    source: [...new Set([...said, ...taxes].map(([source]) => source))].join(', '),
  })
}

export const sellingRules: Rule<BaseFacts>[] = [
  {
    code: 'CANNOT_SELL',
    title: 'Holders cannot sell',
    severity: 'critical',
    when: 'GoPlus calls it a honeypot or says that not everything can be sold; the sell tax is at least 50 %; a simulated sale fails, or half of the real holders cannot sell; or the contract is paused. Our own simulated trade decides only where neither GoPlus nor honeypot.is does.',
    sources: ['goplus', 'honeypot-is', 'base-rpc'],
    core: true,
    judge: judgeSelling,
  },
  {
    code: 'HOLDERS_BLOCKED',
    title: 'Some holders cannot sell',
    severity: 'high, low below 10 % of those tried',
    when: 'Of the real holders whose sale was simulated some fail, lose their tokens on the way or pay a high tax.',
    sources: ['honeypot-is', 'base-rpc'],
    judge: judgeHolders,
  },
  {
    code: 'TRANSFER_TAX',
    title: 'Trades are taxed',
    severity: 'medium from 5 %, high from 10 %',
    when: 'The worst of buy, sell and transfer tax, stated or measured, reaches 5 %.',
    sources: ['goplus', 'honeypot-is', 'base-rpc'],
    judge: judgeTax,
  },
  {
    code: 'GAS_ABUSE',
    title: 'Trades burn gas',
    severity: 'high when GoPlus reports abuse, else medium',
    when: 'GoPlus reports abuse of gas, or a simulated trade needs more than 2,000,000 gas.',
    sources: ['honeypot-is', 'goplus'],
    judge: ({ goplus, simulation }) => {
      const gas = simulation?.gas ?? null
      const evidence = { gas, gasAbuse: goplus?.gas_abuse ?? null, thresholdGas: HIGH_GAS, source: gas === null ? 'goplus' : 'honeypot-is' }
      if (goplus?.gas_abuse) return fail('high', 'GoPlus reports that it abuses the gas of those who trade it (1 report).', evidence)
      if (gas !== null && gas > HIGH_GAS) return fail('medium', `A simulated trade needs ${gas.toLocaleString('en-US')} gas.`, evidence)
      return gas !== null || goplus?.gas_abuse === false ? pass : unread()
    },
  },
  {
    code: 'SOURCES_DISAGREE',
    title: 'Sources disagree about selling',
    severity: 'medium',
    when: 'GoPlus, honeypot.is and our own simulated trade differ on whether the token can be sold, or by more than 5 % on the sell tax.',
    sources: ['goplus', 'honeypot-is', 'base-rpc'],
    judge: judgeDisagreement,
  },
]
