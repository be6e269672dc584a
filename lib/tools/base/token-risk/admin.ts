/**
 * Who can replace the code behind a proxy, read on the chain: nobody, a plain key, a multisig, a timelock, or a contract of another kind.
 * Asked only of tokens that look like proxies, one hop after the rest.
 */
import { toChecksumAddress } from '../../../chain/evm-address.ts'
import { UpstreamError } from '../../../egress/upstream-types.ts'
import type { Ask } from '../../../upstreams/ask.ts'
import { type BaseMethod, baseRpc } from '../../../upstreams/base-rpc.ts'
import { type ChainFacts, known, labelSlot, selector, toAddress, toCode, toOwner, toUint } from './chain.ts'
import { isNobody } from './security.ts'

export const adminKinds = ['none', 'key', 'multisig', 'timelock', 'contract', 'unread'] as const

export type Admin = {
  kind: (typeof adminKinds)[number]
  /** Who it is, EIP-55; null when that could not be read. */
  address: string | null
  /** Signatures a multisig needs. */
  threshold: number | null
  /** Seconds a timelock waits. */
  delaySeconds: number | null
}

const admin = (kind: Admin['kind'], address: string | null, over: Partial<Admin> = {}): Admin => ({
  kind,
  address,
  threshold: null,
  delaySeconds: null,
  ...over,
})

type Reader = <Value>(method: BaseMethod, params: unknown[], read: (data: string) => Value | 'none') => Promise<Value | 'none'>

const reader =
  (ask: Ask): Reader =>
  async (method, params, read) => {
    const { value } = await baseRpc(ask, method, params, 'admin')
    return value === null || (value === '0x' && method !== 'eth_getCode') ? 'none' : read(value)
  }

/** An owner of an owner of an owner is as far as proxies of this world go. */
const MAX_STEPS = 3

async function classify(read: Reader, address: string, steps = 0): Promise<Admin> {
  const shown = toChecksumAddress(address)
  if (isNobody(address)) return admin('none', shown)
  const call = <Value>(signature: string, to: (data: string) => Value | 'none') =>
    read('eth_call', [{ to: address, data: selector(signature) }], to)
  const [code, threshold, minDelay, delay, owner] = await Promise.all([
    read('eth_getCode', [address], toCode),
    call('getThreshold()', toUint),
    call('getMinDelay()', toUint),
    call('delay()', toUint),
    call('owner()', toOwner),
  ])
  if (code === 'none') return admin('key', shown)
  if (threshold !== 'none' && BigInt(threshold) < 1_000n)
    return admin(BigInt(threshold) > 1n ? 'multisig' : 'key', shown, { threshold: Number(threshold) })
  const seconds = minDelay !== 'none' ? minDelay : delay
  // A delay in years is no delay but another meaning of the word.
  if (seconds !== 'none' && BigInt(seconds) < 100_000_000n)
    return admin(BigInt(seconds) > 0n ? 'timelock' : 'contract', shown, { delaySeconds: Number(seconds) })
  // That nobody owns it is its own word, and it may obey somebody else.
  if (owner !== 'none' && !isNobody(owner) && owner.toLowerCase() !== address.toLowerCase() && steps < MAX_STEPS)
    return classify(read, owner, steps + 1)
  return admin('contract', shown)
}

/** Whether a token may be a proxy: by its slots, by GoPlus, or by code that can run other code. */
export function maybeProxy(chain: ChainFacts, goplusSaysProxy: boolean | null): boolean {
  const code = known(chain.code)
  if (code?.clone) return false
  if (known(chain.implementation) !== null || known(chain.beacon) !== null || goplusSaysProxy === true) return true
  return goplusSaysProxy === null && code?.delegatecall === true
}

/** The slots of proxies older than EIP-1967, USDC's among them. */
const OLD_IMPLEMENTATION = labelSlot('org.zeppelinos.proxy.implementation')
const OLD_ADMIN = labelSlot('org.zeppelinos.proxy.admin')

/**
 * Who can replace the code of the proxy at `address`. null: it turned out to be none; `unread`: it is a proxy of a kind whose admin cannot be
 * found. @throws UpstreamError when no node answered
 */
export async function readAdmin(ask: Ask, address: string, chain: ChainFacts, goplusSaysProxy: boolean | null): Promise<Admin | null> {
  const read = reader(ask)
  const slot = (key: string) => read('eth_getStorageAt', [address, key], toAddress)
  const stated = known(chain.proxyAdmin)
  if (stated !== null) return classify(read, stated)
  // Another slot says who may only where this one is known to be empty.
  if (chain.proxyAdmin === 'unread' || chain.beacon === 'unread') throw new UpstreamError('base-rpc', 'bad_body', 'slots of a proxy unread')
  const beacon = known(chain.beacon)
  if (beacon !== null) return classify(read, beacon)
  const owner = known(chain.owner)
  const byOwner = async () => (owner === null ? admin('unread', null) : isNobody(owner) ? admin('contract', null) : classify(read, owner))
  if (known(chain.implementation) !== null) return byOwner()
  const [implementation, oldAdmin] = await Promise.all([slot(OLD_IMPLEMENTATION), slot(OLD_ADMIN)])
  if (oldAdmin !== 'none') return classify(read, oldAdmin)
  if (implementation === 'none' && goplusSaysProxy !== true) return null
  return byOwner()
}

/** Whether the contract hands out roles (AccessControl), so that powers may live on without an owner. @throws UpstreamError */
export async function readRoles(ask: Ask, address: string): Promise<boolean> {
  const data = `${selector('supportsInterface(bytes4)')}7965db0b${'0'.repeat(56)}`
  return (await reader(ask)('eth_call', [{ to: address, data }], (word) => /^0x0{63}1$/.test(word))) === true
}
