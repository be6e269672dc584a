/** The launch curve of pump.fun: where its account lies, and what buyers have paid into it. */
import { base58 } from '@scure/base'
import { programDerivedAddress } from '../../../chain/solana-address.ts'
import { PUMP_CURVE_PROGRAM } from './labels.ts'
import { type Account, toBytes } from './mint.ts'

/** Address of the curve account of `mint` (base58), which exists only for tokens that began there. */
export const pumpCurveAddress = (mint: string): string =>
  programDerivedAddress([new TextEncoder().encode('bonding-curve'), base58.decode(mint)], PUMP_CURVE_PROGRAM)

export type Curve = {
  /** What it can pay out, in lamports. */
  realLamports: bigint
  /** True when all is sold and the token has moved to a pool. */
  complete: boolean
}

/** Discriminator, five u64 (virtual tokens, virtual SOL, real tokens, real SOL, supply), then whether it is complete. */
const REAL_SOL_OFFSET = 8 + 3 * 8
const COMPLETE_OFFSET = 8 + 5 * 8

/** The curve in an account; null when there is none or the account is something else. */
export function readCurve(account: Account | undefined): Curve | null {
  if (account?.owner !== PUMP_CURVE_PROGRAM || !Array.isArray(account.data)) return null
  const bytes = toBytes(account.data)
  if (bytes === null || bytes.length <= COMPLETE_OFFSET) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { realLamports: view.getBigUint64(REAL_SOL_OFFSET, true), complete: bytes[COMPLETE_OFFSET] === 1 }
}

/** US dollars that sellers could take out of the curve together, at the price of SOL that its own market shows; null when none shows it. */
export function curveUsd(curve: Curve | null, solUsd: number | null): number | null {
  return curve === null || curve.complete || solUsd === null ? null : (Number(curve.realLamports) / 1e9) * solUsd
}
