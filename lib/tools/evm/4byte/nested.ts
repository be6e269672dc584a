/** Calls inside calldata: what multicalls, multisigs and proxies hand on as `bytes`, found in decoded arguments. */
import { toChecksumAddress } from '../../../chain/evm-address.ts'
import type { AbiValue } from './decode.ts'
import type { AbiType } from './signature.ts'

/**
 * `path` says where: argument index, then `[i]` or `.i` inwards. `data` is hex without 0x. `to`, `value` (wei) and `operation` are null where
 * the outer function does not say, or is none whose meaning is known.
 */
export type Inner = {
  path: string
  data: string
  to: string | null
  value: string | null
  operation: 'call' | 'delegatecall' | null
}

const PACKED = 'multiSend(bytes)'

/**
 * Functions of Safe, Multicall3, OpenZeppelin and ERC-4337 accounts whose meaning is known: of the arguments (of a tuple) in which the bytes
 * stand, the nearest address before them is called, with the uint256 between the two; arrays run in parallel.
 */
export const wrappers: readonly string[] = [
  PACKED,
  'multicall(bytes[])',
  'multicall(uint256,bytes[])',
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
  'execTransactionFromModule(address,uint256,bytes,uint8)',
  'execTransactionFromModuleReturnData(address,uint256,bytes,uint8)',
  'aggregate((address,bytes)[])',
  'blockAndAggregate((address,bytes)[])',
  'tryAggregate(bool,(address,bytes)[])',
  'tryBlockAndAggregate(bool,(address,bytes)[])',
  'aggregate3((address,bool,bytes)[])',
  'aggregate3Value((address,bool,uint256,bytes)[])',
  'execute(address,uint256,bytes)',
  'execute(address,uint256,bytes,uint8)',
  'executeBatch(address[],bytes[])',
  'executeBatch(address[],uint256[],bytes[])',
  'executeBatch((address,uint256,bytes)[])',
  'upgradeToAndCall(address,bytes)',
  'schedule(address,uint256,bytes,bytes32,bytes32,uint256)',
  'scheduleBatch(address[],uint256[],bytes[],bytes32,bytes32,uint256)',
  'executeBatch(address[],uint256[],bytes[],bytes32,bytes32)',
  'propose(address[],uint256[],bytes[],string)',
]
const known = new Set(wrappers)

/** A selector and whole words: anything else is no call, unless the function around it is known to call it. */
const CALL = /^0x[0-9a-f]{8}(?:[0-9a-f]{64})*$/
const SELECTOR = /^0x[0-9a-f]{8}/

type Called = Pick<Inner, 'to' | 'value' | 'operation'>
const NOBODY: Called = { to: null, value: null, operation: null }

/** Byte strings among the arguments of `signature` that are calls, in order. */
export function innerCalls(signature: string, types: readonly AbiType[], values: readonly AbiValue[]): Inner[] {
  const packed = values[0]
  if (signature === PACKED && typeof packed === 'string') return unpack(packed.slice(2))
  return among(known.has(signature), types, values, '')
}

function among(isKnown: boolean, types: readonly AbiType[], values: readonly AbiValue[], prefix: string): Inner[] {
  return types.flatMap((type, at) =>
    inside(isKnown, type, values[at], prefix === '' ? String(at) : `${prefix}.${at}`, (item) =>
      isKnown ? calledBy(types, values, at, item) : NOBODY,
    ),
  )
}

function inside(
  isKnown: boolean,
  type: AbiType,
  value: AbiValue | undefined,
  path: string,
  called: (item: number | null) => Called,
): Inner[] {
  if (value === undefined) return []
  if (type.kind === 'value') return type.name === 'bytes' && typeof value === 'string' ? toInner(isKnown, value, path, called(null)) : []
  if (typeof value === 'string') return []
  if (type.kind === 'tuple') return among(isKnown, type.components, value, path)
  return value.flatMap((item, index) => inside(isKnown, type.of, item, `${path}[${index}]`, () => called(index)))
}

function toInner(isKnown: boolean, bytes: string, path: string, called: Called): Inner[] {
  const isCall = called.to === null ? CALL.test(bytes) : isKnown && SELECTOR.test(bytes)
  return isCall ? [{ path, data: bytes.slice(2), ...called }] : []
}

/** Whom the bytes at `at` are for: `item` is their place in an array, which runs beside one of addresses. */
function calledBy(types: readonly AbiType[], values: readonly AbiValue[], at: number, item: number | null): Called {
  const before = types.slice(0, at)
  const pick = (index: number): string | null => {
    const value = values[index]
    const one = item !== null && Array.isArray(value) ? value[item] : value
    return typeof one === 'string' ? one : null
  }
  const named = (name: string) => before.findLastIndex((type) => nameOf(type, item) === name)
  const address = named('address')
  // Bytes after those that are called are something else: signatures, a salt.
  if (address < 0 || before.some(isBytes)) return NOBODY
  const amount = named('uint256')
  const after = types[at + 1]
  const operation = after?.kind === 'value' && after.name === 'uint8' ? pick(at + 1) : null
  return { to: pick(address), value: amount > address ? pick(amount) : null, operation: operation === '1' ? 'delegatecall' : 'call' }
}

const isBytes = (type: AbiType): boolean => (type.kind === 'array' ? isBytes(type.of) : type.kind === 'value' && type.name === 'bytes')

/** Of parallel arrays that of their items; alone, the type's own. */
const nameOf = (type: AbiType, item: number | null): string | null =>
  type.kind === 'array'
    ? item !== null && type.of.kind === 'value'
      ? type.of.name
      : null
    : type.kind === 'value' && item === null
      ? type.name
      : null

const HEAD = 2 + 40 + 64 + 64

/**
 * What a Safe packs for multiSend: operation (1 byte), address (20), value (32), length (32), data, one after the other (safe-smart-account,
 * MultiSend.sol). [] unless all bytes are used up.
 */
function unpack(hex: string): Inner[] {
  const calls: Inner[] = []
  for (let at = 0; at < hex.length; ) {
    if (at + HEAD > hex.length) return []
    const operation = hex.slice(at, at + 2)
    const length = Number(BigInt(`0x${hex.slice(at + 106, at + HEAD)}`))
    const end = at + HEAD + length * 2
    if (!/^0[01]$/.test(operation) || end > hex.length) return []
    calls.push({
      path: `0[${calls.length}]`,
      data: hex.slice(at + HEAD, end),
      to: toChecksumAddress(`0x${hex.slice(at + 2, at + 42)}`),
      value: String(BigInt(`0x${hex.slice(at + 42, at + 106)}`)),
      operation: operation === '01' ? 'delegatecall' : 'call',
    })
    at = end
  }
  return calls
}
