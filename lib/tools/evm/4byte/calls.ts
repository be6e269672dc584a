/** The calls inside calldata, and the calls inside those, named and decoded; and the well-known addresses among their arguments. */
import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { missing, type TailPart } from '../../tail.ts'
import { toArguments } from './arguments.ts'
import type { AbiValue } from './decode.ts'
import { labelOf } from './labels.ts'
import { isProven, lookUpHash } from './naming.ts'
import { innerCalls } from './nested.ts'
import type { Candidate } from './rank.ts'
import type { AbiType } from './signature.ts'

export const MAX_CALLS = 20
export const MAX_LABELS = 20
/** Levels of calls within calls. */
const MAX_DEPTH = 4

export const Call = z.object({
  path: z.string().describe('Where in the arguments: index, then [i] in arrays and .i in tuples; further levels after a slash.'),
  selector: z.string().describe('Selector of the inner call; 0x when it carries no data: a plain transfer.'),
  to: z.string().nullable().optional().describe('Address that is called; null when the outer function is none whose meaning is known.'),
  value: z.string().nullable().optional().describe('Wei sent along, decimal text; null when the outer function does not say.'),
  operation: z.enum(['call', 'delegatecall']).nullable().optional().describe('How it is called; null when that is not known.'),
  signature: z.string().nullable().describe('Its most likely signature; null when none is known.'),
  proven: z
    .boolean()
    .describe('True when exactly one known signature has this hash and decodes the data; else it is a guess among several.'),
  args: z
    .array(z.object({ type: z.string().describe('Canonical type.'), value: z.string().describe('Value as text.') }))
    .nullable()
    .describe('Its decoded arguments; null when nothing decodes.'),
})

type Call = z.output<typeof Call>

export const Label = z.object({
  address: z.string().describe('Address with its checksum.'),
  label: z.string().describe('What it is known as.'),
  chain: z.enum(['any', 'ethereum', 'base']).describe('Where that holds; calldata does not say on which chain it runs.'),
  path: z.string().describe('Where it first stands, as in calls; .to = whom that call calls.'),
})

export type Found = Call & { addresses: { path: string; address: string }[] }

/** The addresses among decoded values, with their places. */
function addressesIn(types: readonly AbiType[], values: readonly AbiValue[], prefix: string): { path: string; address: string }[] {
  const within = (type: AbiType | undefined, value: AbiValue, path: string): { path: string; address: string }[] => {
    if (type === undefined) return []
    if (typeof value === 'string') return type.kind === 'value' && type.name === 'address' ? [{ path, address: value }] : []
    if (type.kind === 'tuple') return value.flatMap((item, at) => within(type.components[at], item, `${path}.${at}`))
    return type.kind === 'array' ? value.flatMap((item, at) => within(type.of, item, `${path}[${at}]`)) : []
  }
  return values.flatMap((value, at) => within(types[at], value, `${prefix}${at}`))
}

export const addressesOf = (candidate: Candidate | undefined, prefix: string) =>
  candidate?.values ? addressesIn(candidate.signature.types, candidate.values, prefix) : []

/**
 * One search for calls within calls: `left` says how many may still be shown, `omitted` how many were found beyond that or too deep, `parts` gains
 * what no source could name.
 */
export type Search = { core: Core; signal: AbortSignal; parts: TailPart[]; left: number; omitted: number }

/** The calls inside a decoded candidate, and the calls inside those. `prefix`: where the candidate itself stands, '' for the outermost. */
export async function callsWithin(search: Search, outer: Candidate | undefined, prefix = '', level = 1): Promise<Found[]> {
  const { core, signal, parts } = search
  const all = outer?.values ? innerCalls(outer.signature.text, outer.signature.types, outer.values) : []
  const found = level > MAX_DEPTH ? [] : all.slice(0, search.left)
  search.left -= found.length
  search.omitted += all.length - found.length
  const rows = await Promise.all(
    found.map(async ({ path, data, to, value, operation }) => {
      const at = prefix === '' ? path : `${prefix}/${path}`
      const called = { to, value, operation }
      const self = to === null ? [] : [{ path: `${at}.to`, address: to }]
      const selector = `0x${data.slice(0, 8)}`
      if (data.length < 8) return [{ path: at, selector: '0x', ...called, signature: null, proven: false, args: null, addresses: self }]
      const named = await lookUpHash(core, 'function', selector, data.slice(8), signal)
      for (const failure of named.failures) parts.push(missing('calls', failure))
      const best = named.candidates[0]
      const args = best?.values ? (toArguments([best])[0] ?? null) : null
      const row = {
        path: at,
        selector,
        ...called,
        signature: best?.signature.text ?? null,
        proven: isProven(named, selector),
        args: short(args),
      }
      const addresses = [...self, ...addressesOf(best, `${at}/`)]
      return [{ ...row, addresses }, ...(await callsWithin(search, best, at, level + 1))]
    }),
  )
  return rows.flat()
}

/** Inner arguments are cut harder: the answer stays below 30 kB. */
const short = (args: Call['args']): Call['args'] => args?.map(({ type, value }) => ({ type: cut(type), value: cut(value) })) ?? null
const cut = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** Names of the addresses that have one, each once. */
export function toLabels(addresses: readonly { path: string; address: string }[]): z.output<typeof Label>[] {
  const seen = new Map(addresses.toReversed().map(({ path, address }) => [address, path]))
  return addresses
    .filter(({ path, address }) => seen.get(address) === path)
    .flatMap(({ path, address }) => {
      const found = labelOf(address)
      return found ? [{ address, ...found, path }] : []
    })
    .slice(0, MAX_LABELS)
}
