/** Settings that are addresses money goes to: a slip of the keyboard must not pass. */
import { z } from 'zod'
import { toChecksumAddress } from '../chain/evm-address.ts'
import { isSolanaAddress } from '../chain/is-solana-address.ts'

/** An EVM address, in its EIP-55 spelling. */
export const payToBase = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
  .refine((text) => text === text.toLowerCase() || text === toChecksumAddress(text), 'has a wrong EIP-55 checksum')
  .transform(toChecksumAddress)

/** A Solana address: base58 of 32 bytes. */
export const payToSolana = z.string().refine(isSolanaAddress, 'must be a base58 address of 32 bytes')
