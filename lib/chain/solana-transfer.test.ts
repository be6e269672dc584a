import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { associatedTokenAccount } from './solana-address.ts'
import { hasSigned, messageBlockhash, parseSolanaMessage, solanaMessage, transferAuthority, transferOf } from './solana-message.ts'
import { unsignedTransfer } from './solana-transfer.ts'

const key = (text: string) => base58.encode(createHash('sha256').update(text).digest())

test('says who pays the fee, who pays, what and whom, and is signed by nobody', () => {
  const [feePayer, payer, payTo, mint, blockhash] = ['fee', 'payer', 'payTo', 'mint', 'hash'].map(key) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const wire = unsignedTransfer({ feePayer, payer, payTo, mint, amount: 2_000n, decimals: 6, blockhash, memo: 'm' }).toString('base64')
  const message = solanaMessage(wire)
  const parsed = parseSolanaMessage(message)
  expect(parsed.signers.map((signer) => base58.encode(signer))).toEqual([feePayer, payer])
  expect(transferOf(parsed)).toEqual({ amount: 2_000n, mint, destination: associatedTokenAccount(payTo, mint) })
  expect([transferAuthority(parsed), messageBlockhash(message)]).toEqual([payer, blockhash])
  expect([hasSigned(wire, payer), hasSigned(wire, feePayer)]).toEqual([false, false])
})
