/** Calls inside calldata: what multicalls, multisigs and proxies hand on as `bytes`, found in decoded arguments. */
import type { AbiValue } from './decode.ts'
import type { AbiType } from './signature.ts'

/** `path` says where: argument index, then `[i]` or `.i` inwards. `data` is hex without 0x. */
export type Inner = { path: string; data: string }

/** A selector and whole words: anything else is no call. */
const CALL = /^0x[0-9a-f]{8}(?:[0-9a-f]{64})*$/

/** Byte strings among the values that have the form of calldata, in order. */
export function innerCalls(types: readonly AbiType[], values: readonly AbiValue[], prefix = ''): Inner[] {
  return values.flatMap((value, at) => inside(types[at], value, prefix === '' ? String(at) : `${prefix}.${at}`))
}

function inside(type: AbiType | undefined, value: AbiValue, path: string): Inner[] {
  if (type === undefined) return []
  if (type.kind === 'value')
    return type.name === 'bytes' && typeof value === 'string' && CALL.test(value) ? [{ path, data: value.slice(2) }] : []
  if (typeof value === 'string') return []
  if (type.kind === 'tuple') return innerCalls(type.components, value, path)
  return value.flatMap((item, index) => inside(type.of, item, `${path}[${index}]`))
}
