import { toChecksumAddress } from '../../../chain/evm-address.ts'
import type { Core } from '../../../core.ts'
import { requireVerdict } from '../../risk/gap.ts'
import { toTail } from '../../tail.ts'
import { known } from './chain.ts'
import { readBase } from './read.ts'
import { baseRules } from './rules/index.ts'

/** The 200 body of base/token-risk; `address` in lower case. @throws ApiError, also when a source's failure leaves no verdict */
export async function baseTokenRisk(core: Core, address: string, signal: AbortSignal) {
  const { facts, security, name, symbol, parts } = await readBase(core, address, signal)
  const summary = requireVerdict(baseRules, facts, facts.trust, parts)
  const { code, owner, paused, totalSupply, implementation, proxyAdmin, beacon } = facts.chain
  return {
    address: toChecksumAddress(address),
    name,
    symbol,
    security,
    chain: {
      isContract: code === 'unread' ? null : code !== 'none',
      owner: known(owner),
      paused: known(paused),
      totalSupply: known(totalSupply),
      implementation: known(implementation),
      proxyAdmin: known(proxyAdmin),
      beacon: known(beacon),
      upgradeAdmin: facts.admin === 'unread' ? null : facts.admin,
    },
    trade: facts.trade,
    liquidity: facts.liquidity,
    age: facts.age,
    summary,
    ...toTail(parts, core.now()),
  }
}
