/** A payment on Solana, read from the transaction that a wallet signed. */
import {
  type Address,
  getAddressEncoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getProgramDerivedAddress,
  getTransactionDecoder,
} from '@solana/kit'
import { decodeObject, type Offer } from './offers.ts'

const TOKEN_PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL' as Address
/** Programs that move nothing: the price of computing, and a text. */
const HARMLESS_PROGRAMS = ['ComputeBudget111111111111111111111111111111', 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr']
/** The token program's instruction: 12, the amount in eight bytes, decimals. Accounts: source, mint, destination, authority. */
const TRANSFER_CHECKED = 12

type SolanaPayment = {
  /** What was signed. */
  bytes: Buffer
  blockhash: string
  feePayer: string
  /** The account its tokens leave, and who may take them from there. */
  source: Address
  authority: string
  mint: string
  destination: string
  tokenProgram: string
  amount: bigint
}

/** The bytes that a transaction's signatures are of. */
export const messageIn = (wire: string): Buffer => Buffer.from(getTransactionDecoder().decode(getBase64Encoder().encode(wire)).messageBytes)

/** The one transfer in a payment header; undefined when it holds anything else that could move something. @throws when it is no transaction */
export function solanaPaymentOf(header: string): SolanaPayment | undefined {
  const { transaction } = (decodeObject(header)?.payload ?? {}) as { transaction?: unknown }
  if (typeof transaction !== 'string') return undefined
  const bytes = messageIn(transaction)
  const message = getCompiledTransactionMessageDecoder().decode(bytes)
  if (!('instructions' in message) || !('lifetimeToken' in message)) return undefined
  if ('addressTableLookups' in message && (message.addressTableLookups?.length ?? 0) > 0) return undefined
  const programOf = ({ programAddressIndex }: { programAddressIndex: number }) => String(message.staticAccounts[programAddressIndex])
  const [transfer, ...others] = message.instructions.filter((one) => !HARMLESS_PROGRAMS.includes(programOf(one)))
  const data = Buffer.from(transfer?.data ?? [])
  const [source, mint, destination, authority] = (transfer?.accountIndices ?? []).map((index) => message.staticAccounts[index])
  if (!transfer || others.length > 0 || !TOKEN_PROGRAMS.includes(programOf(transfer)) || data[0] !== TRANSFER_CHECKED) return undefined
  if (!source || !mint || !destination || !authority || data.length < 10) return undefined
  return {
    bytes,
    blockhash: String(message.lifetimeToken),
    feePayer: String(message.staticAccounts[0]),
    source,
    authority,
    mint,
    destination,
    tokenProgram: programOf(transfer),
    amount: data.readBigUInt64LE(1),
  }
}

/** Whether a transaction that another wallet signed moves what this offer asks to where it asks it, and costs the wallet nothing else. */
export async function paysOnSolana(header: string, { amount, asset, payTo, feePayer }: Offer): Promise<boolean> {
  const payment = solanaPaymentOf(header)
  if (!payment || payment.amount !== amount || payment.mint !== asset) return false
  if (payment.feePayer !== feePayer || payment.authority === feePayer) return false
  const encode = (text: string) => getAddressEncoder().encode(text as Address)
  const seeds = [encode(payTo), encode(payment.tokenProgram), encode(asset)]
  const [account] = await getProgramDerivedAddress({ programAddress: ASSOCIATED_TOKEN_PROGRAM, seeds })
  return payment.destination === account
}
