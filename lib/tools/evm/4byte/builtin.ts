/** Signatures that every Solidity contract has: errors the compiler itself makes. Their hashes are checked like all others. */
import type { Entry } from './sources.ts'

const builtins: Record<string, string> = { '0x08c379a0': 'Error(string)', '0x4e487b71': 'Panic(uint256)' }

/** What a panic code means (Solidity documentation, "Panic via assert and Error via require"). */
const panics: Record<string, string> = {
  '0': 'generic compiler panic',
  '1': 'assert was false',
  '17': 'arithmetic over- or underflow',
  '18': 'division by zero',
  '33': 'no such enum member',
  '34': 'badly encoded storage byte array',
  '49': 'pop of an empty array',
  '50': 'array index out of bounds',
  '65': 'too much memory',
  '81': 'call of an uninitialized function',
}

export const builtinEntries = (selector: string): Entry[] => {
  const text = Object.hasOwn(builtins, selector) ? builtins[selector] : undefined
  return text === undefined ? [] : [{ source: null, text, filtered: false, verified: null, firstSeen: null }]
}

/** A revert in words, from the decoded arguments; null when the selector is no built-in error or nothing decodes. */
export function toRevertReason(selector: string, values: readonly { value: string }[] | null): string | null {
  const first = values?.[0]?.value
  if (first === undefined || !Object.hasOwn(builtins, selector)) return null
  return selector === '0x08c379a0' ? first : `panic ${first}: ${panics[first] ?? 'unknown code'}`
}
