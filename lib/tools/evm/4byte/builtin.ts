/**
 * Signatures known without a database: errors that the compiler itself makes, and functions of well-known contracts that hand calls on, which
 * must be named before what they hand on can be. Their hashes are checked like all others.
 */
import { wrappers } from './nested.ts'
import { selectorOf } from './signature.ts'
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

const handsOn = new Map(wrappers.map((text) => [selectorOf(text), text]))

export const builtinEntries = (selector: string): Entry[] => {
  const error = Object.hasOwn(builtins, selector) ? builtins[selector] : undefined
  const wrapper = handsOn.get(selector)
  const entry = (text: string, verified: boolean | null): Entry => ({ source: null, text, filtered: false, verified, firstSeen: null })
  return [...(error === undefined ? [] : [entry(error, null)]), ...(wrapper === undefined ? [] : [entry(wrapper, true)])]
}

/** A revert in words, from the decoded arguments; null when the selector is no built-in error or nothing decodes. */
export function toRevertReason(selector: string, values: readonly { value: string }[] | null): string | null {
  const first = values?.[0]?.value
  if (first === undefined || !Object.hasOwn(builtins, selector)) return null
  return selector === '0x08c379a0' ? first : `panic ${first}: ${panics[first] ?? 'unknown code'}`
}
