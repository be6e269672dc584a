/** Solana addresses that are computed: program-derived addresses and associated token accounts. */
import { ed25519 } from '@noble/curves/ed25519'
import { sha256 } from '@noble/hashes/sha2'
import { base58 } from '@scure/base'

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

const MARKER = new TextEncoder().encode('ProgramDerivedAddress')

/** True when the 32 bytes are a point of the curve, so that a private key may exist. */
export function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.ExtendedPoint.fromHex(bytes)
    return true
  } catch {
    return false
  }
}

/** The program-derived address of the seeds (each at most 32 bytes) under a program: the first bump from 255 down that is off the curve. */
export function programDerivedAddress(seeds: Uint8Array[], program: string): string {
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = sha256(Buffer.concat([...seeds, Uint8Array.of(bump), base58.decode(program), MARKER]))
    if (!isOnCurve(hash)) return base58.encode(hash)
  }
  throw new Error('no program-derived address exists for these seeds')
}

/** The associated token account of an owner (a wallet address) for a mint. */
export const associatedTokenAccount = (owner: string, mint: string): string =>
  programDerivedAddress([base58.decode(owner), base58.decode(TOKEN_PROGRAM), base58.decode(mint)], ASSOCIATED_TOKEN_PROGRAM)
