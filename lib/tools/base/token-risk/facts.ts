/** What the Base rules judge: everything read about one token, already in our own words. Absent means unknown, never "no". */
import type { MarketFacts } from '../../risk/market-rules.ts'
import type { Admin } from './admin.ts'
import type { ChainFacts } from './chain.ts'
import type { GoplusEvm } from './goplus.ts'
import type { Simulation } from './honeypot.ts'
import { isNobody, type LpFacts, ownerOf } from './security.ts'
import type { OwnTrade } from './trade/outcome.ts'

export type BaseFacts = MarketFacts & {
  goplus: GoplusEvm | null
  simulation: Simulation | null
  /** What our own simulated trades showed; null when none could run. */
  trade: OwnTrade | null
  chain: ChainFacts
  /** Who can replace the code; null when the token is no proxy, `unread` when no node answered. */
  admin: Admin | null | 'unread'
  /** Whether the contract hands out roles besides an owner; null when it was not needed, `unread` when no node answered. */
  roles: boolean | null | 'unread'
  lp: LpFacts | null
}

/** Whether somebody can still use the owner's powers; `unread` when nobody owns it and no node said whether roles remain. */
export function ownerLife({ goplus, chain, roles }: BaseFacts): 'live' | 'dead' | 'unknown' | 'unread' {
  if (goplus?.hidden_owner || goplus?.can_take_back_ownership || roles === true) return 'live'
  const owner = ownerOf(chain, goplus)
  if (owner === null) return 'unknown'
  // A contract may say what it likes of its owner: nobody is left only when nobody says otherwise.
  if (!isNobody(owner) || (goplus?.owner_address != null && !isNobody(goplus.owner_address))) return 'live'
  return roles === 'unread' ? 'unread' : 'dead'
}

/** The owner as findings name it. */
export const ownerName = (facts: BaseFacts): string => {
  const stated = ownerOf(facts.chain, facts.goplus)
  const owner = stated !== null && isNobody(stated) ? (facts.goplus?.owner_address ?? stated) : stated
  return owner === null ? 'somebody (no owner is shown)' : isNobody(owner) ? 'a hidden or role holder' : `the owner (${owner})`
}
