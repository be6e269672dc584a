/** Who made the tokens that a token is priced in. */
import { type Ask, orNull } from '../../../upstreams/ask.ts'
import { baseRpc } from '../../../upstreams/base-rpc.ts'
import { goplusToken } from '../../../upstreams/goplus.ts'
import type { QuoteWorth } from '../../risk/liquidity.ts'
import { findProp } from '../../risk/prop.ts'
import { GoplusEvm } from './goplus.ts'
import { isNobody } from './security.ts'

/** A second question to GoPlus: a call that would have to wait long goes without. */
const WAIT_MS = 2_000

/** A contract that makes tokens for anybody makes none of them kin; an account that only delegates (EIP-7702) is a person's. */
async function isFactory(ask: Ask, address: string): Promise<boolean | null> {
  const code = (await orNull(baseRpc(ask, 'eth_getCode', [address], 'admin')))?.value ?? null
  return code === null ? null : code !== '0x' && !code.startsWith('0xef0100')
}

/** Whether the liquidity hangs on another token of the same creator or owner, or on a honeypot. Asks nothing where it hangs on none. */
export async function readProp(ask: Ask, token: GoplusEvm | null, worth: QuoteWorth | undefined) {
  const people = [token?.creator_address, token?.owner_address].filter((address) => typeof address === 'string' && !isNobody(address))
  return findProp(worth, 'goplus', async (quote) => {
    const [asked, factory] = await Promise.all([
      orNull(goplusToken(ask, 'base', quote, GoplusEvm, WAIT_MS)),
      token?.creator_address ? isFactory(ask, token.creator_address) : false,
    ])
    const of = asked?.value ?? null
    if (of === null) return null
    const unsellable = of.is_honeypot === true || of.cannot_sell_all === true
    const meant = people.filter((address) => [of.creator_address, of.owner_address].includes(address ?? null))
    if (meant.length === 0) return { same: people.length > 0 && of.creator_address !== null ? false : null, unsellable }
    const byPerson = meant.some((address) => address !== token?.creator_address)
    return { same: byPerson ? true : factory === null ? null : !factory, unsellable }
  })
}
