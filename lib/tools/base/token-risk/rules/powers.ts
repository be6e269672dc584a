/** What somebody can still do to a Base token and its holders. */
import { type Evidence, fail, halfSeen, notApplicable, type Outcome, pass, type Rule, unread } from '../../../risk/rule.ts'
import type { Admin } from '../admin.ts'
import { known } from '../chain.ts'
import type { Code } from '../code.ts'
import { type BaseFacts, ownerLife, ownerName } from '../facts.ts'

type Flags = Record<string, boolean | null | undefined>

/**
 * A power that counts unless nobody is left to use it: a flag that is set fails with a live owner and with an unknown one, since a contract may
 * hand out roles instead. Passes when every flag was read and none is set, or when the owner is provably nobody.
 */
function power(facts: BaseFacts, flags: Flags, found: (evidence: Evidence) => Outcome): Outcome {
  const values = Object.values(flags)
  if (values.some((flag) => flag === true)) {
    const life = ownerLife(facts)
    if (life === 'dead') return pass
    if (life === 'unread')
      return halfSeen('The contract has this power and no owner; whether it hands out roles was not to be read.', ['base-rpc'])
    const shown = Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, flag ?? null]))
    return found({ ...shown, owner: ownerName(facts), roles: facts.roles === 'unread' ? null : facts.roles, source: 'goplus' })
  }
  return values.every((flag) => flag === false) ? pass : unread()
}

/** Code that neither destroys itself nor runs the code of another contract, which may: whoever is silent about it. */
const isHarmless = (code: Code | null): boolean => code?.selfdestruct === false && !code.delegatecall

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const DAY_SECONDS = 86_400
/** From here on a market has seen enough to doubt that its issuer only waits to run. */
const ESTABLISHED = { days: 30, liquidityUsd: 100_000 } as const

const isEstablished = ({ age, liquidity }: BaseFacts): boolean =>
  (age.ageSeconds ?? 0) >= ESTABLISHED.days * DAY_SECONDS && (liquidity.usd ?? 0) >= ESTABLISHED.liquidityUsd

/** Who can replace the code, graded. */
function judgeAdmin({ kind, address, threshold, delaySeconds }: Admin, facts: BaseFacts): Outcome {
  const evidence: Evidence = {
    adminKind: kind,
    admin: address,
    threshold,
    delaySeconds,
    thresholdDelaySeconds: DAY_SECONDS,
    source: 'base-rpc',
  }
  const who = address === null ? '' : ` (${address})`
  const plainKey = isEstablished(facts) ? 'medium' : 'high'
  // How many must sign and how long they wait is the admin's own word.
  const guarded = isEstablished(facts) ? 'low' : 'medium'
  switch (kind) {
    case 'none':
      return pass
    case 'key':
      return fail(plainKey, `1 plain key${who} can replace the code of the contract.`, evidence)
    case 'multisig':
      return fail(guarded, `A multisig${who} can replace the code with ${threshold} signatures.`, evidence)
    case 'timelock':
      return (delaySeconds ?? 0) >= DAY_SECONDS
        ? fail(guarded, `A timelock${who} can replace the code after ${delaySeconds} seconds.`, evidence)
        : fail('medium', `A timelock${who} can replace the code after only ${delaySeconds} seconds.`, evidence)
    case 'contract':
      return fail('medium', `A contract${who} decides who can replace the code; 0 safeguards of it could be read.`, evidence)
    case 'unread':
      return fail(plainKey, 'The code can be replaced, and who can do it is not to be found (0 admins).', evidence)
  }
}

function judgeUpgrade(facts: BaseFacts): Outcome {
  const { goplus, chain, admin } = facts
  const code = known(chain.code)
  if (admin === 'unread') return halfSeen('The code can be replaced, and no node said by whom.', ['base-rpc'])
  if (admin !== null) return judgeAdmin(admin, facts)
  const readSlots = chain.implementation === 'none' && chain.beacon === 'none'
  if (code?.clone) return pass
  return readSlots && (goplus?.is_proxy === false || code?.delegatecall === false) ? pass : unread()
}

/** A power of the owner that GoPlus alone reads from the code. */
const byGoplus = { sources: ['goplus'], trusted: 'info', ownerPower: true } as const

export const powerRules: Rule<BaseFacts>[] = [
  {
    code: 'CAN_TAKE_TOKENS',
    title: 'Somebody can take tokens from holders',
    severity: 'critical',
    when: 'The owner can change balances, and the owner is live or unknown.',
    sources: ['goplus'],
    core: true,
    trusted: 'low',
    ownerPower: true,
    judge: (facts) =>
      power(facts, { ownerCanChangeBalance: facts.goplus?.owner_change_balance }, (evidence) =>
        fail('critical', `${capital(ownerName(facts))} can change the balance of every holder.`, evidence),
      ),
  },
  {
    code: 'MINT_AUTHORITY',
    title: 'More tokens can be minted',
    severity: 'high',
    when: 'The token is mintable, with a live, hidden or unknown owner.',
    ...byGoplus,
    judge: (facts) =>
      power(facts, { mintable: facts.goplus?.is_mintable }, (evidence) =>
        fail('high', `${capital(ownerName(facts))} can create any number of new tokens.`, evidence),
      ),
  },
  {
    code: 'BLACKLIST',
    title: 'Holders can be blocked',
    severity: 'high',
    when: 'The contract can block addresses or pause transfers, and the owner is live or unknown.',
    ...byGoplus,
    judge: (facts) =>
      power(facts, { blacklist: facts.goplus?.is_blacklisted, pausable: facts.goplus?.transfer_pausable }, (evidence) =>
        fail(
          'high',
          `${capital(ownerName(facts))} can ${facts.goplus?.is_blacklisted ? 'block single addresses' : 'pause all transfers'}.`,
          evidence,
        ),
      ),
  },
  {
    code: 'HIDDEN_CONTROL',
    title: 'Hidden control over the contract',
    severity: 'high',
    when: 'A hidden owner, ownership that can be taken back, or a self-destruct function.',
    sources: ['goplus'],
    core: true,
    trusted: 'low',
    ownerPower: true,
    judge: ({ goplus, chain }) => {
      const flags = {
        hiddenOwner: goplus?.hidden_owner ?? null,
        canTakeBackOwnership: goplus?.can_take_back_ownership ?? null,
        selfDestruct: goplus?.selfdestruct ?? (isHarmless(known(chain.code)) ? false : null),
      }
      const set = Object.entries(flags).filter(([, flag]) => flag === true)
      if (set.length > 0)
        return fail('high', `${set.length} of 3 hidden powers found (${set.map(([name]) => name).join(', ')}).`, {
          ...flags,
          source: 'goplus',
        })
      return Object.values(flags).every((flag) => flag === false) ? pass : unread()
    },
  },
  {
    code: 'UPGRADEABLE',
    title: 'The code can be replaced',
    severity:
      'high when a plain key or an admin that cannot be found can (medium for a market of 30 days and 100,000 USD); medium for a short timelock or another contract, and for what calls itself a multisig or a timelock of a day (low for such a market)',
    when: 'The contract is a proxy that somebody can point at new code.',
    sources: ['base-rpc', 'goplus'],
    trusted: 'info',
    ownerPower: true,
    judge: judgeUpgrade,
  },
  {
    code: 'TAX_CHANGEABLE',
    title: 'The tax can be changed',
    severity: 'medium, high when it can be set for single holders',
    when: 'The tax can be changed, and the owner is live or unknown.',
    ...byGoplus,
    judge: (facts) => {
      const personal = facts.goplus?.personal_slippage_modifiable
      return power(facts, { slippageModifiable: facts.goplus?.slippage_modifiable, personalSlippageModifiable: personal }, (evidence) =>
        fail(
          personal ? 'high' : 'medium',
          `${capital(ownerName(facts))} can change the tax${personal ? ' of single holders' : ''}, up to 100 %.`,
          evidence,
        ),
      )
    },
  },
  {
    code: 'COOLDOWN',
    title: 'Trades must be spaced',
    severity: 'medium',
    when: 'The contract has a trading cooldown, and the owner is live or unknown; or a simulated buyer has to wait before selling.',
    sources: ['goplus', 'base-rpc'],
    trusted: 'info',
    ownerPower: true,
    judge: (facts) => {
      const { trade, goplus } = facts
      if (trade?.fresh === 'blocked' && trade.holders.tried > trade.holders.blocked)
        return fail(
          'medium',
          `A fresh buyer could not sell at once, while ${trade.holders.tried - trade.holders.blocked} real holders could.`,
          {
            tradingCooldown: goplus?.trading_cooldown ?? null,
            source: 'own trade',
          },
        )
      return power(facts, { tradingCooldown: goplus?.trading_cooldown }, (evidence) =>
        fail('medium', `The contract can make a holder wait between 2 trades; ${ownerName(facts)} decides.`, evidence),
      )
    },
  },
  {
    code: 'WHITELIST',
    title: 'Single addresses can be favoured',
    severity: 'medium, high when buying is blocked',
    when: 'Some addresses can be exempted from what binds the rest, and the owner is live or unknown; or buying is blocked for everybody else.',
    ...byGoplus,
    judge: (facts) => {
      const { is_whitelisted: whitelist, cannot_buy: cannotBuy } = facts.goplus ?? {}
      // No power of an owner but how things stand, whoever is left.
      if (cannotBuy)
        return fail('high', 'Buying is blocked for everybody but the addresses that are exempted (0 others).', {
          whitelist: whitelist ?? null,
          cannotBuy,
          source: 'goplus',
        })
      return power(facts, { whitelist, cannotBuy }, (evidence) =>
        fail('medium', `${capital(ownerName(facts))} can exempt single addresses from what binds the rest.`, evidence),
      )
    },
  },
  {
    code: 'TRADE_LIMITS',
    title: 'Amounts can be limited',
    severity: 'low, medium when the limit can be changed',
    when: 'The contract limits how much may be held or traded, and the owner is live or unknown.',
    ...byGoplus,
    judge: (facts) => {
      const modifiable = facts.goplus?.anti_whale_modifiable
      const flags: Flags = { antiWhale: facts.goplus?.is_anti_whale }
      if (modifiable !== undefined && modifiable !== null) flags.antiWhaleModifiable = modifiable
      return power(facts, flags, (evidence) =>
        fail(
          modifiable ? 'medium' : 'low',
          `The contract limits amounts${modifiable ? `, and ${ownerName(facts)} can change the limit to 0` : ''}.`,
          evidence,
        ),
      )
    },
  },
  {
    code: 'EXTERNAL_CALL',
    title: 'Transfers depend on another contract',
    severity: 'low',
    when: 'GoPlus says that main functions call other contracts.',
    ...byGoplus,
    judge: ({ goplus }) =>
      goplus?.external_call == null
        ? goplus?.is_open_source === false
          ? notApplicable('The source code is not published.')
          : unread()
        : goplus.external_call
          ? fail('low', 'Main functions call at least 1 other contract, which may change what they do.', {
              externalCall: true,
              source: 'goplus',
            })
          : pass,
  },
]
