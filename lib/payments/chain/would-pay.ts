/**
 * Whether a payment that was not sent yet would go through now, by its own words and one round trip to a node. A guess in our favour and no
 * proof: what is sold waits for the facilitator, this only tells whether it is worth beginning to work meanwhile.
 */
import { base58 } from '@scure/base'
import { z } from 'zod'
import { associatedTokenAccount } from '../../chain/solana-address.ts'
import { parseSolanaMessage, solanaMessage, transferOf } from '../../chain/solana-message.ts'
import type { Core } from '../../core.ts'
import { railOf } from '../protocol/networks.ts'
import { AUTHORIZATION_STATE, Word, word } from './base.ts'
import { nodesOf } from './index.ts'
import type { LookFor } from './look.ts'
import { rpc } from './rpc.ts'

type Payment = Pick<LookFor, 'payload' | 'requirements'>

const BALANCE_OF = '0x70a08231'
const Authorization = z.object({ from: z.string(), nonce: z.string() })
const Simulation = z.object({ value: z.object({ err: z.unknown() }) })

/** Base: the payer holds the amount, and the token has not seen the nonce. Times, amount and recipient were compared with the offer before. */
async function wouldPayOnBase(url: string, { payload, requirements }: Payment): Promise<boolean> {
  const { from, nonce } = Authorization.parse(payload.payload.authorization)
  const ask = (data: string) => rpc(url, 'eth_call', [{ to: requirements.asset, data }, 'latest'], Word)
  const [held, used] = await Promise.all([
    ask(`${BALANCE_OF}${word(from).slice(2)}`),
    ask(`${AUTHORIZATION_STATE}${word(from).slice(2)}${nonce.slice(2)}`),
  ])
  return held >= BigInt(requirements.amount) && used === 0n
}

/** Solana: it moves the amount of the token to us at the named fee payer's cost, and the node runs it without an error. */
async function wouldPayOnSolana(url: string, { payload, requirements }: Payment): Promise<boolean> {
  const { asset, payTo, amount, extra } = requirements
  const transaction = String(payload.payload.transaction)
  const message = parseSolanaMessage(solanaMessage(transaction))
  const transfer = transferOf(message)
  const isOurs =
    transfer !== undefined &&
    transfer.amount === BigInt(amount) &&
    transfer.mint === asset &&
    transfer.destination === associatedTokenAccount(payTo, asset) &&
    base58.encode(message.signers[0]!) === extra.feePayer
  if (!isOurs) return false
  // The fee payer signs only when it settles.
  const options = { encoding: 'base64', commitment: 'confirmed', sigVerify: false, replaceRecentBlockhash: false }
  return (await rpc(url, 'simulateTransaction', [transaction, options], Simulation)).value.err === null
}

/** False too when no node is known for its network. @throws Error when the node does not answer, or not in the form of its chain */
export async function wouldPay(core: Core, payment: Payment): Promise<boolean> {
  const rail = railOf(payment.requirements.network, core.env)
  const [url] = rail ? nodesOf(rail, core) : []
  if (!rail || url === undefined) return false
  return rail.name === 'base' ? wouldPayOnBase(url, payment) : wouldPayOnSolana(url, payment)
}
