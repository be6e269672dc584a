/** What a serialized Solana transaction says, as far as a payment needs it: who signs, which blockhash bounds it, what it calls. */
import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { TOKEN_PROGRAM } from './solana-address.ts'

const TOKEN_PROGRAMS = [TOKEN_PROGRAM, 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'].map((id) => base58.decode(id))
const SYSTEM_PROGRAM = base58.decode('11111111111111111111111111111111')
/** Instruction numbers of the token and system programs. */
const TRANSFER_CHECKED = 12
const ADVANCE_NONCE = 4
const SIGNATURE_BYTES = 64

/** Keys are 32 raw bytes: base58 is slow, and few of them are ever shown. */
export type SolanaMessage = {
  /** Keys that must sign, the fee payer first. */
  signers: Buffer[]
  blockhash: Buffer
  /** A key of an address table is undefined: the message does not hold it. */
  instructions: { program: Buffer | undefined; accounts: (Buffer | undefined)[]; data: Buffer }[]
}

/** The message of a serialized transaction (base64): all bytes after the signature count and the 64-byte slots. @throws Error */
export function solanaMessage(transaction: string): Buffer {
  const bytes = Buffer.from(transaction, 'base64')
  const count = bytes[0] ?? 0
  // A compact-u16 of two bytes would mean 128 signatures or more, which no packet holds.
  if (count < 1 || count > 19 || bytes.length <= 1 + count * SIGNATURE_BYTES + 100) throw new Error('not a serialized transaction')
  return bytes.subarray(1 + count * SIGNATURE_BYTES)
}

/** Reads bytes in order. @throws Error past the end */
function reader(bytes: Buffer) {
  let offset = 0
  const take = (count: number): Buffer => {
    if (offset + count > bytes.length) throw new Error('malformed message')
    offset += count
    return bytes.subarray(offset - count, offset)
  }
  const byte = (): number => take(1)[0]!
  /** Solana's compact-u16: seven bits a byte, the lowest first. */
  const compact = (): number => {
    let value = 0
    for (let shift = 0; shift <= 14; shift += 7) {
      const next = byte()
      value |= (next & 0x7f) << shift
      if ((next & 0x80) === 0) return value
    }
    throw new Error('malformed message')
  }
  return { take, byte, compact }
}

/** A legacy or version 0 message. @throws Error when it is malformed */
export function parseSolanaMessage(message: Buffer): SolanaMessage {
  const { take, byte, compact } = reader(message)
  const first = byte()
  const required = (first & 0x80) !== 0 ? byte() : first
  take(2)
  const keys = Array.from({ length: compact() }, () => take(32))
  const blockhash = take(32)
  const instructions = Array.from({ length: compact() }, () => {
    const program = keys[byte()]
    const accounts = [...take(compact())].map((index) => keys[index])
    return { program, accounts, data: take(compact()) }
  })
  if (required > keys.length) throw new Error('malformed message')
  return { signers: keys.slice(0, required), blockhash, instructions }
}

/** The recent blockhash that bounds a message's life, in base58. @throws Error when it is malformed */
export function messageBlockhash(message: Buffer): string {
  const { take, byte, compact } = reader(message)
  if ((byte() & 0x80) !== 0) byte()
  take(2)
  take(compact() * 32)
  return base58.encode(take(32))
}

const isOneOf = (key: Buffer | undefined, programs: Uint8Array[]): boolean =>
  key !== undefined && programs.some((program) => key.equals(program))

const transfersIn = ({ instructions }: SolanaMessage) =>
  instructions.filter(({ program, data }) => data[0] === TRANSFER_CHECKED && isOneOf(program, TOKEN_PROGRAMS))
const transferIn = (message: SolanaMessage) => transfersIn(message)[0]

/** Who moves tokens in it, in base58: the authority of its transfer, else the last signer who does not only pay the fee; null without one. */
export function transferAuthority(message: SolanaMessage): string | null {
  const authority = transferIn(message)?.accounts[3] ?? message.signers.slice(1).at(-1)
  return authority ? base58.encode(authority) : null
}

/** What its transfers move altogether, in atomic units; undefined where it says of none, as where a program moves tokens by itself. */
export function amountMoved(message: SolanaMessage): bigint | undefined {
  const transfers = transfersIn(message).filter(({ data }) => data.length >= 9)
  return transfers.length === 0 ? undefined : transfers.reduce((sum, { data }) => sum + data.readBigUInt64LE(1), 0n)
}

/** What its transfer moves, in atomic units, and where to (a token account), in base58; undefined without one, or where an address table hides it. */
export function transferOf(message: SolanaMessage): { amount: bigint; mint: string; destination: string } | undefined {
  const { accounts: [, mint, destination] = [], data } = transferIn(message) ?? {}
  if (!mint || !destination || !data || data.length < 9) return undefined
  return { amount: data.readBigUInt64LE(1), mint: base58.encode(mint), destination: base58.encode(destination) }
}

/** True when a durable nonce stands for the blockhash: such a transaction never runs out. */
export const usesDurableNonce = ({ instructions: [first] }: SolanaMessage): boolean =>
  first !== undefined && first.data.length >= 4 && first.data.readUInt32LE(0) === ADVANCE_NONCE && isOneOf(first.program, [SYSTEM_PROGRAM])

/** SubjectPublicKeyInfo of an Ed25519 key, before its 32 bytes. */
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** Whether an address has signed a serialized transaction (base64). Never throws. */
export function hasSigned(transaction: string, signer: string): boolean {
  try {
    const message = solanaMessage(transaction)
    const key32 = Buffer.from(base58.decode(signer))
    const slot = parseSolanaMessage(message).signers.findIndex((key) => key.equals(key32))
    const bytes = Buffer.from(transaction, 'base64')
    if (slot < 0 || slot >= bytes[0]!) return false
    const signature = bytes.subarray(1 + slot * SIGNATURE_BYTES, 1 + (slot + 1) * SIGNATURE_BYTES)
    const key = createPublicKey({ key: Buffer.concat([ED25519_SPKI, key32]), format: 'der', type: 'spki' })
    return verify(null, message, key, signature)
  } catch {
    return false
  }
}
