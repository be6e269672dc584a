/** Our own reads of a token contract on Base: they answer when no security provider does, and come before what it says about the owner. */
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { toChecksumAddress } from '../../../chain/evm-address.ts'
import type { UpstreamError } from '../../../egress/upstream-types.ts'
import type { Ask } from '../../../upstreams/ask.ts'
import { type BaseMethod, baseRpc } from '../../../upstreams/base-rpc.ts'
import { gather } from '../../risk/gather.ts'
import { missing, type TailPart } from '../../tail.ts'
import { cleanUpstreamText } from '../../text.ts'
import { type Code, readCode } from './code.ts'

/** `none`: the contract has no such function, or it answers nothing; `unread`: no node answered. */
export type Read<Value> = Value | 'none' | 'unread'

export type ChainFacts = {
  /** The code at the address; an account with a delegation (EIP-7702) has none of its own. */
  code: Read<Code>
  name: Read<string>
  symbol: Read<string>
  totalSupply: Read<string>
  owner: Read<string>
  paused: Read<boolean>
  implementation: Read<string>
  proxyAdmin: Read<string>
  beacon: Read<string>
}

export type ChainRead = { facts: ChainFacts; parts: TailPart[]; errors: UpstreamError[] }

export const selector = (signature: string): string => `0x${bytesToHex(keccak_256(signature)).slice(0, 8)}`

/** Storage slot of proxies older than EIP-1967: keccak-256 of the label. */
export const labelSlot = (label: string): string => `0x${bytesToHex(keccak_256(label))}`

/** Storage slot of EIP-1967: keccak-256 of the label, minus one. */
export const proxySlot = (label: string): string => `0x${(BigInt(labelSlot(label)) - 1n).toString(16).padStart(64, '0')}`

/** An address in a 32-byte word; `none` when the word is zero or no address. */
export function toAddress(word: string): string | 'none' {
  return /^0x0{24}[0-9a-f]{40}$/i.test(word) && !/^0x0{64}$/.test(word) ? toChecksumAddress(`0x${word.slice(26)}`) : 'none'
}

/** As `toAddress` for a storage slot, where only a whole word of zeros says that there is none. */
const toSlot = (word: string): Read<string> => {
  const address = toAddress(word)
  return address === 'none' && !/^0x0{64}$/.test(word) ? 'unread' : address
}

/** As `toAddress` for `owner()`, where the zero address is an answer: nobody. */
export const toOwner = (word: string): string | 'none' =>
  /^0x0{64}$/.test(word) ? toChecksumAddress(`0x${'0'.repeat(40)}`) : toAddress(word)

/** ABI text, or the bytes32 that tokens of 2017 return; `none` when it is neither. */
export function toText(data: string): string | 'none' {
  const hex = data.slice(2)
  const show = (bytes: string) => cleanUpstreamText(new TextDecoder().decode(hexToBytes(bytes)).replace(/\0+$/, ''), 100) || 'none'
  if (hex.length === 64) return show(hex)
  if (hex.length < 128 || BigInt(`0x${hex.slice(0, 64)}`) !== 32n) return 'none'
  const length = BigInt(`0x${hex.slice(64, 128)}`)
  if (length * 2n > BigInt(hex.length - 128)) return 'none'
  // A megabyte of name is a stranger's joke: decode no more than can be shown.
  return show(hex.slice(128, 128 + Math.min(Number(length), 1_000) * 2))
}

const toBoolean = (word: string): boolean | 'none' => (/^0x0{63}[01]$/.test(word) ? word.endsWith('1') : 'none')

export const toUint = (word: string): string | 'none' => (/^0x[0-9a-f]{64}$/i.test(word) ? BigInt(word).toString() : 'none')

export const toCode = (code: string): Code | 'none' => (code === '0x' || /^0xef0100/i.test(code) ? 'none' : readCode(code))

/** Reads everything at once, nine calls side by side. Never throws an UpstreamError. */
export async function readChain(asker: Ask, address: string): Promise<ChainRead> {
  const parts: TailPart[] = []
  const errors: UpstreamError[] = []
  const ask = async <Value>(
    field: string,
    method: BaseMethod,
    params: unknown[],
    read: (data: string) => Read<Value>,
  ): Promise<Read<Value>> => {
    // A revert is an answer: boxed, so that it is not mistaken for a source that knows nothing.
    const boxed = baseRpc(asker, method, params).then((result) => ({ ...result, value: { data: result.value } }))
    const { value, part, error } = await gather('base-rpc', field, boxed)
    parts.push(part)
    if (error) errors.push(error)
    if (value === null) return 'unread'
    const said = method === 'eth_call' && (value.data === null || value.data === '0x') ? 'none' : read(value.data ?? '0x')
    if (said === 'unread') parts.push(missing(field, { source: 'base-rpc', reason: 'bad_body' }))
    return said
  }
  const call = <Value>(field: string, signature: string, read: (data: string) => Read<Value>) =>
    ask(field, 'eth_call', [{ to: address, data: selector(signature) }], read)
  const slot = (field: string, label: string) => ask(field, 'eth_getStorageAt', [address, proxySlot(label)], toSlot)
  const [code, name, symbol, totalSupply, owner, paused, implementation, proxyAdmin, beacon] = await Promise.all([
    ask('chain.isContract', 'eth_getCode', [address], toCode),
    call('name', 'name()', toText),
    call('symbol', 'symbol()', toText),
    call('chain.totalSupply', 'totalSupply()', toUint),
    call('chain.owner', 'owner()', toOwner),
    call('chain.paused', 'paused()', toBoolean),
    slot('chain.implementation', 'eip1967.proxy.implementation'),
    slot('chain.proxyAdmin', 'eip1967.proxy.admin'),
    slot('chain.beacon', 'eip1967.proxy.beacon'),
  ])
  return { facts: { code, name, symbol, totalSupply, owner, paused, implementation, proxyAdmin, beacon }, parts, errors }
}

/** The value of a read, or null when there is none. */
export const known = <Value>(read: Read<Value>): Exclude<Value, 'none' | 'unread'> | null =>
  read === 'none' || read === 'unread' ? null : (read as Exclude<Value, 'none' | 'unread'>)
