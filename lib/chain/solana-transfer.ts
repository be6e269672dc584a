/** A transfer of tokens as the x402 scheme `exact` shapes it on Solana, without signatures: for a wallet that signs and knows nothing of x402. */
import { base58 } from '@scure/base'
import { associatedTokenAccount, TOKEN_PROGRAM } from './solana-address.ts'

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
/** What the stock client asks for. */
const COMPUTE_UNITS = 20_000
const MICRO_LAMPORTS = 1n

export type Transfer = {
  /** Pays the fee, signs when it settles. */
  feePayer: string
  /** Owns the tokens, signs now. */
  payer: string
  payTo: string
  mint: string
  /** Atomic units. */
  amount: bigint
  decimals: number
  blockhash: string
  /** Makes two transfers of the same amount two messages. */
  memo: string
}

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

/** The wire form of a version 0 transaction with two empty signatures. All addresses in base58. @throws Error for what is none */
export function unsignedTransfer({ feePayer, payer, payTo, mint, amount, decimals, blockhash, memo }: Transfer): Buffer {
  const [source, destination] = [associatedTokenAccount(payer, mint), associatedTokenAccount(payTo, mint)]
  // Signers first, of these the one who may be charged; then what is written; then what is only read, the last four.
  const keys = [feePayer, payer, source, destination, mint, COMPUTE_BUDGET, TOKEN_PROGRAM, MEMO].map((key) =>
    Buffer.from(base58.decode(key)),
  )
  const [signers, readOnlySigners, readOnly] = [2, 1, 4]
  const instructions: [program: number, accounts: number[], data: Buffer][] = [
    [5, [], Buffer.concat([Buffer.from([2]), u32(COMPUTE_UNITS)])],
    [5, [], Buffer.concat([Buffer.from([3]), u64(MICRO_LAMPORTS)])],
    [6, [2, 4, 3, 1], Buffer.concat([Buffer.from([12]), u64(amount), Buffer.from([decimals])])],
    [7, [], Buffer.from(memo, 'utf8')],
  ]
  const parts = [
    Buffer.from([signers, ...Buffer.alloc(signers * 64)]),
    Buffer.from([0x80, signers, readOnlySigners, readOnly, keys.length]),
    ...keys,
    Buffer.from(base58.decode(blockhash)),
    Buffer.from([instructions.length]),
    ...instructions.flatMap(([program, accounts, data]) => [Buffer.from([program, accounts.length, ...accounts, data.length]), data]),
    // No address tables.
    Buffer.from([0]),
  ]
  return Buffer.concat(parts)
}
