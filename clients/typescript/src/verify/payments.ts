/** Looks a payment up on its chain: whether the transaction that a seller named moved this amount to the address that was paid. */
import type { Payment } from '../guard/book.ts'
import { AUTHORIZATION_USED, ask, type Rpcs, word } from '../guard/chain.ts'
import { assetOf, authorizationOf } from '../guard/payment.ts'

export type Verified = {
  /** `wrong`: the chain says something else than the seller. `open`: the payment has no end yet. */
  verdict: 'paid' | 'wrong' | 'open' | 'void' | 'not asked'
  detail: string
}

/** keccak256("Transfer(address,address,uint256)") */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(objectOf) : [])

/** Atomic units that a transaction moved to the address, if it is the one that used this payment; else what is wrong with it. */
type Moved = bigint | 'absent' | 'foreign'

async function movedOnEvm(transaction: string, { reserved, signed }: Payment, rpc: string): Promise<Moved> {
  const receipt = objectOf(await ask(rpc, 'eth_getTransactionReceipt', [transaction]))
  if (receipt.status !== '0x1') return 'absent'
  const authorization = authorizationOf(signed!.header)
  const token = assetOf(signed!.header)?.toLowerCase()
  const topicsOf = (log: Record<string, unknown>): string[] =>
    Array.isArray(log.topics) ? log.topics.map((topic) => String(topic).toLowerCase()) : []
  const logs = listOf(receipt.logs).filter(({ address }) => String(address).toLowerCase() === token)
  const used = [AUTHORIZATION_USED, `0x${word(authorization?.from ?? '0x')}`, String(authorization?.nonce).toLowerCase()]
  if (!logs.some((log) => used.every((topic, at) => topicsOf(log)[at] === topic))) return 'foreign'
  const moved = [TRANSFER, used[1], `0x${word(reserved.payTo)}`]
  return logs
    .filter((log) => moved.every((topic, at) => topicsOf(log)[at] === topic))
    .reduce((sum, { data }) => sum + BigInt(String(data)), 0n)
}

async function movedOnSolana(transaction: string, { reserved, signed }: Payment, rpc: string): Promise<Moved> {
  const options = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const found = objectOf(await ask(rpc, 'getTransaction', [transaction, options]))
  const meta = objectOf(found.meta)
  if (found.meta === undefined || meta.err !== null) return 'absent'
  const { messageIn, solanaPaymentOf } = await import('../guard/solana-message.ts')
  const [wire] = Array.isArray(found.transaction) ? (found.transaction as unknown[]) : []
  const ours = solanaPaymentOf(signed!.header)?.bytes
  if (typeof wire !== 'string' || !ours || !messageIn(wire).equals(ours)) return 'foreign'
  const asset = assetOf(signed!.header)
  const held = (balances: unknown): bigint =>
    listOf(balances)
      .filter(({ owner, mint }) => owner === reserved.payTo && mint === asset)
      .reduce((sum, { uiTokenAmount }) => sum + BigInt(String(objectOf(uiTokenAmount).amount)), 0n)
  return held(meta.postTokenBalances) - held(meta.preTokenBalances)
}

/** What the chain says of a payment. Never throws. */
export async function verifyPayment(payment: Payment, rpcs: Rpcs): Promise<Verified> {
  const { state, settled, reserved, amount } = payment
  if (state === 'void') return { verdict: 'void', detail: 'its validity is over and it was never used' }
  if (!settled) return { verdict: 'open', detail: 'no end is known; `budget` asks the chain once its validity is over' }
  const rpc = rpcs[reserved.network]
  if (rpc === undefined || settled.transaction === '') return { verdict: 'not asked', detail: 'there is no transaction or no RPC to ask' }
  try {
    const look = reserved.network.startsWith('eip155:') ? movedOnEvm : movedOnSolana
    const moved = await look(settled.transaction, payment, rpc)
    if (moved === 'absent') return { verdict: 'wrong', detail: 'the chain has no such transaction, or it failed' }
    if (moved === 'foreign') return { verdict: 'wrong', detail: 'the transaction is of another payment than this one' }
    return moved >= amount
      ? { verdict: 'paid', detail: `${moved} atomic units moved to ${reserved.payTo}` }
      : { verdict: 'wrong', detail: `${moved} atomic units moved, ${amount} were paid for` }
  } catch (error) {
    return { verdict: 'not asked', detail: error instanceof Error ? error.message.slice(0, 100) : 'the chain cannot be asked' }
  }
}
