import { toChecksumAddress } from '../../../chain/evm-address.ts'
import { summarise } from '../../risk/summary.ts'
import { toTail } from '../../tail.ts'
import { known } from './chain.ts'
import { readBase } from './read.ts'
import { baseRules } from './rules.ts'

/** The 200 body of base/token-risk; `address` in lower case. @throws ApiError */
export async function baseTokenRisk(address: string, signal: AbortSignal) {
  const { facts, security, name, symbol, parts } = await readBase(address, signal)
  const { code, owner, paused, totalSupply, implementation, proxyAdmin, beacon } = facts.chain
  return {
    address: toChecksumAddress(address),
    name,
    symbol,
    security,
    chain: {
      isContract: code === 'unread' ? null : code === 'contract',
      owner: known(owner),
      paused: known(paused),
      totalSupply: known(totalSupply),
      implementation: known(implementation),
      proxyAdmin: known(proxyAdmin),
      beacon: known(beacon),
    },
    liquidity: facts.liquidity,
    age: facts.age,
    summary: summarise(baseRules, facts, facts.trust),
    ...toTail(parts),
  }
}
