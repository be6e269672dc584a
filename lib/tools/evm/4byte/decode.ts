/**
 * Strict ABI decoding: succeeds exactly when encoding the decoded values again gives the same bytes. That is, offsets must point where the
 * encoder puts them, padding must be zero, values must fit their type. Every byte is read once, so hostile calldata (pointer bombs, huge
 * lengths) costs no more than its size.
 */
import { toChecksumAddress } from '../../../chain/evm-address.ts'
import type { AbiType } from './signature.ts'

/** Integers as decimal text, addresses with EIP-55 checksum, bytes as 0x hex, booleans as text; arrays and tuples nest. */
export type AbiValue = string | AbiValue[]

const WORD = 32

/** The bytes are not the canonical encoding of the types. */
class NotCanonical extends Error {}

const refuse = (): never => {
  throw new NotCanonical('not the canonical encoding')
}

/** Decodes arguments (calldata without its selector); null when they are not the canonical encoding of `types`. Never throws. */
export function decodeArguments(types: readonly AbiType[], data: Uint8Array): AbiValue[] | null {
  try {
    const { values, size } = readTuple(types, data, 0)
    return size === data.length ? values : null
  } catch (error) {
    if (error instanceof NotCanonical) return null
    throw error
  }
}

/** Bytes a static type takes in the head; null = dynamic. */
function staticSize(type: AbiType): number | null {
  if (type.kind === 'value') return type.name === 'bytes' || type.name === 'string' ? null : WORD
  if (type.kind === 'array') {
    const size = staticSize(type.of)
    return type.length === null || size === null ? null : type.length * size
  }
  let total = 0
  for (const component of type.components) {
    const size = staticSize(component)
    if (size === null) return null
    total += size
  }
  return total
}

function readTuple(types: readonly AbiType[], data: Uint8Array, base: number): { values: AbiValue[]; size: number } {
  const sizes = types.map(staticSize)
  let tail = sizes.reduce<number>((sum, size) => sum + (size ?? WORD), 0)
  if (base + tail > data.length) refuse()
  let head = base
  const values = types.map((type, index) => {
    const fixed = sizes[index] ?? null
    if (fixed !== null) {
      const { value } = readType(type, data, head)
      head += fixed
      return value
    }
    if (readLength(data, head) !== tail) refuse()
    head += WORD
    const { value, size } = readType(type, data, base + tail)
    tail += size
    return value
  })
  return { values, size: tail }
}

function readType(type: AbiType, data: Uint8Array, at: number): { value: AbiValue; size: number } {
  if (type.kind === 'tuple') {
    // Solidity has no empty tuple: it would make arrays of any length free.
    if (type.components.length === 0) refuse()
    const { values, size } = readTuple(type.components, data, at)
    return { value: values, size }
  }
  if (type.kind === 'array') {
    const counted = type.length === null
    const length = counted ? readLength(data, at) : (type.length ?? 0)
    const start = counted ? at + WORD : at
    if ((!counted && length === 0) || start + length * (staticSize(type.of) ?? WORD) > data.length) refuse()
    const { values, size } = readTuple(new Array<AbiType>(length).fill(type.of), data, start)
    return { value: values, size: size + (start - at) }
  }
  if (type.name === 'bytes' || type.name === 'string') return readBytes(type.name, data, at)
  return { value: readWord(type.name, word(data, at)), size: WORD }
}

function readBytes(name: 'bytes' | 'string', data: Uint8Array, at: number): { value: string; size: number } {
  const length = readLength(data, at)
  const padded = Math.ceil(length / WORD) * WORD
  const start = at + WORD
  if (start + padded > data.length || !isZero(data.subarray(start + length, start + padded))) refuse()
  const content = data.subarray(start, start + length)
  return { value: name === 'bytes' ? toHex(content) : toText(content), size: WORD + padded }
}

function readWord(name: string, bytes: Uint8Array): string {
  const [, kind = '', size = ''] = /^(uint|int|bytes|address|bool|function)(\d*)$/.exec(name) ?? []
  if (kind === 'uint' || kind === 'int') return readInteger(kind, Number(size), bytes)
  if (kind === 'address' && !size) return isZero(bytes.subarray(0, 12)) ? toChecksumAddress(toHex(bytes.subarray(12))) : refuse()
  if (kind === 'bool' && !size) return isZero(bytes.subarray(0, 31)) && (bytes[31] ?? 2) < 2 ? String(bytes[31] === 1) : refuse()
  const width = kind === 'function' && !size ? 24 : kind === 'bytes' ? Number(size) : 0
  if (width < 1 || width > WORD || !isZero(bytes.subarray(width))) return refuse()
  return toHex(bytes.subarray(0, width))
}

function readInteger(kind: 'uint' | 'int', bits: number, bytes: Uint8Array): string {
  if (bits < 8 || bits > 256 || bits % 8 !== 0) refuse()
  const unsigned = BigInt(toHex(bytes))
  const value = kind === 'int' ? BigInt.asIntN(256, unsigned) : unsigned
  const fits = kind === 'int' ? BigInt.asIntN(bits, value) === value : BigInt.asUintN(bits, value) === value
  return fits ? String(value) : refuse()
}

/** An offset or a length: larger than the data is never right. */
function readLength(data: Uint8Array, at: number): number {
  const bytes = word(data, at)
  if (!isZero(bytes.subarray(0, 28))) refuse()
  const length = new DataView(bytes.buffer, bytes.byteOffset + 28).getUint32(0)
  return length <= data.length ? length : refuse()
}

const word = (data: Uint8Array, at: number): Uint8Array => (at + WORD <= data.length ? data.subarray(at, at + WORD) : refuse())

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)

const toHex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Bytes that are not UTF-8 would not encode back. */
const toText = (bytes: Uint8Array): string => {
  try {
    return decoder.decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return refuse()
    throw error
  }
}
