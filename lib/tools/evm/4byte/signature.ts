/** Function signatures as text: canonical form, parsed types, selector (Solidity ABI specification, "Function Selector"). */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export type AbiType =
  | { kind: 'value'; name: string }
  | { kind: 'tuple'; components: AbiType[] }
  /** `length` null = dynamic. */
  | { kind: 'array'; of: AbiType; length: number | null }

export type Signature = {
  /** Canonical text, e.g. `transfer(address,uint256)`. */
  text: string
  name: string
  types: AbiType[]
  /** Canonical text of each argument type. */
  typeTexts: string[]
}

const MAX_LENGTH = 2_000
const MAX_DEPTH = 16

const ALIASES: Record<string, string> = { uint: 'uint256', int: 'int256', fixed: 'fixed128x18', ufixed: 'ufixed128x18', byte: 'bytes1' }

/** Canonical text of a type. */
export const typeText = (type: AbiType): string =>
  type.kind === 'value'
    ? type.name
    : type.kind === 'tuple'
      ? `(${type.components.map(typeText).join(',')})`
      : `${typeText(type.of)}[${type.length ?? ''}]`

/** Reads a signature in any spelling of spaces and aliases; null when it is not one. Text comes from strangers. */
export function parseSignature(text: string): Signature | null {
  if (text.length > MAX_LENGTH) return null
  const plain = text.replace(/\s+/g, '')
  const name = /^[A-Za-z_$][\w$]*(?=\()/.exec(plain)?.[0]
  if (!name) return null
  const reader = { text: plain, at: name.length }
  const types = readList(reader, 0)
  if (!types || reader.at !== plain.length) return null
  const typeTexts = types.map(typeText)
  return { text: `${name}(${typeTexts.join(',')})`, name, types, typeTexts }
}

type Reader = { text: string; at: number }

function readList(reader: Reader, depth: number): AbiType[] | null {
  if (depth > MAX_DEPTH || reader.text[reader.at] !== '(') return null
  reader.at++
  const types: AbiType[] = []
  if (reader.text[reader.at] === ')') {
    reader.at++
    return types
  }
  for (;;) {
    const type = readType(reader, depth)
    if (!type) return null
    types.push(type)
    const next = reader.text[reader.at++]
    if (next === ')') return types
    if (next !== ',') return null
  }
}

function readType(reader: Reader, depth: number): AbiType | null {
  let type: AbiType
  if (reader.text[reader.at] === '(') {
    const components = readList(reader, depth + 1)
    if (!components) return null
    type = { kind: 'tuple', components }
  } else {
    const word = /^[A-Za-z_$][\w$.]*/.exec(reader.text.slice(reader.at, reader.at + 200))?.[0]
    if (!word) return null
    reader.at += word.length
    type = { kind: 'value', name: Object.hasOwn(ALIASES, word) ? (ALIASES[word] ?? word) : word }
  }
  for (let arrays = 0; reader.text[reader.at] === '['; arrays++) {
    const brackets = /^\[(\d{0,9})\]/.exec(reader.text.slice(reader.at, reader.at + 12))
    if (!brackets || arrays > MAX_DEPTH) return null
    reader.at += brackets[0].length
    type = { kind: 'array', of: type, length: brackets[1] ? Number(brackets[1]) : null }
  }
  return type
}

/** keccak-256 of a canonical event signature: topic0. `0x` and 64 lower-case hex digits. */
export const topicOf = (canonical: string): string => `0x${bytesToHex(keccak_256(utf8ToBytes(canonical)))}`

/** First four bytes of keccak-256 of a canonical signature, `0x` and 8 lower-case hex digits. */
export const selectorOf = (canonical: string): string => `0x${bytesToHex(keccak_256(utf8ToBytes(canonical)).subarray(0, 4))}`
